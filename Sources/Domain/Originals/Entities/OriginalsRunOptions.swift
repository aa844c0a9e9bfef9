/// The options of one run that downloads originals, which the library does not store.
package struct OriginalsRunOptions: Hashable, Sendable {
    /// Whether the originals of photos that the server no longer has are moved to the trash of the
    /// folder, up to the limit of a run.
    package var prunes: Bool
    /// The largest number of bytes to download; `nil` for the limit of the choice.
    package var byteLimit: Int64?
    /// The number of files that are downloaded at the same time.
    package var transfers: Int

    package init(prunes: Bool = false, byteLimit: Int64? = nil, transfers: Int = 6) {
        self.prunes = prunes
        self.byteLimit = byteLimit
        self.transfers = transfers
    }
}
