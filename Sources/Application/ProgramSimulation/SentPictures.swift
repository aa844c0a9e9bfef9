import Foundation
import HTTPGateway
import HTTPGatewayTestKit

/// The thumbnails that a server has sent, by the photo that the answer or the request names.
///
/// Only the thread of the run uses it.
final class SentPictures: @unchecked Sendable {  // the world checks the thread
    private(set) var pictures: [PhotoVersion: Set<[UInt8]>] = [:]

    private struct Answer: Decodable {
        struct Entry: Decodable {
            struct Metadata: Decodable { let id, rev: String }

            let metadata: Metadata?
            let thumbnail: Data?
        }

        let entries: [Entry]
    }

    /// Adds the preview that a request of WebDAV for a file's identifier has had.
    func add(_ response: StubResponse, to url: HTTPURL) {
        let fields = (url.query ?? "").split(separator: "&")
        guard response.status == 200, let field = fields.first(where: { $0.hasPrefix("fileId=") })
        else { return }
        let version = PhotoVersion(
            id: "fileid:" + field.dropFirst("fileId=".count), revision: "")
        pictures[version, default: []].insert(response.body)
    }

    /// Adds the thumbnails of an answer of Dropbox, if it has some.
    func add(_ response: StubResponse) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
            return
        }
        for entry in answer.entries {
            guard let metadata = entry.metadata, let thumbnail = entry.thumbnail else { continue }
            let version = PhotoVersion(id: metadata.id, revision: metadata.rev)
            pictures[version, default: []].insert(Array(thumbnail))
        }
    }
}
