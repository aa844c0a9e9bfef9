/// The identity of a generated photo: its number in the library and its number of changes.
package struct GeneratedPhoto: Sendable, Hashable {
    /// The number in the library.
    package let number: Int
    /// The number of changes.
    package let version: Int

    /// Creates the identity of a photo after `version` changes.
    package init(number: Int, version: Int = 0) {
        self.number = number
        self.version = version
    }
}
