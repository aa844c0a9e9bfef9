/// The path of an original.
struct OriginalPath: CustomStringConvertible {
    let description: String

    init(_ components: [String]) { description = components.joined(separator: "/") }

    /// The path without its extension.
    var stem: Substring { description[..<(description.lastIndex(of: ".") ?? description.endIndex)] }
}
