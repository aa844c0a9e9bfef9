import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import PageAssets
import ProgramServices
import TextFormats

/// `photopark serve`: a page with the photos of libraries, for browsers of this machine.
struct ServeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the photos in a browser on this machine.",
        discussion: """
            The server listens on 127.0.0.1, and runs until it is interrupted. The first line \
            of output is the address to open. It contains a token, which is different in every \
            run, and without which the server shows nothing to other users of this machine.

            The command reads the libraries and never writes; it needs no network.

            With --share, the following lines of output are addresses for guests. A guest sees \
            the libraries of its share and nothing else, and no originals without \
            --share-originals.

            For other machines, run a reverse proxy with TLS, and state its address with \
            --behind-proxy. Only then --listen accepts an address that is not this machine's own.
            """)
    static let synonyms = ["view", "browse", "show"]
    static let optionForStrayArgument: String? = "--library"
    static let example: CommandExample? = CommandExample(
        .show, "Show the photos in a browser", "serve")

    @OptionGroup var libraries: LibrariesOption
    @OptionGroup var page: PageOptions

    func validate() throws {
        do { _ = try ServedSettings(page.settings) } catch {
            throw ValidationError(error.message)
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let selection = try await libraries.choice.selected(in: program)
            let settings = try ServedSettings(page.settings)
            let page = try program.scope.here(LibraryPageKey.self)
            let unopened = try await page.open(
                selection.libraries.map { ServePage.Library(name: $0.name, folder: $0.folder) },
                for: settings)
            if unopened.count == selection.libraries.count, let failure = unopened.first {
                throw failure.error
            }
            for failure in selection.failures + unopened { StandardError.line(failure.line) }
            for visitor in try await page.listen(settings) {
                let guest = visitor.guest.map { TerminalText.escape($0) + ": " } ?? ""
                StandardOutput.shared.line(guest + visitor.address)
            }
            if isatty(STDOUT_FILENO) == 1 {
                let style = TerminalStyle.chosen(
                    isTerminal: true, environment: ProcessInfo.processInfo.environment)
                StandardOutput.shared.line(
                    style.text("Open this address in a browser; Ctrl-C stops the server.", .soft))
            }
            try StandardOutput.shared.requireWritten()
            try await page.serve()
            return .success
        }
    }
}
