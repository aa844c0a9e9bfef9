import CommandOptions
import Composition
import Foundation
import Originals
import PhotoFeed
import ProgramServices
import Scheduling
import TextFormats

/// Writes an XMP sidecar for each photo and video of the feed of accounts, one window at a time.
///
/// The paths are those of the originals: the path that the library has stored for an original, and
/// otherwise the path of the layout. A service of the business logic: it reads from the libraries
/// on the same scheduler, and blocks on the disk.
@Schedulable
final class SidecarExport {
    /// The account of an item: its name, its originals, and the layout of their paths.
    private struct Owner {
        let name: String
        let originals: OriginalsReader?
        let layout: OriginalLayout
    }

    private let feed: AccountsFeed
    private let folder: SidecarFolder
    private let owners: [ByteEqualString: Owner]
    /// The number of sidecars that were written, and of those that were right already.
    private(set) var written = 0
    private(set) var unchanged = 0
    /// The number of files of other programs that were kept.
    private(set) var kept = 0

    /// Begins an export.
    ///
    /// - Parameters:
    ///   - accounts: the accounts of the feed.
    ///   - feed: the feed whose items get sidecars.
    ///   - path: the folder of the sidecars, which is created if it is missing.
    ///   - layout: the layout of the paths; `nil` for that of the library's originals.
    init(
        of accounts: [Scope], _ feed: AccountsFeed, into path: String, layout: OriginalLayout?
    ) throws {
        self.feed = feed
        folder = try SidecarFolder(path: path)
        var owners: [ByteEqualString: Owner] = [:]
        for account in accounts where feed.names.contains(account.name) {
            let originals = try account.here(AccountSettingsKey.self).library
                .map { OriginalsReader(library: $0.path) }
            let isStored = layout == nil
            let stored = isStored ? try originals?.choice()?.layout : nil
            owners[ByteEqualString(account.name)] = Owner(
                name: account.name.contains("/") ? "library" : account.name,
                originals: isStored ? originals : nil,
                layout: try layout ?? stored ?? OriginalLayout(OriginalLayout.standard))
        }
        self.owners = owners
    }

    /// Writes the sidecars of the next window.
    ///
    /// - Returns: whether there may be more.
    func next() throws -> Bool {
        guard let window = try feed.next() else { return false }
        for item in window {
            guard let name = feed.owners(of: item).first,
                let owner = owners[ByteEqualString(name)]
            else { continue }
            let path =
                try owner.originals?.components(of: item.item.node)
                ?? owner.layout.path(of: item.item, account: owner.name)
            switch try folder.write(item.item, account: owner.name, at: path) {
            case .written: written += 1
            case .unchanged: unchanged += 1
            case .kept: kept += 1
            }
        }
        return true
    }

    /// The accounts that are not, or not completely, in the export.
    var failures: [AccountFailure] {
        checkScheduler()
        return feed.failures
    }
}
