import CommandOptions
import Duplicates
import Foundation
import Originals
import PhotoFeed
import ProgramServices
import Scheduling
import TextFormats

/// The merged feed of accounts, for random access by position.
///
/// Each call blocks on the disk. It only reads. Its scheduler is that of the page's readers, so its
/// calls wait for each other only, and not for a sync of the same process.
@Schedulable
final class ServedFeed {
    /// The number of items of a chunk, which a page requests at once.
    static let chunkSize = 512
    /// The number of items in which one call searches for duplicates: about a tenth of a second.
    private static let stepSize = 4_096
    /// The number of selections whose indexes are kept.
    private static let keptViews = 8
    /// The number of searches for groups that are kept.
    private static let keptSearches = 4
    /// The number of calls after which requests that have not asked again have ended.
    ///
    /// Each open request asks again after its answer, and the server has 256 connections at most.
    private static let callLimit = 1_000

    /// A library, and the name of its account.
    struct Library {
        let name: String
        /// The account and the folder; `nil` for a library that stays as it is.
        var source: ServePage.Library?
        let reader: any FeedReader
        /// Opens the original of an item, if it is here.
        var original: (MediaNode) throws(FeedError) -> OriginalFile? =
            { (_) throws(FeedError) -> OriginalFile? in nil }
        /// Tries to open a library that could not be opened; `nil` for one that is open.
        var reopen: (() -> Library)?
        /// Opens the library again after it was deleted, moved or replaced; `nil` if it never is.
        var renew: (() -> Library)?
    }

    /// The people who see a feed.
    enum Audience: Equatable, Sendable {
        case owner
        /// A guest, who sees the originals or only the thumbnails.
        case guest(originals: Bool)
    }

    /// An original that is here, or the movie in it.
    struct Original: Sendable {
        let file: OriginalFile
        /// The bytes of the file that are served.
        let range: Range<Int64>
        /// The first of these bytes.
        let start: [UInt8]
    }

    /// The result of a request for a chunk.
    enum Chunk: Equatable, Sendable {
        /// The items as JSON.
        case items([UInt8])
        /// The feed has fewer items.
        case missing
        /// The feed is no longer that of the version.
        case changed
    }

    /// The result of a request for a thumbnail.
    enum Picture: Equatable, Sendable {
        case bytes([UInt8])
        /// The thumbnail has the version that the browser has already.
        case unchanged
        case missing
    }

    private struct Search {
        let list: GroupList
        let selection: FeedSelection
        let version: Int
        let search: any GroupSearch
        /// The number of the last call that asked for it.
        var lastCall: Int
    }

    /// The names of the accounts, in the order of their libraries.
    private(set) var libraryNames: [String]
    private(set) var libraries: [Library]
    /// The people who see the feed; guests get no paths of this machine in messages.
    let audience: Audience
    /// The number of the present state of the libraries.
    private var version = 1
    /// The marks of the libraries at that state; `nil` for one that could not be read.
    private var marks: [Int64?]
    /// The number of calls that have asked for an index or a search.
    private var calls = 0
    /// The indexes of selections, with the last calls that asked for them; the last one was used
    /// last.
    private(set) var views: [(selection: FeedSelection, view: FeedView, lastCall: Int)] = []
    /// The searches for groups; the last one was used last.
    private var searches: [Search] = []
    /// The stored hashes of pictures, with the versions of their files, while a search for pictures
    /// is not complete: all such searches share them.
    private(set) var pictures:
        (versions: [PictureHashFile.Version?], facts: [UInt64: PictureFacts?])?

    /// Creates the feed of libraries.
    init(_ libraries: [Library], for audience: Audience = .owner) {
        self.audience = audience
        self.libraries = libraries
        libraryNames = libraries.map(\.name)
        marks = Self.marks(of: libraries)
    }

    /// Returns the months of a selection as JSON; `nil` if another call has to continue.
    func summary(of selection: FeedSelection) throws -> [UInt8]? {
        if let library = selection.library, !libraries.indices.contains(library) {
            return summary(FeedIndex(), [], version: version) { _ in }
        }
        guard let view = view(of: selection), view.grow() else { return nil }
        let failures = view.failures.map { library, error in
            let reason = audience == .owner ? error.message : "it cannot be read"
            return AccountFailure.naming(libraries[library].name, in: reason)
        }
        let first = view.items(at: 0..<min(Self.chunkSize, view.index.count)) ?? []
        return summary(view.index, failures.sorted(), version: view.version) { json in
            for item in first {
                json.add(item, names: libraryNames, isLive: view.isLive(item))
            }
        }
    }

