import DurableFiles
import Foundation
import TextFormats

/// The configuration file of the user: values for options, for all commands or for one.
///
/// ```text
/// { "library": "~/Photos", "sync": { "max-time": "2h", "no-thumbnails": true } }
/// ```
package struct ConfigurationFile: Sendable {
    /// The maximum size in bytes.
    private static let limit = 1 << 20

    /// The path of the file.
    package let path: String
    private let shared: [String: [String]]
    private let special: [String: [String: [String]]]

    /// The path in an environment; `nil` if the user wants no file.
    ///
    /// `PHOTOPARK_CONFIG` names another file, and an empty value none. The default follows the XDG
    /// Base Directory Specification.
    package static func path(in environment: [String: String]) -> String? {
        if let path = environment["PHOTOPARK_CONFIG"] { return path.isEmpty ? nil : path }
        func folder(_ variable: String) -> String? {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return folder.map { $0 + "/photopark/config.json" }
    }

    /// Reads the file at `path`, and checks it against the options of the program.
    ///
    /// - Returns: the values; `nil` if the file does not exist.
    /// - Throws: `ProgramError` with the path of the key and the reason.
    package static func read(
        _ path: String, for commands: [ConfigurableCommand]
    ) throws(ProgramError) -> ConfigurationFile? {
        guard let bytes = try content(of: path) else { return nil }
        let value: ConfigurationValue
        do throws(JSONError) { value = try ConfigurationValue.read(bytes) } catch {
            throw .configuration("the configuration file \(path) is not valid: \(error.message)")
        }
        do throws(ProgramError) {
            return try ConfigurationFile(value, path: path, commands: commands)
        } catch {
            throw .configuration("the configuration file \(path): \(error.message)")
        }
    }

    /// Takes the values of a file.
    ///
    /// - Throws: `ProgramError` for a key that no command has, and for a value of another type.
    init(
        _ value: ConfigurationValue, path: String, commands: [ConfigurableCommand]
    ) throws(ProgramError) {
        guard case .object(let members) = value else {
            throw .configuration("expected an object")
        }
        var shared: [String: [String]] = [:]
        var special: [String: [String: [String]]] = [:]
        for member in members {
            let named = commands.first { $0.name == member.key }
            if case .object(let members) = member.value, let command = named {
                special[member.key] = try Self.values(members, of: command)
            } else {
                shared[member.key] = try Self.sharedValues(member, of: commands)
            }
        }
        (self.path, self.shared, self.special) = (path, shared, special)
    }

    private static func values(
        _ members: [ConfigurationValue.Member], of command: ConfigurableCommand
    ) throws(ProgramError) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for member in members {
            let key = command.key(of: member.key)
            guard let option = command.options.first(where: { $0.name == member.key }) else {
                throw unknown(key, member.key, options: command.options)
            }
            values[option.name] = try member.value.values(for: option, key: key)
        }
        return values
    }

    /// The values for all commands that have an option, which each of them must allow.
    private static func sharedValues(
        _ member: ConfigurationValue.Member, of commands: [ConfigurableCommand]
    ) throws(ProgramError) -> [String] {
        let options = commands.flatMap(\.options)
        let found = options.filter { $0.name == member.key }
        guard !found.isEmpty else {
            guard !commands.contains(where: { $0.name == member.key }) else {
                throw .configuration("\(member.key): expected an object with its options")
            }
            throw unknown(
                member.key, member.key, options: options, names: commands.compactMap(\.name))
        }
        var values: [String] = []
        for option in found { values = try member.value.values(for: option, key: member.key) }
        return values
    }

    private static func unknown(
        _ key: String, _ name: String, options: [OptionDescription], names: [String] = []
    ) -> ProgramError {
        let alias = options.first { $0.spellings.contains("--" + name) }?.name
        let guess = alias ?? ClosestName.of(name, among: options.map(\.name) + names)
        let hint = guess.map { "; did you mean '\($0)'?" } ?? "; photopark config lists the keys"
        return .configuration("\(key): unknown key" + hint)
    }

    private static func content(of path: String) throws(ProgramError) -> Data? {
        func refusal(_ reason: String) -> ProgramError {
            .configuration("the configuration file \(path) \(reason)")
        }
        // A pipe without a writer would block the open.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, let file = fdopen(descriptor, "r") else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw refusal("cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        guard let status = FileStatus(descriptor: fileno(file)) else {
            throw refusal("cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.kind == .regular else { throw refusal("is not a regular file") }
        // The file may name commands, which run with the rights of the user. The administrator may
        // change everything, and may provide the file.
        switch status.exposure(forbidding: 0o022, owners: [geteuid(), 0]) {
        case nil: break
        case .foreignOwner: throw refusal("belongs to another user: run `chown` on it")
        case .openToOthers:
            throw refusal("can be changed by other users: run `chmod go-w` on it")
        }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw refusal("cannot be read") }
        guard count <= limit else { throw refusal("is larger than 1 MiB") }
        return Data(bytes[..<count])
    }

    /// The values for an option of one command; `nil` if the file has none.
    func values(of option: String, for command: String?) -> [String]? {
        guard let command else { return nil }
        return special[command]?[option]
    }

    /// The values for an option of all commands; `nil` if the file has none.
    func sharedValues(of option: String) -> [String]? { shared[option] }
}
