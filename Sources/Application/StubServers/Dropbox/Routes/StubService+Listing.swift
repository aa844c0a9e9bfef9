import Scheduling
import TextFormats
import WebServer

extension StubService {
    private struct ListArgument: Decodable {
        let path: String
        let recursive: Bool?
        let include_deleted: Bool?
        let limit: Int?
    }

    private struct CursorArgument: Decodable {
        let cursor: String
        let timeout: Int?
    }

    func listFolder(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        library.rescan()
        return page(from: try firstCursor(call), for: call)
    }

    func continueListing(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let cursor = try cursor(call.decode(CursorArgument.self).cursor, for: call)
        if cursor.sequence >= library.snapshot().journal.count {
            library.rescan()
        }
        if !cursor.folder.isEmpty {
            try checkFolder(library.snapshot().node(atPath: cursor.folder))
        }
        return page(from: cursor, for: call)
    }

    func latestCursor(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        library.rescan()
        var cursor = try firstCursor(call)
        let tree = library.snapshot()
        cursor.position =
            tree.generated.listing(of: cursor.folder, recursive: cursor.isRecursive)?.count ?? 0
        cursor.sequence = cursor.since
        let text = cursor.text
        return .json { $0.member("cursor", text) }
    }

    /// Waits for a change; a served folder is scanned once a second during the wait.
    func longpoll(_ call: StubCall) async throws(StubErrorResponse) -> WebResponse {
        let argument = try call.decode(CursorArgument.self)
        let timeout = argument.timeout ?? 30
        guard (30...480).contains(timeout) else {
            throw call.failure("request body: timeout: not in the range 30 to 480")
        }
        let cursor = try cursor(argument.cursor, for: call)
        let deadline = ContinuousClock.now + .seconds(timeout)
        var hasChanges = false
        while !isStopping, !Task.isCancelled {
            let notificationCount = library.notifier.notificationCount
            library.rescan()
            hasChanges = Lister(library: library, hashIsWrong: false).hasChanges(since: cursor)
            let rest = deadline - .now
            if hasChanges || rest <= .zero { break }
            await library.notifier.wait(
                after: notificationCount,
                timeout: library.servesFolder ? min(rest, .seconds(1)) : rest)
        }
        return .json { $0.member("changes", hasChanges) }
    }

    private func page(from cursor: ListingCursor, for call: StubCall) -> WebResponse {
        if call.effect == .emptyPage {
            return .json(Lister.emptyPage(at: cursor))
        }
        let lister = Lister(library: library, hashIsWrong: call.effect == .wrongHash)
        // The hash of a file on the disk does not follow from the cursor and the journal.
        guard call.effect != .wrongHash, !library.servesFolder else {
            return .json(lister.page(from: cursor))
        }
        let key = PageKey(cursor: cursor, journal: lister.tree.journal.count)
        if let page = pages[key] { return .json(page) }
        let page = lister.page(from: cursor)
        pages.store(page, for: key)
        return .json(page)
    }

    private func firstCursor(_ call: StubCall) throws(StubErrorResponse) -> ListingCursor {
        let argument = try call.decode(ListArgument.self)
        guard argument.path != "/" else {
            throw call.failure(
                "request body: path: Specify the root folder as an empty string rather than as "
                    + "\"/\".")
        }
        let limit = argument.limit ?? 2000
        guard (1...2000).contains(limit) else {
            throw call.failure("request body: limit: not in the range 1 to 2000")
        }
        let tree = library.snapshot()
        var folder = ""
        if !argument.path.isEmpty, argument.path != "ns:\(namespace)" {
            let node = try resolve(argument.path, in: tree, for: call)
            try checkFolder(node)
            folder = node?.location.pathLower ?? ""
        }
        return ListingCursor(
            library: generation.withLock(\.text), folder: folder,
            isRecursive: argument.recursive ?? false,
            includesDeleted: argument.include_deleted ?? false,
            limit: min(limit, max(1, configuration.pageLimit ?? limit)), position: 0, sequence: 0,
            since: tree.journal.count)
    }

    private func checkFolder(_ node: StubNode?) throws(StubErrorResponse) {
        switch node {
        case .folder: return
        case .file: throw .conflict("path", "not_folder")
        case nil: throw .conflict("path", "not_found")
        }
    }

    /// Parses a cursor, which must belong to this library and its current generation.
    private func cursor(_ text: String, for call: StubCall) throws(StubErrorResponse)
        -> ListingCursor
    {
        guard let cursor = ListingCursor(text: text) else {
            throw call.failure("request body: cursor: Invalid \"cursor\" parameter.")
        }
        guard cursor.library == generation.withLock(\.text),
            max(cursor.sequence, cursor.since) <= library.snapshot().journal.count
        else { throw .conflict("reset") }
        return cursor
    }
}

/// The start of a page, and the number of changes when it was made.
struct PageKey: Hashable {
    let cursor: ListingCursor
    let journal: Int
}
