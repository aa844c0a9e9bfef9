import PhotoFeed
import TextFormats

/// The listing of a folder, or of its changes, over a server whose abilities are found on the way.
///
/// A pure state machine: each input returns the actions to perform, in order. `WebDAVPager`
/// performs them, and sends one request at a time.
///
/// The strategies, from the cheapest one: a report of the changes since a token; the tag of the
/// folder, once it was seen to change with its subfolders; one answer with everything below the
/// folder; an answer for each folder. Tags that were seen to change replace the answers for the
/// folders that are unchanged. Only a complete listing lets a library remove anything. A folder or
/// a file that the server refuses, does not describe, or fails for is named by a change
/// (`NodeChange.unlisted`): the library keeps what it has there. The run fails if the server does
/// not list the root.
struct WebDAVListing {
    /// The maximum number of members of a run; a server that sends more counts as broken.
    static let memberLimit = 5_000_000
    /// The maximum number of members of a folder.
    static let folderLimit = 1_000_000
    /// The number of folders for which a server may fail; each of them takes several attempts.
    static let failureLimit = 20
    /// The number of answers in succession without a file, after which a server counts as broken.
    static let barrenLimits = (folders: 100_000, reports: 100)

    /// A request of the listing.
    enum Request: Hashable {
        /// The folder alone, with the abilities of the server.
        case probe
        /// The members of a folder, or everything below it.
        case list(String, WebDAVPropfind.Depth)
        /// The changes since a token; everything for an empty token.
        case changes(String)
    }

    /// An action that the owner of the machine performs.
    enum Action: Hashable {
        /// Sends a request, whose parts and failure are the next inputs.
        case request(Request)
        /// Sends a page.
        case send(FeedPage)
        /// Completes the pages.
        case complete
        /// Fails the pages.
        case fail(FeedError)
    }

    /// The use of the answer that is awaited.
    enum Phase: Hashable {
        /// Its answer has the abilities of the server.
        case probing
        /// Its answer has the changes since the last run.
        case following
        /// Its answer has everything, by a report.
        case reporting
        /// Its answer has everything below the folder.
        case sweeping
        /// Its answer has the subfolders that remain after a stop, at this place of the chain.
        case locating(Int)
        /// Its answer has the members of a folder.
        case walking(String)
        /// Its answer shows whether a folder that is missing is still named by its parent.
        case confirming(String)
        /// Its answer shows whether a server that has failed for this folder answers for others.
        case checking(String, FeedError)
    }

    let folder: String
    let pageLimit: Int
    private(set) var phase = Phase.probing
    /// The memory of the listing under way.
    var memory = WebDAVMemory()
    /// The memory of the complete listing before.
    var former: WebDAVMemory?
    /// Whether nothing is sent, and only the digests are compared.
    var isCheck = false
    /// Whether the pages are changes since a token, not a listing.
    var isDelta = false
    /// Whether the folders of `stack` came from one answer with everything.
    var isSeeded = false
    /// Whether folders with unchanged tags are not listed.
    var isPruning = false
    /// Whether no request asks for everything, since a part of a failed answer was sent.
    private(set) var walksOnly: Bool
    /// Whether a page was sent before the end of the listing.
    var hasSent = false
    /// The folders that remain, the next one last.
    var stack: [String] = []
    /// The folder after which the listing continues; `nil` before the first one.
    var position: String?
    /// Whether a part of the folder could not be listed.
    var isPartial = false
    /// The number of folders for which the server has failed.
    var failures = 0
    /// The tags of folders that remain, from the listings of their parents.
    var tags: [ByteEqualString: String] = [:]
    /// The changes that were not sent yet.
    var changes: [NodeChange] = []
    /// The folders from the root to the one after which a listing continues.
    var chain: [String] = []
    var answer = WebDAVAnswer(folder: "")
    private var members = 0
    private var membersOfAnswer = 0
    /// The number of the last answers that have no file.
    private var barren = 0
    /// The hashes of the identifiers of the files that a walk has found.
    private var fileIDs: Set<Int> = []

    /// Creates the listing of `folder` from its beginning.
    ///
    /// - Parameters:
    ///   - former: the memory of the last complete listing, if there was one.
    ///   - walksOnly: whether each folder is listed by a request of its own, because the listing
    ///     before has sent a part of an answer with everything, which then failed.
    init(of folder: String, former: WebDAVMemory?, pageLimit: Int, walksOnly: Bool = false) {
        self.folder = folder
        self.former = former
        self.pageLimit = pageLimit
        self.walksOnly = walksOnly
    }

    /// Returns the first action of a listing from the beginning.
    mutating func start() -> [Action] { request(.probe, .probing) }

