import Foundation
import TextFormats

/// A control command: a change of the library, a fault, or another instruction to the stub.
///
/// Where the configuration of a stub allows it, a command over HTTP is
/// `POST /control/NAME` with its fields as a JSON object and `Content-Type: application/json`:
///
/// | name | fields |
/// |---|---|
/// | `add` | `path`, `name`?, `content`? (base64; a generated photo when absent) |
/// | `add_photos` | `folder`, `count` |
/// | `add_folder` | `path` |
/// | `change` | `path`, `content`? |
/// | `move` | `from`, `to` |
/// | `delete` | `path` (a file, or a folder with all that is in it) |
/// | `fault` | see `InjectedFault.init(from:)` |
/// | `clear_faults`, `expire_tokens`, `reset_cursors` | none |
/// | `forget_revisions`, `clear_requests` | none |
///
/// The response is 200 `{}`, or 400 with the error as text. `GET /control/requests` returns
/// `{"counts": {route: n}, "requests": [{"route", "arrival" (seconds), "range"?, "status"}]}`.
///
/// `POST /control/logs` stores the lines of a body of the type `application/x-ndjson`, as the
/// receiver of `PHOTOPARK_LOG_ENDPOINT`. `GET /control/logs` returns the latest ten thousand lines.
public enum ControlCommand: Sendable, Equatable {
    /// Adds a file and the missing folders above it.
    ///
    /// `name` overrides the name in the metadata, for names that a path cannot contain. Without
    /// `content`, a photo is generated.
    case add(path: String, name: String? = nil, content: [UInt8]? = nil)
    /// Adds `count` generated photos to a folder.
    case addPhotos(folder: String, count: Int)
    /// Adds an empty folder.
    case addFolder(path: String)
    /// Gives a file new content and a new revision.
    case change(path: String, content: [UInt8]? = nil)
    /// Moves a file or folder; clients see a deletion and an addition with the same ids.
    case move(from: String, to: String)
    /// Deletes a file, or a folder with all that is in it.
    case delete(path: String)
    /// Requests a fault for later requests.
    case fault(InjectedFault)
    /// Cancels all faults that have not been injected.
    case clearFaults
    /// Expires every issued access token; refresh tokens stay valid.
    case expireTokens
    /// Invalidates every issued cursor: the next `continue` is answered with `reset`.
    case resetCursors
    /// Forgets all revisions except the current ones; the others are no longer found.
    case forgetRevisions
    /// Clears the counts and records of the requests.
    case clearRequests

    /// Reads the command `name` with its fields.
    package init(name: String, json: [UInt8]) throws(ControlError) {
        func fields<Fields: Decodable>(_ type: Fields.Type) throws(ControlError) -> Fields {
            do {
                return try JSONDecoder().decode(type, from: Data(json))
            } catch {
                throw .malformedCommand("\(name): \(decodingProblem(error))")
            }
        }
        switch name {
        case "add":
            let file = try fields(FileFields.self)
            self = .add(path: file.path, name: file.name, content: file.content?.bytes)
        case "add_photos":
            let photos = try fields(PhotosFields.self)
            guard (0...1_000_000).contains(photos.count) else {
                throw .malformedCommand("add_photos: count must be 0 to 1,000,000")
            }
            self = .addPhotos(folder: photos.folder, count: photos.count)
        case "add_folder": self = .addFolder(path: try fields(FileFields.self).path)
        case "change":
            let file = try fields(FileFields.self)
            self = .change(path: file.path, content: file.content?.bytes)
        case "move":
            let move = try fields(MoveFields.self)
            self = .move(from: move.from, to: move.to)
        case "delete": self = .delete(path: try fields(FileFields.self).path)
        case "fault": self = .fault(try fields(InjectedFault.self))
        case "clear_faults": self = .clearFaults
        case "expire_tokens": self = .expireTokens
        case "reset_cursors": self = .resetCursors
        case "forget_revisions": self = .forgetRevisions
        case "clear_requests": self = .clearRequests
        default: throw .malformedCommand("unknown command \(name)")
        }
    }

    private struct FileFields: Decodable {
        let path: String
        let name: String?
        let content: Content?
    }

    /// The bytes of a file, in Base64.
    private struct Content: Decodable {
        let bytes: [UInt8]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let bytes = Base64.decode(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not Base64")
            }
            self.bytes = bytes
        }
    }

    private struct PhotosFields: Decodable {
        let folder: String
        let count: Int
    }

    private struct MoveFields: Decodable {
        let from: String
        let to: String
    }
}

/// A decoding error in a few words: the field and the problem.
package func decodingProblem(_ error: any Error) -> String {
    func field(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the JSON" : path.map(\.stringValue).joined(separator: ".")
    }
    return switch error as? DecodingError {
    case .keyNotFound(let key, let context):
        "\(field(context.codingPath + [key])): missing required field"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\(field(context.codingPath)): \(context.debugDescription)"
    case .dataCorrupted(let context):
        "\(field(context.codingPath)): \(context.debugDescription)"
    default: "could not decode input as JSON"
    }
}
