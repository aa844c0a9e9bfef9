import HTTPGateway
import Scheduling
import Signals
import TextFormats

/// The identifier of the space of a team, for all hosts of the provider.
///
/// The server may change it, when the account joins another team.
@Schedulable
final class DropboxTeamSpace {
    /// The maximum length of an identifier in bytes; Dropbox's are numbers.
    private static let longest = 64
    private(set) var identifier: String

    init(_ identifier: String) { self.identifier = identifier }

    /// Adds the space to the options of a call.
    func adding(to options: HTTPOptions) -> HTTPOptions {
        var options = options
        let root = JSONWriter.object(escaping: .nonASCII) {
            $0.member(".tag", "root")
            $0.member("root", identifier)
        }
        options.headers["Dropbox-API-Path-Root"] = String(decoding: root, as: UTF8.self)
        return options
    }

    /// Reads the identifier again after a refusal of `refused`.
    ///
    /// - Returns: whether the space has another identifier now.
    func correct(_ refused: String, after error: HTTPError) -> Bool {
        if identifier == refused, let response = error.response, response.status == 422,
            let present = Self.identifier(in: response.bytes)
        {
            identifier = present
        }
        return identifier != refused
    }

    /// The identifier in the body of a refusal; `nil` if it names none.
    private static func identifier(in body: [UInt8]) -> String? {
        var identifier: String?
        let isRead: Void? = try? JSONReader.read(body) { reader throws(JSONError) in
            try reader.object { reader, field throws(JSONError) in
                guard field == "error" else { return try reader.skip() }
                try reader.object { reader, field throws(JSONError) in
                    guard field == "invalid_root" else { return try reader.skip() }
                    try reader.object { reader, field throws(JSONError) in
                        guard field == "root_namespace_id" else { return try reader.skip() }
                        try reader.readOnce(&identifier)
                    }
                }
            }
        }
        guard isRead != nil, let identifier, (1...longest).contains(identifier.utf8.count) else {
            return nil
        }
        return identifier
    }
}

/// Sends the requests of a host in the space of the owner's team.
///
/// A request that the server refuses because the space has another identifier is sent once more.
@Schedulable
final class DropboxTeamSpaceHost: APIHost {
    private let host: any APIHost
    private let space: DropboxTeamSpace

    init(_ host: any APIHost, in space: DropboxTeamSpace) {
        self.host = host
        self.space = space
    }

    var pauses: Signal<HostPause?, Never> {
        checkScheduler()
        return host.pauses
    }

    func push<Request: HTTPRequest>(
        _ request: Request, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        .deferred { [host, space] in
            let identifier = space.identifier
            return host.push(request, options: space.adding(to: options)).catch { error in
                space.correct(identifier, after: error)
                    ? host.push(request, options: space.adding(to: options)) : .fail(error)
            }
        }
    }
}