    /// Returns the first action of a listing that continues at `cursor`.
    mutating func start(at cursor: WebDAVCursor) -> [Action] {
        switch cursor.position {
        case .listing(_, isPartial: true):
            former = cursor.former
            return [.fail(FeedError(.cursorReset, "folders of the last listing are missing"))]
        case .listing(after: nil, isPartial: false):
            former = cursor.former
            // A library would count what the stopped listing has named as named by this one.
            return [.fail(FeedError(.cursorReset, "the listing begins again"))]
        case .listing(let after?, isPartial: false):
            former = cursor.former
            memory = cursor.memory
            position = after
            chain = WebDAVPath.folders(from: folder, to: after)
            return request(.list(folder, .members), .locating(0))
        case .following:
            former = cursor.memory
            memory.hasFileIDs = cursor.memory.hasFileIDs
            guard let token = cursor.memory.syncToken else {
                isCheck = true
                return start()
            }
            isDelta = true
            memory = cursor.memory
            return request(.changes(token), .following)
        }
    }

    /// Begins a request, and forgets the answer before it.
    mutating func request(_ request: Request, _ phase: Phase) -> [Action] {
        self.phase = phase
        let place: String =
            switch phase {
            case .walking(let path): path
            case .confirming(let path): WebDAVPath.parent(of: path)
            case .locating(let index): chain[index]
            default: folder
            }
        answer = WebDAVAnswer(folder: place)
        membersOfAnswer = 0
        return [.request(request)]
    }

    // MARK: Inputs

    /// Takes a part of the answer.
    mutating func received(_ part: WebDAVPart) -> [Action] {
        members += part.members.count
        membersOfAnswer += part.members.count
        if let excess { return [.fail(FeedError(.tooLarge, excess))] }
        for member in part.members { take(member) }
        guard let end = part.end else { return flush() }
        answer.foreign = end.foreign
        // Some servers send this in place of the status 404.
        if answer.deniesFolder { return failed(WebDAVFailure(answer.missing, .missing)) }
        return ended(end)
    }

    /// The message about too many members; `nil` within the limits.
    private var excess: String? {
        if members > Self.memberLimit {
            "the server has named more than \(Self.memberLimit) files"
        } else if !isDeep, membersOfAnswer > Self.folderLimit {
            "the server has named more than \(Self.folderLimit) files in one folder"
        } else {
            nil
        }
    }

    /// Whether the answer has members of subfolders.
    private var isDeep: Bool {
        switch phase {
        case .following, .reporting, .sweeping: true
        default: false
        }
    }

    private mutating func take(_ member: WebDAVMember) {
        guard answer.accepts(member, isDeep: isDeep) else { return }
        if phase == .following, member.status == 404 {
            changes.append(.deleted(pathKey: member.path))
            return
        }
        guard member.isDescribed else {
            answer.undescribed.append(member)
            return
        }
        answer.add(member)
        learn(from: member)
        if isPruning, !member.isFolder { former?.folders?.forgetTags(below: member.path) }
        switch phase {
        case .following: changes.append(member.change)
        case .reporting, .sweeping, .walking:
            record(member)
            // The end of a listing removes what another file has replaced. Before it, the answer
            // may turn out to be a faulty one.
            let change = member.change
            if case .otherFile = change { break }
            if !isCheck { changes.append(change) }
        case .probing, .locating, .confirming, .checking: break
        }
    }

    /// Records the identifier of a file; of two files with one identifier, a library keeps one.
    ///
    /// If that one is removed, only a listing of the other one's folder brings the file back. So
    /// the next walk leaves out no folder.
    private mutating func record(_ file: WebDAVMember) {
        guard memory.folders != nil, !file.isFolder, let id = file.fileID,
            !fileIDs.insert(id.hashValue).inserted
        else { return }
        memory.folders = nil
        tags = [:]
    }

    /// Takes note of the abilities that a file shows.
    private mutating func learn(from file: WebDAVMember) {
        guard !file.isFolder else { return }
        if file.contentHash != nil { memory.abilities[.checksums] = true }
        memory.abilities[.tags] = file.tag != nil
        if let form = file.tagForm { memory.abilities[.quotes] = form != .unquoted }
    }

    private mutating func ended(_ end: WebDAVPart.End) -> [Action] {
        // The first answer with files decides, so that later ones are not longer for nothing.
        if phase != .probing, answer.hasFiles { memory.abilities.learn(.checksums, false) }
        if let error = checkProgress() { return [.fail(error)] }
        switch phase {
        case .probing: return probed(end)
        case .following: return followed(end)
        case .reporting: return reported(end)
        case .sweeping: return swept()
        case .locating(let index): return located(index)
        case .walking(let path): return walked(path)
        case .confirming(let path): return confirmed(path)
        case .checking(let path, let error):
            return answer.isUsable ? skip(path, error) : [.fail(answer.incomplete)]
        }
    }

