import Foundation
import KeyedStore

/// A password store for the tests: a shell script that keeps each entry in a file.
final class PasswordStore: Sendable {
    let folder: TemporaryFolder
    let command: String

    private static let script = """
        #!/bin/sh
        # The arguments of each call, to see that no secret is among them.
        folder=$(dirname "$0")
        echo "$@" >> "$folder/calls"
        case $1 in
            get) cat "$folder/entry-$2" 2> /dev/null || true ;;
            store) cat > "$folder/new" && mv "$folder/new" "$folder/entry-$2" ;;
            erase) rm -f "$folder/entry-$2" ;;
            *) exit 64 ;;
        esac
        """

    init() throws {
        folder = try TemporaryFolder()
        command = "sh '\(folder("password-store"))'"
        try folder.write(Self.script, to: "password-store")
    }

    func backend(_ command: String? = nil) -> CommandBackend {
        CommandBackend(
            command ?? self.command, entry: "anna", lockedIn: folder("locks"),
            timeout: .seconds(30))
    }
}
