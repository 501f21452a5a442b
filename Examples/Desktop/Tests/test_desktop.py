"""What the desktop sample promises, in a real window. `make test-desktop` runs it."""

import signal
import unittest

from driver import App, Home, screenshot, wait_for

# So long that nothing is saved by time: what is on disk was saved for another reason.
NEVER = ("--saving-delay", 100_000)


class DesktopTests(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.home = Home()
        self.apps = []

    def tearDown(self):
        screenshot(self.id().rsplit(".", 1)[-1])
        for app in self.apps:
            if app.process.poll() is None:
                app.kill()
        self.home.remove()

    def start(self, *arguments, **options):
        app = App(self.home, *arguments, **options)
        self.apps.append(app)
        return app

    def enter(self, app, text):
        """Types a number on the first page and ends editing; it is in memory then, and nowhere else."""
        app.type("First", text)
        app.key("Return")
        app.expect_state("someInt", text)
        app.expect_state("Saved", "not yet")
        self.assertIsNone(self.home.stored("someInt"))

    def expect_stored(self, key, value):
        wait_for(f"the store holds {value} for {key}", lambda: self.home.stored(key) == value)

    def test_a_number_goes_from_page_to_page(self):
        app = self.start()
        app.expect_number("First", "0")
        app.type("First", "42")
        app.key("Return")
        app.open("Second")
        app.expect_number("Second", "42")
        app.type("Second", "7")
        app.open("First")
        app.expect_number("First", "7")
        app.expect_state("someInt", "7")

    def test_text_that_is_no_integer_empties_the_value(self):
        app = self.start()
        app.type("First", "42")
        app.key("Return")
        app.expect_state("someInt", "42")
        app.type("First", "many")
        app.key("Return")
        app.expect_state("someInt", "nil")
        app.expect_number("First", "0")

    def test_editing_ends_when_the_focus_leaves(self):
        app = self.start()
        app.type("First", "42")
        self.assertEqual(app.state("someInt"), "nil")
        app.key("Tab")
        app.expect_state("someInt", "42")

    def test_a_page_without_a_field_ends_editing(self):
        app = self.start()
        app.type("First", "42")
        app.open("State")
        app.expect_state("someInt", "42")

    def test_closing_ends_editing_and_saves(self):
        app = self.start(*NEVER)
        app.type("First", "42")
        self.assertEqual(app.close(), (0, ""))
        self.assertEqual(self.home.stored("someInt"), 42)
        self.start().expect_number("First", "42")

    def test_a_minimized_window_has_saved(self):
        app = self.start(*NEVER)
        self.enter(app, "42")
        app.minimize()
        self.expect_stored("someInt", 42)
        self.assertEqual(app.kill()[0], -signal.SIGKILL)
        app = self.start()
        app.expect_number("First", "42")
        app.open("Second")
        app.expect_number("Second", "42")

    def test_a_window_that_loses_activity_ends_editing_and_saves(self):
        app = self.start(*NEVER)
        app.type("First", "42")
        self.assertIsNone(self.home.stored("someInt"))
        other = Home()
        self.addCleanup(other.remove)
        self.apps.append(App(other))
        self.expect_stored("someInt", 42)
        app.expect_state("Saved", "yes")

    def test_a_signal_that_ends_it_saves_first(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                self.home.remove()
                self.home = Home()
                app = self.start(*NEVER)
                self.enter(app, "42")
                app.process.send_signal(number)
                self.assertEqual(app.expect_end()[0], -number)
                self.assertEqual(self.home.stored("someInt"), 42)
                app = self.start()
                app.expect_number("First", "42")
                app.close()

    def test_a_change_is_saved_by_itself_and_the_page_says_so(self):
        app = self.start()
        app.type("First", "42")
        app.open("State")
        app.expect_state("Saved", "yes")
        self.expect_stored("someInt", 42)
        app.expect_state("page", "state")
        app.expect_state("Status", "ready")
        app.expect_state("Store", str(self.home.store))

    def test_size_and_page_come_back(self):
        app = self.start()
        first_size = app.size()
        app.open("Second")
        app.resize(first_size[0] + 120, first_size[1] + 80)
        app.expect_state("windowSize", "720 × 480")
        size = app.size()
        self.assertEqual(app.close(), (0, ""))

        app = self.start()
        wait_for("the second page is seen", lambda: app.page_title() == "Second")
        self.assertEqual(app.size(), size)

    def test_a_maximized_window_comes_back_and_remembers_its_size(self):
        app = self.start()
        size = app.size()
        app.press("Maximize")
        app.expect_state("isMaximized", "true")
        wait_for("it is larger", lambda: app.size() > size)
        app.close()

        app = self.start()
        app.expect_state("isMaximized", "true")
        wait_for("it is larger", lambda: app.size() > size)
        app.press("Restore", "Maximize")
        app.expect_state("isMaximized", "false")
        wait_for("it has its size again", lambda: app.size() == size)

    def test_two_windows_of_two_processes_follow_each_other(self):
        one = self.start()
        other = self.start()
        one.type("First", "42")
        one.key("Return")
        other.expect_number("First", "42")
        other.expect_number("Second", "42")
        other.expect_state("someInt", "42")

        other.type("First", "7")
        other.key("Return")
        one.expect_number("First", "7")
        one.expect_state("someInt", "7")

        one.open("State")
        one.press("Reset")
        other.expect_number("First", "0")

    def test_reset_forgets_everything(self):
        app = self.start()
        app.type("First", "42")
        app.open("State")
        self.expect_stored("someInt", 42)
        app.press("Reset")
        app.expect_state("someInt", "nil")
        app.expect_number("First", "0")
        wait_for("the first page is seen", lambda: app.page_title() == "First")
        self.expect_stored("someInt", None)
        self.expect_stored("page", None)

    def test_the_folder_opens_in_the_app_that_the_person_has_chosen(self):
        opened = self.home.path / "opened"
        applications = self.home.path / "data" / "applications"
        applications.mkdir(parents=True)
        (applications / "folders.desktop").write_text(
            "[Desktop Entry]\nType=Application\nName=Folders\nMimeType=inode/directory;\n"
            f"Exec=sh {self.home.path}/open-folder %u\n")
        (self.home.path / "open-folder").write_text(f"echo \"$1\" >'{opened}.part' && mv '{opened}.part' '{opened}'\n")
        (applications / "mimeapps.list").write_text("[Default Applications]\ninode/directory=folders.desktop\n")
        app = self.start()
        app.open("State")
        app.press("Open folder")
        wait_for("the folder is open", opened.exists)
        # As a path or as a URL: either is right.
        self.assertTrue(opened.read_text().strip().rstrip("/").endswith(str(self.home.path)))

    def test_it_saves_at_the_standard_place_unless_told_otherwise(self):
        app = self.start(store=False)
        app.type("First", "42")
        app.close()
        self.assertEqual(self.home.stored("someInt", self.home.standard_store), 42)

    def test_a_store_that_cannot_be_written_is_told_about(self):
        self.home.store = self.home.path / "no such folder" / "state.sqlite"
        app = self.start()
        app.type("First", "42")
        app.open("State")
        wait_for("the status says why", lambda: "no such folder' does not exist" in (app.state("Status") or ""))
        app.expect_state("Saved", "not yet")
        status, complaints = app.close()
        self.assertEqual(status, 74)
        self.assertIn("not saved: ", complaints)


if __name__ == "__main__":
    unittest.main(verbosity=2)