    /// Counts answers without a file; returns the error of a server that sends no others.
    private mutating func checkProgress() -> FeedError? {
        let (isBarren, limit): (Bool, Int)
        switch phase {
        case .walking: (isBarren, limit) = (!answer.hasFiles, Self.barrenLimits.folders)
        case .reporting, .following:
            // A report that is cut names the folder.
            (isBarren, limit) = (membersOfAnswer <= 1, Self.barrenLimits.reports)
        default: return nil
        }
        barren = isBarren ? barren + 1 : 0
        guard barren > limit else { return nil }
        return FeedError(
            .tooLarge, "the last \(barren) answers of the server to the listing name no file")
    }

    /// Takes the failure of the request.
    mutating func failed(_ failure: WebDAVFailure) -> [Action] {
        switch (phase, failure.kind) {
        case (.reporting, .refused), (.reporting, .malformed), (.reporting, .missing),
            (.reporting, .invalidToken), (.reporting, .failing):
            if failure.kind == .refused { memory.abilities[.reports] = false }
            return fallBack(failure.error)
        case (.sweeping, _) where failure.kind != .fatal:
            // Some servers refuse the request, and some end it after a while.
            if failure.kind == .refused { memory.abilities[.infinity] = false }
            return fallBack(failure.error)
        case (.following, .failing) where !failure.isOverLimit:
            return [.fail(failure.error)]
        case (.following, .invalidToken), (.following, .refused), (.following, .malformed),
            (.following, .failing):
            former?.syncToken = nil
            return [.fail(FeedError(.cursorReset, failure.error.message, cause: failure.error))]
        case (.locating, .refused), (.locating, .malformed), (.locating, .missing),
            (.locating, .failing):
            return [.fail(FeedError(.cursorReset, failure.error.message, cause: failure.error))]
        case (.walking(folder), _): return [.fail(failure.error)]
        case (.walking(let path), .missing):
            return request(.list(WebDAVPath.parent(of: path), .members), .confirming(path))
        case (.walking(let path), .refused), (.walking(let path), .malformed),
            (.confirming(let path), .missing), (.confirming(let path), .refused),
            (.confirming(let path), .malformed):
            return skip(path, failure.error)
        case (.walking(let path), .failing), (.confirming(let path), .failing):
            failures += 1
            guard failures <= Self.failureLimit else { return [.fail(failure.error)] }
            return request(.probe, .checking(path, failure.error))
        default: return [.fail(failure.error)]
        }
    }

    // MARK: The beginning

    private mutating func probed(_ end: WebDAVPart.End) -> [Action] {
        if let root = answer.itself, !root.isFolder { return [.fail(answer.missing)] }
        guard let root = answer.itself, answer.isComplete else {
            return [.fail(answer.incomplete)]
        }
        memory.abilities = former?.abilities ?? WebDAVAbilities()
        memory.abilities[.ids] = root.fileID != nil
        memory.abilities[.reports] = root.reportsChanges
        memory.abilities[.previews] = root.hasPreview != nil
        if isCheck, let former {
            if former.isUnchanged(tag: root.tag, now: end.time) {
                return [.send(page(former, .following, hasMore: false)), .complete]
            }
            if former.propagation == .seen, root.tag != former.tag {
                return [.fail(FeedError(.cursorReset, "the tag of the folder has changed"))]
            }
        }
        memory.tag = root.tag
        memory.hasFileIDs = root.fileID != nil
        memory.listed = end.time.flatMap { WebDAVMemory.times.contains($0) ? $0 : nil } ?? 0
        if let former, !isCheck, !root.reportsChanges, root.tag != nil, former.folders != nil,
            former.hasFileIDs == memory.hasFileIDs, former.trustsTags(now: end.time)
        {
            isPruning = true
            // Only a complete listing shows that the tags are true.
            memory.listed = former.listed
            return walk()
        }
        if walksOnly { return walk() }
        return root.reportsChanges && !isCheck ? request(.changes(""), .reporting) : sweep()
    }

    /// Replaces an answer with everything that has failed by the next strategy.
    ///
    /// A member of the answer may be removed before the next strategy asks for it. If a page has
    /// the member, the library would keep it, so the listing begins again.
    mutating func fallBack(_ error: FeedError) -> [Action] {
        guard !hasSent else {
            walksOnly = true
            // The library has received folders that are newer than these.
            former?.folders = nil
            return [.fail(FeedError(.cursorReset, error.message, cause: error))]
        }
        return phase == .reporting ? sweep() : walk()
    }

    /// Requests everything below the folder at once.
    private mutating func sweep() -> [Action] {
        forget()
        return request(.list(folder, .everything), .sweeping)
    }

    /// Requests the members of one folder after the other.
    private mutating func walk() -> [Action] {
        forget()
        if memory.tag != nil, former?.propagation != .refuted { memory.folders = WebDAVFolders() }
        stack = [folder]
        return next()
    }

    /// Forgets what an attempt has collected that is not used.
    private mutating func forget() {
        changes = []
        stack = []
        fileIDs = []
        memory.near = WebDAVDigest()
        memory.deep = WebDAVDigest()
        memory.syncToken = nil
        memory.folders = nil
    }
}
