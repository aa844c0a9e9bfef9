import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Finds the abilities of a WebDAV server by requests that only read.
///
/// It sends at most some twenty requests: for the folder, for a few folders below it until it finds
/// a photo, and for that photo.
///
/// A business-logic service, confined to the scheduler of its hosts.
@Schedulable
final class WebDAVProbe: CapabilityProbe {
    /// The number of folders that are searched for a photo.
    private static let folderLimit = 12

    private let host: any APIHost
    /// The host of previews; `nil` if the address is not that of a server with previews.
    private let server: (any APIHost)?
    private let base: WebDAVBase

    /// Creates a probe that sends its requests to `host`, whose address is `base`.
    init(host: any APIHost, server: (any APIHost)?, base: WebDAVBase) {
        self.host = host
        self.server = server
        self.base = base
    }

    /// Returns a signal of the abilities; see `CapabilityProbe`.
    func probe(
        folder: String, cursor: FeedCursor?
    ) -> Signal<ProbedCapabilities, FeedError> {
        let known = cursor.flatMap(WebDAVCursor.init)
        let root = known?.folder ?? WebDAVNodeFetcher.folder(folder)
        let start = WebDAVFindings(folder: root, memory: known?.memory)
        let steps = [describe, report, search, findPhoto, sweep, readRange, preview]
        return steps.reduce(Signal<WebDAVFindings, FeedError>.just(start)) { findings, step in
            findings.flatMap(.concat, step)
        }
        .map { $0.result(after: known) }
    }

    // MARK: Steps

    /// Asks for the folder itself.
    private func describe(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        members(of: findings.folder, .itself, .probe).mapFailure(\.error)
            .tryMap { found throws(FeedError) in
                guard let root = found.itself else {
                    throw FeedError(
                        .folderNotFound, "the server does not describe the folder of the account")
                }
                return findings.describing(root)
            }
    }

    /// Asks for a report of everything; some servers report the changes of one folder alone.
    private func report(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        guard findings.abilities[.reports] == true else { return .just(findings) }
        let request = WebDAVSyncReport(
            folder: findings.folder, token: "", properties: [.type], base: base, partLimit: 1)
        return tolerating(host.output(of: request).takeFirst().map { _ in true }) {
            findings.with(.reports, $0 ?? false)
        }
    }

    private func search(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        tolerating(host.output(of: WebDAVSearchProbe(folder: findings.folder))) {
            findings.with(.search, $0 ?? false)
        }
    }

    /// Asks for the members of folders until one has a photo.
    private func findPhoto(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        find(in: [findings.folder], findings, left: Self.folderLimit)
    }

    private func find(
        in folders: [String], _ findings: WebDAVFindings, left: Int
    ) -> Signal<WebDAVFindings, FeedError> {
        guard let folder = folders.first, left > 0 else { return .just(findings) }
        let properties: [WebDAVProperty] = [
            .type, .length, .modified, .tag, .fileID, .checksums, .hasPreview,
        ]
        return members(of: folder, .members, properties)
            .map { Optional($0) }
            .catch { failure -> Signal<WebDAVFolderSample?, FeedError> in
                failure.kind == .fatal ? .fail(failure.error) : .just(nil)
            }
            .flatMap(.concat) { [self] found in
                if let photo = found?.photo { return .just(findings.finding(photo, in: folder)) }
                return find(
                    in: folders.dropFirst() + (found?.folders ?? []), findings, left: left - 1)
            }
    }

    /// Asks for everything below the folder of the photo; the first member is the answer.
    private func sweep(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        let request = WebDAVPropfind(
            folder: findings.folderOfPhoto ?? findings.folder, depth: .everything,
            properties: [.type], base: base, partLimit: 1)
        return tolerating(host.output(of: request).takeFirst().map { _ in true }) {
            findings.with(.infinity, $0 ?? false)
        }
    }

    private func readRange(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        guard let photo = findings.photo, photo.length ?? 0 > 0 else { return .just(findings) }
        return tolerating(host.output(of: WebDAVRangeProbe(path: photo.path))) { form in
            var findings = findings
            findings.abilities[.ranges] = form != nil
            findings.rangeTag = form ?? nil
            return findings
        }
    }

    private func preview(_ findings: WebDAVFindings) -> Signal<WebDAVFindings, FeedError> {
        guard let server, findings.abilities[.previews] == true,
            let id = findings.photo?.fileID
        else { return .just(findings) }
        return tolerating(server.output(of: WebDAVGetPreview(fileID: id, size: .small))) { bytes in
            var findings = findings
            findings.sentPreview = bytes.map { PreviewFormat.isPicture($0) } ?? false
            return findings
        }
    }

    // MARK: Requests

    private func members(
        of folder: String, _ depth: WebDAVPropfind.Depth, _ properties: [WebDAVProperty]
    ) -> Signal<WebDAVFolderSample, WebDAVFailure> {
        let request = WebDAVPropfind(
            folder: folder, depth: depth, properties: properties, base: base, partLimit: 500)
        return host.output(of: request)
            .reduce(into: WebDAVFolderSample(folder: folder)) { sample, part in
                part.members.forEach { sample.add($0) }
            }
            .mapFailure { WebDAVFailure($0, folder: folder) }
    }

    /// Passes the output on, or `nil` for a request that the server refuses.
    private func tolerating<Output: Sendable>(
        _ output: Signal<Output, HTTPError>,
        _ next: @escaping (Output?) -> WebDAVFindings
    ) -> Signal<WebDAVFindings, FeedError> {
        output.map { next($0) }.catch { error in
            let failure = WebDAVFailure(error, folder: "")
            let isOutage =
                [.fatal, .failing].contains(failure.kind) && failure.error.code != .network
            // A server may end a request that it does not support.
            return isOutage ? .fail(failure.error) : .just(next(nil))
        }
    }
}

/// The first photo and the first folders of an answer.
struct WebDAVFolderSample: Sendable {
    /// The number of folders that are kept.
    private static let folderLimit = 12

    let folder: String
    private(set) var itself: WebDAVMember?
    private(set) var photo: WebDAVMember?
    private(set) var folders: [String] = []

    init(folder: String) { self.folder = folder }

    mutating func add(_ member: WebDAVMember) {
        guard member.isDescribed else { return }
        if member.path == folder {
            itself = member
        } else if member.isFolder {
            if folders.count < Self.folderLimit { folders.append(member.path) }
        } else if photo == nil, case .media = member.change {
            photo = member
        }
    }
}