    /// Returns the items of a chunk as JSON.
    func chunk(_ number: Int, of selection: FeedSelection, version: String) throws -> Chunk {
        guard let view = views.first(where: { $0.selection == selection })?.view, view.isComplete,
            version == "\(view.version)"
        else { return .changed }
        let start = number * Self.chunkSize
        guard start < view.index.count else { return .missing }
        let positions = start..<min(start + Self.chunkSize, view.index.count)
        guard let items = view.items(at: positions) else {
            self.version += 1
            return .changed
        }
        var json = JSONWriter(capacity: 64 << 10)
        json.array { json in
            for item in items { json.add(item, names: libraryNames, isLive: view.isLive(item)) }
        }
        return .items(json.bytes)
    }

    /// Returns the thumbnail of an item in a library.
    func picture(
        of id: NodeID, in library: Int, version: String, withBytes: Bool
    ) throws(FeedError) -> Picture {
        guard libraries.indices.contains(library) else { return .missing }
        let reader = libraries[library].reader
        do throws(FeedError) {
            // The version of a thumbnail is its checksum, unless a former version has stored it.
            if withBytes, let checksum = UInt64(version, radix: 16),
                let bytes = try reader.thumbnail(of: id, checksum: checksum)
            {
                return .bytes(bytes)
            }
            guard let item = try reader.item(id), item.thumbnailVersion == version else {
                return .missing
            }
            guard withBytes else { return .unchanged }
            return try reader.thumbnail(of: id).map { .bytes($0) } ?? .missing
        } catch {
            guard error.code == .thumbnailDamaged else { throw error }
            return .missing
        }
    }

    /// Returns the view of a selection if its index is complete, after one further step.
    func grownView(of selection: FeedSelection) -> FeedView? {
        guard let view = view(of: selection), view.grow() else { return nil }
        return view
    }

    /// Returns the search for groups in a selection if it is complete, after one further step.
    ///
    /// A search that is not complete is continued, although the libraries have changed since. It is
    /// not begun while requests wait for all searches that are kept.
    func advancedSearch(of selection: FeedSelection, _ list: GroupList) -> (any GroupSearch)? {
        calls += 1
        // Those of other selections that are not complete stay, since pages wait for them.
        searches.removeAll {
            $0.list == list && $0.search.isComplete
                && ($0.version != version || $0.selection != selection)
        }
        let known = searches.firstIndex { $0.list == list && $0.selection == selection }
        if known == nil, searches.count == Self.keptSearches {
            let free = searches.firstIndex { $0.search.isComplete || isAbandoned($0.lastCall) }
            guard let free else { return nil }
            searches.remove(at: free)
        }
        var present =
            known.map { searches.remove(at: $0) }
            ?? Search(
                list: list, selection: selection, version: version,
                search: makeSearch(list, in: selection), lastCall: calls)
        present.lastCall = calls
        searches.append(present)
        let isComplete = present.search.advance(by: Self.stepSize)
        if !searches.contains(where: { $0.list == .near && !$0.search.isComplete }) {
            pictures = nil
        }
        return isComplete ? present.search : nil
    }

    /// Whether the requests for an index or a search, which is not complete, have ended.
    ///
    /// Another one replaces it only then. Otherwise requests for more selections than are kept
    /// would begin theirs again and again.
    private func isAbandoned(_ lastCall: Int) -> Bool { calls - lastCall > Self.callLimit }

    private func makeSearch(
        _ list: GroupList, in selection: FeedSelection
    ) -> any GroupSearch {
        let readers = libraries.map(\.reader)
        switch list {
        case .duplicates: return DuplicateSearch(of: readers, where: selection.contains)
        case .bursts: return BurstSearch(of: readers, where: selection.contains)
        case .near:
            return PictureSearch(of: readers, facts: storedHashes(), where: selection.contains)
        }
    }

