/// The place where a store saves its data: one text, which is replaced as a whole.
///
/// The package has three backends: `MemoryBackend`, `FileBackend` and `CommandBackend`. A backend
/// follows these rules:
///
/// 1. `update` excludes every other `update` of the same place, also in other processes. It does so
///    from the moment when it reads the data until the data is saved.
/// 2. The data is replaced completely or not at all, whatever happens to the process. It survives a
///    power cut once `update` has returned.
/// 3. After an error, including an error of the closure, the data is unchanged.
/// 4. `load` returns the data before or after a concurrent update, never a mixture.
///
/// All methods may block, and are called from any thread.
public protocol KeyedStoreBackend: Sendable {
    /// The place in words, for messages, such as `file settings.json`; without a secret.
    var place: String { get }

    /// Returns the stored data; `nil` if nothing is stored.
    func load() throws(KeyedStoreError) -> [UInt8]?

    /// Calls `change` with the stored data, and performs the change that it returns.
    ///
    /// - Throws: the error of `change`, or a `KeyedStoreError`.
    func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws

    /// Stores a copy of damaged data at a separate place, for examination by the user.
    ///
    /// - Parameters:
    ///   - data: the damaged data.
    ///   - suffix: the end of the name of that place, with the date. A place of this name may exist
    ///     with the same data.
    /// - Returns: the place in words.
    func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String
}

/// The result of a change of stored data.
@frozen
public enum StoredChange: Sendable {
    /// The data stays as it is.
    case keep
    /// The data is replaced.
    case save([UInt8])
    /// The data is removed.
    case erase
}
