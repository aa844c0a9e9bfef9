import TextFormats

/// A value of the configuration file.
enum ConfigurationValue: Equatable {
    struct Member: Equatable {
        let key: String
        let value: ConfigurationValue
    }

    /// `null`, which removes a value that the file has for all commands.
    case none
    case flag(Bool)
    /// A text, or a number as it is written in the file.
    case text(String)
    case list([ConfigurationValue])
    case object([Member])

    /// Reads the text of a file.
    static func read(_ text: some Collection<UInt8>) throws(JSONError) -> ConfigurationValue {
        try JSONReader.read(text) { reader throws(JSONError) in try value(&reader) }
    }

    private static func value(
        _ reader: inout JSONReader
    ) throws(JSONError) -> ConfigurationValue {
        switch try reader.kind() {
        case .string: return .text(try reader.string())
        case .array:
            var values: [ConfigurationValue] = []
            try reader.array { reader throws(JSONError) in values.append(try value(&reader)) }
            return .list(values)
        case .object:
            var members: [Member] = []
            var keys: Set<String> = []
            try reader.object { reader, field throws(JSONError) in
                let key = String(decoding: field.utf8, as: UTF8.self)
                guard keys.insert(key).inserted else { throw reader.duplicate() }
                members.append(Member(key: key, value: try value(&reader)))
            }
            return .object(members)
        case .scalar:
            if try reader.null() { return .none }
            let text = String(decoding: try reader.rawValue(), as: UTF8.self)
            return text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
        }
    }

    /// The values of an option; empty to remove a value that the file has for all commands.
    ///
    /// - Parameter key: the key for the message.
    /// - Throws: `ProgramError` if the type does not fit the option.
    func values(for option: OptionDescription, key: String) throws(ProgramError) -> [String] {
        switch self {
        case .none: return []
        case .flag(let value) where option.isFlag: return ["\(value)"]
        case .text(let text) where !option.isFlag: return [text]
        case .list(let values) where option.isRepeating:
            var texts: [String] = []
            for case .text(let text) in values { texts.append(text) }
            if texts.count == values.count { return texts }
        default: break
        }
        let wanted =
            option.isFlag
            ? "true or false" : "a text or a number" + (option.isRepeating ? ", or an array" : "")
        throw .configuration("\(key): expected \(wanted)")
    }
}

extension ProgramError {
    /// An error in the configuration of the user.
    package static func configuration(_ message: String) -> ProgramError {
        ProgramError(.configuration, message)
    }
}
