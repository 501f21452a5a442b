"""Drives the desktop sample as a person does: reads what is on the screen through the accessibility tree, and types,
clicks and minimizes through the X server. Every wait has a deadline, and none hopes."""

import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

import pyatspi
from gi.repository import Atspi, GLib

DEADLINE = 30
PROGRAM = os.environ["TWO_SCREENS_DESKTOP"]
ARTIFACTS = Path(os.environ["TWO_SCREENS_ARTIFACTS"])


def wait_for(what, condition):
    """Waits until `condition()` is something, and returns it. (An object of the tree counts its children as its length,
    so one without any is false: here as everywhere below, it is compared with None.)"""
    end = time.monotonic() + DEADLINE
    while True:
        try:
            value = condition()
        except (GLib.Error, LookupError):  # a part of the tree went away, or is not there yet
            value = None
        if value is not None and value is not False:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"still not so after {DEADLINE} s: {what}")
        time.sleep(0.05)


def xdotool(*arguments):
    done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, timeout=DEADLINE)
    return done.stdout.strip()


class Home:
    """A home folder of its own, with a store in it."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="two-screens-"))
        self.store = self.path / "state.sqlite"
        # Where the sample saves if nobody tells it otherwise. The program's name is the folder's.
        self.standard_store = self.path / "state" / "two-screens-desktop" / "AppState.sqlite"
        self.environment = os.environ | {
            "HOME": str(self.path),
            "XDG_STATE_HOME": str(self.path / "state"),
            "XDG_CONFIG_HOME": str(self.path / "config"),
            "XDG_DATA_HOME": str(self.path / "data"),
            "XDG_CACHE_HOME": str(self.path / "cache"),
        }

    def stored(self, key, store=None):
        """The value that the store holds for a key: what another launch would find."""
        store = store or self.store
        if not store.exists() or store.stat().st_size == 0:
            return None
        connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=DEADLINE)
        try:
            query = "SELECT value FROM entries WHERE key = ? AND type != 'removed'"
            row = connection.execute(query, [key]).fetchone()
        finally:
            connection.close()
        return row and row[0]

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


class App:
    """A running sample."""

    def __init__(self, home, *arguments, store=True):
        if store:
            arguments = ("--store", home.store, *arguments)
        self.home = home
        self.process = subprocess.Popen(
            [PROGRAM, *map(str, arguments)], env=home.environment, stderr=subprocess.PIPE, text=True)
        self.window = wait_for("its window is there", self._find_window)
        self.activate()

    # The window

    def _find_window(self):
        if self.process.poll() is not None:
            raise AssertionError(f"it ended with {self.process.returncode}: {self.process.stderr.read()}")
        windows = xdotool(
            "search", "--all", "--onlyvisible", "--pid", self.process.pid, "--name", "Two Screens").split()
        return windows[0] if windows and self._frame() is not None else None

    def activate(self):
        def is_active():
            if xdotool("getactivewindow") == self.window:
                return True
            xdotool("windowactivate", self.window)
            return False

        wait_for("its window is active", is_active)

    def minimize(self):
        xdotool("windowminimize", self.window)
        wait_for(
            "its window is not seen",
            lambda: self.window not in xdotool("search", "--onlyvisible", "--name", "Two Screens").split())

    def size(self):
        lines = xdotool("getwindowgeometry", "--shell", self.window).splitlines()
        values = dict(line.split("=") for line in lines if "=" in line)
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def resize(self, width, height):
        xdotool("windowsize", self.window, width, height)
        wait_for(f"its window has {width} x {height}", lambda: self.size() == (width, height))

    def key(self, *keys):
        xdotool("key", "--clearmodifiers", *keys)

    # The accessibility tree

    def _frame(self):
        for application in pyatspi.Registry.getDesktop(0):
            if application is not None and application.get_process_id() == self.process.pid:
                application.set_cache_mask(Atspi.Cache.NONE)
                application.clear_cache()
                for frame in application:
                    if frame is not None and frame.getRoleName() == "frame":
                        return frame
        return None

    def _find(self, role, name, below=None):
        start = below if below is not None else self._frame()
        return start if start is None else pyatspi.findDescendant(
            start, lambda found: found.getRoleName() == role and found.name == name, breadth_first=True)

    def page_title(self):
        """The page that is seen."""
        for title in ("First", "Second", "State"):
            tab = self._find("page tab", title)
            if tab is not None and tab.getState().contains(pyatspi.STATE_SELECTED):
                return title
        return None

    def open(self, title):
        """Goes to a page by its tab."""
        tab = wait_for(f"there is a tab {title}", lambda: self._find("page tab", title))
        tab.queryAction().doAction(0)
        wait_for(f"{title} is seen", lambda: self.page_title() == title)

    def press(self, *names):
        """Presses a button that has one of these names: GTK's versions do not agree on those in the title bar."""

        def find():
            found = (self._find("push button", name) for name in names)
            return next((button for button in found if button is not None), None)

        wait_for(f"there is a button {names}", find).queryAction().doAction(0)

    def _field(self, title):
        page = self._find("panel", title)
        return page if page is None else self._find("text", "Some number", below=page)

    @staticmethod
    def _text(field):
        text = field.queryText()
        return text.getText(0, text.characterCount)

    def number(self, title):
        """The text in the field of a page."""
        field = self._field(title)
        return field if field is None else self._text(field)

    def expect_number(self, title, text):
        wait_for(f"{title} shows {text}", lambda: self.number(title) == text)

    def type(self, title, text):
        """Replaces the text in the field of a page, and leaves it being edited."""
        self.activate()

        def has_focus():
            field = self._field(title)
            return field is not None and field.getState().contains(pyatspi.STATE_FOCUSED)

        wait_for(f"the field of {title} has the focus", has_focus)
        self.key("ctrl+a")
        xdotool("type", text)
        self.expect_number(title, text)

    def state(self, name):
        """What the page State shows beside a name."""
        page = self._find("panel", "State")
        label = page if page is None else self._find("label", name, below=page)
        return label if label is None else label.parent[label.getIndexInParent() + 1].name

    def expect_state(self, name, text):
        wait_for(f"State shows {text} for {name}", lambda: self.state(name) == text)

    # The end

    def expect_end(self):
        """Waits until the process is gone. Returns its exit status, negative for a signal, and its complaints."""
        _, complaints = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, complaints

    def close(self):
        self.press("Close")
        return self.expect_end()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        return self.expect_end()


def screenshot(name):
    """Keeps what is on the screen, for a person to look at."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    subprocess.run(["import", "-window", "root", ARTIFACTS / f"{name}.png"], timeout=DEADLINE, check=False)
