import DataContainer
import Foundation

/// The sample app: two screens that show and edit the same value.
///
/// Read `DataContainerSingleton.swift` and the folder `Screens` first: they are what an app has. `CommandLine` and
/// `Terminal` stand in for UIKit.
package enum Launch {
    /// Runs the app as the command line asks, and ends the program.
    package static func run() -> Never {
        Streams.prepare()
        do throws(UsageError) {
            let options = try Options(CommandLine.arguments.dropFirst())
            exit(options.wantsHelp ? printHelp() : try runApp())
        } catch {
            Streams.complain("\(error)\nTry: two-screens --help")
            exit(EX_USAGE)
        }
    }

    private static func runApp() throws(UsageError) -> Int32 {
        // Made before anything takes a signal over, so that the container sees them as they are.
        let container = DataContainerSingleton.sharedDataContainer
        let app = App(container: container)
        do {
            if Terminal.isThere {
                var loop = try TerminalLoop(app: app)
                try loop.run()
            } else {
                try CommandFrontEnd(app: app).run()
            }
            // The container saves itself at exit. It is asked here so that the exit status tells if it cannot.
            try container.save()
            return EX_OK
        } catch let error as UsageError {
            throw error
        } catch let error as SystemError {
            Streams.complain("\(error)")
            return EX_IOERR
        } catch {
            Streams.complain("not saved: \(error.explanation)")
            return EX_IOERR
        }
    }

    private static func printHelp() -> Int32 {
        do throws(SystemError) {
            try Streams.print(Options.help)
            return EX_OK
        } catch {
            Streams.complain("\(error)")
            return EX_IOERR
        }
    }
}