    /// The stored hashes of pictures, which are read again only if a file has changed: the files of
    /// a million pictures have 44 MB.
    private func storedHashes() -> [UInt64: PictureFacts?] {
        let folders = libraries.map { $0.source?.folder.path }
        let versions = folders.map { $0.flatMap { PictureHashFile(library: $0).version } }
        if let pictures, pictures.versions == versions { return pictures.facts }
        let facts = PictureHashFile.read(folders)
        pictures = (versions, facts)
        return facts
    }

    /// Returns an item of a library.
    func item(_ id: NodeID, in library: Int) throws(FeedError) -> MergedItem? {
        try libraries[library].reader.item(id).map { MergedItem($0, in: [library]) }
    }

    /// The accounts whose libraries cannot be opened.
    var unopened: [AccountFailure] {
        checkScheduler()
        return libraries.compactMap { library in
            (library.reader as? UnopenedLibrary).map {
                AccountFailure(account: library.name, error: $0.error)
            }
        }
    }

    /// Replaces libraries, so that the page shows the others from now on.
    func replaceLibraries(_ replace: ([Library]) -> [Library]) {
        checkScheduler()
        libraries = replace(libraries)
        libraryNames = libraries.map(\.name)
        marks = Self.marks(of: libraries)
        // Their items have the positions of the former libraries.
        views = []
        searches = []
        pictures = nil
        version += 1
    }

    /// Returns the version of the feed, which is another one when a library has changed.
    ///
    /// A library that could not be opened, or that was deleted or replaced, is opened again.
    func presentVersion() -> String {
        checkScheduler()
        let states = libraries.map { Self.mark(of: $0) }
        let gone = states.map(Self.isMissing)
        let found = zip(libraries, gone).map { library, isGone in
            library.reopen.map { $0() } ?? (isGone ? library.renew.map { $0() } : nil) ?? library
        }
        let isOpened = zip(found, libraries).contains { $0.reopen == nil && $1.reopen != nil }
        if isOpened || zip(libraries, gone).contains(where: { $1 && $0.renew != nil }) {
            replaceLibraries { _ in found }
            return "\(version)"
        }
        let present = states.map { try? $0.get() }
        if present != marks {
            marks = present
            version += 1
        }
        return "\(version)"
    }

    /// The change mark of a library, `nil` if it has none; an error if the library was deleted,
    /// moved or replaced.
    private static func mark(of library: Library) -> Result<Int64?, FeedError> {
        Result { () throws(FeedError) in
            try (library.reader as? any ChangeMarking)?.changeMark()
        }
    }

    private static func isMissing(_ mark: Result<Int64?, FeedError>) -> Bool {
        if case .failure(let error) = mark { error.code == .libraryNotFound } else { false }
    }

    private static func marks(of libraries: [Library]) -> [Int64?] {
        libraries.map { try? mark(of: $0).get() }
    }

    /// Returns the view of a selection; `nil` while requests wait for all views that are kept.
    ///
    /// An index that is not complete is continued, although the libraries have changed since:
    /// otherwise the index of a large library would not be completed during a sync.
    private func view(of selection: FeedSelection) -> FeedView? {
        calls += 1
        views.removeAll {
            $0.selection == selection && $0.view.isComplete && $0.view.version != version
        }
        let known = views.firstIndex { $0.selection == selection }
        if known == nil, views.count == Self.keptViews {
            let free = views.firstIndex { $0.view.isComplete || isAbandoned($0.lastCall) }
            guard let free else { return nil }
            views.remove(at: free)
        }
        let view =
            known.map { views.remove(at: $0).view }
            ?? FeedView(selection, of: libraries.map(\.reader), version: version)
        views.append((selection, view, calls))
        return view
    }

    private func summary(
        _ index: FeedIndex, _ failures: [String], version: Int,
        addFirst: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.member("version", "\(version)")
            json.member("chunk", Self.chunkSize)
            json.member("items", index.count)
            json.member("videos", index.videos)
            json.array("accounts") { json in
                for library in libraries { json.string(ItemText.shown(library.name)) }
            }
            json.array("months") { json in
                for month in index.months {
                    json.array { json in
                        json.string(month.key)
                        json.integer(month.count)
                    }
                }
            }
            json.array("failures") { json in
                for failure in failures { json.string(ItemText.shown(failure)) }
            }
            // The first chunk, so that a page shows its first tiles without a further request.
            json.array("first") { addFirst(&$0) }
        }
    }
}
