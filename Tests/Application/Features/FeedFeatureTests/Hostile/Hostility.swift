import Foundation
import LoopbackTestKit

/// One way to spoil the answers of a route, and how the program must end.
struct Hostility: Sendable {
    let name: String
    /// The end of the address.
    let route: String
    /// How many answers are spoiled; the others are honest.
    let count: Int
    /// The exit codes that are right.
    let ends: Set<Int32>
    /// Plays the spoiled answer; `false` when the connection is at its end with it.
    let play: @Sendable (RawConnection, HonestAnswer) -> Bool

    static let all: [Hostility] = fields + names + statuses + otherStatuses + cuts

    static let page = "/files/list_folder/continue"
    /// Asked by a run without a library.
    static let first = "/files/list_folder"
    static let thumbnails = "/files/get_thumbnail_batch"
    /// Asked with `--media-info`; its JSON is in a header field.
    static let media = "/files/get_thumbnail_v2"
    /// Asked with a credential that the library has not seen.
    static let account = "/users/get_current_account"

    /// The options of the run.
    var options: [String] { route == Self.media ? ["--media-info"] : [] }

    /// Whether the run begins without a library.
    var isFirstRun: Bool { route == Self.first }

    /// Whether a later run against the honest server makes the library equal to it at once.
    ///
    /// It does not after a page that was accepted, whose content may be wrong, and not during a
    /// pause that the server has asked for.
    func isRepairable(after status: Int32) -> Bool {
        let isAccepted = [0, 3].contains(status) && count > 1
        return !(isAccepted && [Self.page, Self.first].contains(route)) && !ends.contains(75)
    }

    // MARK: Fields

    private typealias Endings = [Spoiling: Set<Int32>]

    /// A field of an answer.
    private struct Field {
        let route: String
        let path: [String]
        /// The exit codes after the values that can be used; any other one is a malformed answer.
        let endings: Endings

        init(_ route: String, _ path: String..., endings: Endings = [:]) {
            self.route = route
            self.path = path
            self.endings = endings
        }
    }

    private static func ending(_ code: Int32, for spoilings: Spoiling...) -> Endings {
        Dictionary(uniqueKeysWithValues: spoilings.map { ($0, Set([code])) })
    }

    private static let ignored: Endings = Dictionary(
        uniqueKeysWithValues: Spoiling.allCases.map { ($0, Set<Int32>([0])) })

    private static let allFields: [Field] = {
        let pages = pageFields(of: page) + fileFields(of: page, at: "0")
        let firstPages = pageFields(of: first) + folderFields + fileFields(of: first, at: "3")
        return pages + firstPages + batchFields + mediaFields + accountFields
    }()

    private static func pageFields(of route: String) -> [Field] {
        [
            Field(route, "entries", endings: ending(0, for: .anArray)),
            Field(route, "cursor", endings: ending(0, for: .aText, .empty, .hugeText)),
            Field(route, "has_more"),
        ]
    }

    /// The fields of a photo in a page.
    private static func fileFields(of route: String, at index: String) -> [Field] {
        let list = "entries"
        let anyText = ending(0, for: .aText, .empty, .hugeText)
        // No file has such an identifier, so that its thumbnail fails.
        let anyID: Endings = [.aText: [0, 3, 76], .empty: [0, 3, 76], .hugeText: [0, 3, 76]]
        let anyDisplay = ending(0, for: .missing, .null, .aText, .empty, .hugeText)
        return [
            Field(route, list, index, ".tag", endings: anyText),
            Field(route, list, index, "name", endings: anyText),
            Field(route, list, index, "id", endings: anyID),
            Field(route, list, index, "path_lower", endings: ending(0, for: .missing, .null)),
            Field(route, list, index, "path_display", endings: anyDisplay),
            Field(route, list, index, "client_modified"),
            Field(route, list, index, "server_modified"),
            // The thumbnail is that of another revision.
            Field(route, list, index, "rev", endings: ending(3, for: .aText, .empty, .hugeText)),
            Field(route, list, index, "size", endings: ending(0, for: .aNumber)),
            Field(route, list, index, "content_hash", endings: ending(0, for: .missing)),
            Field(route, list, index, "is_downloadable", endings: ignored),
        ]
    }

    /// The fields of the first folder of a listing.
    private static let folderFields: [Field] = [
        Field(
            first, "entries", "0", "name", endings: ending(0, for: .aText, .empty, .hugeText)),
        Field(first, "entries", "0", "id", endings: ending(0, for: .aText, .empty, .hugeText)),
        Field(first, "entries", "0", "path_lower", endings: ending(0, for: .missing, .null)),
    ]

    private static let batchFields: [Field] = [
        Field(thumbnails, "entries"),
        Field(thumbnails, "entries", "0", endings: ending(3, for: .anObject)),
        Field(
            thumbnails, "entries", "0", ".tag",
            endings: ending(3, for: .aText, .empty, .hugeText)),
        Field(
            thumbnails, "entries", "0", "metadata", endings: [.anObject: [3], .repeated: [0]]),
        Field(
            thumbnails, "entries", "0", "thumbnail",
            endings: [.aText: [3], .empty: [3], .hugeText: [3], .repeated: [0]]),
        Field(
            thumbnails, "entries", "0", "metadata", "rev",
            endings: ending(3, for: .missing, .aText, .empty, .hugeText)),
        Field(thumbnails, "entries", "0", "metadata", "name", endings: ignored),
        Field(thumbnails, "entries", "0", "metadata", "size", endings: ignored),
    ]

    private static let mediaFields: [Field] = {
        let file = "file_metadata"
        let (info, details) = ("media_info", "metadata")
        let unknown = ending(0, for: .missing, .anObject, .repeated)
        return [
            Field(media, file, endings: [.anObject: [3], .repeated: [0]]),
            // A huge text exceeds the limit of the header fields.
            Field(media, file, "rev", endings: ending(3, for: .missing, .aText, .empty)),
            Field(
                media, file, info, endings: ending(0, for: .missing, .null, .anObject, .repeated)),
            Field(media, file, info, details, endings: unknown),
            Field(
                media, file, info, details, "dimensions",
                endings: ending(0, for: .missing, .repeated)),
            Field(
                media, file, info, details, "dimensions", "width",
                endings: ending(0, for: .aNumber, .repeated)),
            Field(
                media, file, info, details, "time_taken", endings: ending(0, for: .missing)),
        ]
    }()

    private static let accountFields: [Field] = [
        // Any text is an account, but not the one that the library follows.
        Field(account, "account_id", endings: ending(64, for: .aText)),
        Field(account, "email", endings: ignored),
        Field(account, "name", "display_name", endings: ignored),
    ]

    /// The replacement for a field.
    private enum Spoiling: String, CaseIterable {
        case missing, null, aNumber, aText, anObject, anArray, empty, hugeText, hugeNumber, repeated
    }

    private static let fields: [Hostility] = allFields.flatMap { field in
        Spoiling.allCases.map { spoil(field, $0) }
    }

    private static func spoil(_ field: Field, _ spoiling: Spoiling) -> Hostility {
        Hostility(
            name: "\(field.route) \(field.path.joined(separator: ".")): \(spoiling.rawValue)",
            route: field.route, count: 1_000, ends: field.endings[spoiling] ?? [76]
        ) { client, honest in
            guard field.route != media else {
                return client.send(spoiledHead(of: honest, field.path, spoiling))
                    && client.send(honest.body)
            }
            let body = spoiled(honest.body, field.path, spoiling)
            return client.send(head(200, "application/json", body.utf8.count))
                && client.send(body.utf8)
        }
    }

    private static func spoiled(
        _ json: some Collection<UInt8>, _ path: [String], _ spoiling: Spoiling
    ) -> String {
        let value = try? JSONSerialization.jsonObject(with: Data(json))
        return text(of: value ?? [String: Any](), path[...], spoiling)
    }

    /// The head of an answer whose header field with JSON is spoiled.
    private static func spoiledHead(
        of honest: HonestAnswer, _ path: [String], _ spoiling: Spoiling
    ) -> String {
        let head = honest.whole.dropLast(honest.body.count)
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let spoiledLines = lines.map { line -> String in
            guard let colon = line.firstIndex(of: ":"),
                line[..<colon].lowercased() == "dropbox-api-result"
            else { return line }
            let json = line[line.index(after: colon)...]
            return "Dropbox-API-Result: " + spoiled(json.utf8, path, spoiling)
        }
        return spoiledLines.joined(separator: "\r\n")
    }

    /// Writes JSON with one field spoiled.
    private static func text(
        of value: Any, _ path: ArraySlice<String>, _ spoiling: Spoiling
    ) -> String {
        guard let name = path.first else { return plain(value) }
        if let array = value as? [Any] {
            let place = Int(name) ?? 0
            let elements = array.enumerated().flatMap { index, element -> [String] in
                index == place
                    ? members(nil, element, path.dropFirst(), spoiling) : [plain(element)]
            }
            return "[\(elements.joined(separator: ","))]"
        }
        guard let object = value as? [String: Any] else { return plain(value) }
        let parts = object.keys.sorted().flatMap { key -> [String] in
            key == name
                ? members(key, object[key] ?? NSNull(), path.dropFirst(), spoiling)
                : ["\(plain(key)):\(plain(object[key] ?? NSNull()))"]
        }
        return "{\(parts.joined(separator: ","))}"
    }

    /// The members that a spoiled one becomes: none, one or two.
    private static func members(
        _ key: String?, _ value: Any, _ rest: ArraySlice<String>, _ spoiling: Spoiling
    ) -> [String] {
        let prefix = key.map { "\(plain($0)):" } ?? ""
        guard rest.isEmpty else { return [prefix + text(of: value, rest, spoiling)] }
        return switch spoiling {
        case .missing: []
        case .null: [prefix + "null"]
        case .aNumber: [prefix + "7"]
        case .aText: [prefix + #""text""#]
        case .anObject: [prefix + #"{".tag":"x"}"#]
        case .anArray: [prefix + "[]"]
        case .empty: [prefix + #""""#]
        case .hugeText: [prefix + "\"\(String(repeating: "a", count: 70_000))\""]
        case .hugeNumber: [prefix + "1" + String(repeating: "0", count: 400)]
        case .repeated: [prefix + plain(value), prefix + plain(value)]
        }
    }

    private static func plain(_ value: Any) -> String {
        // Not JSONWriter: the value has any type.
        let data = try? JSONSerialization.data(
            withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    /// An unknown field with a long name, before a value that is not JSON.
    private static let names: [Hostility] = [page, first, thumbnails, account].map { route in
        Hostility(name: "\(route) long name", route: route, count: 1_000, ends: [76]) { client, _ in
            let name = String(repeating: "n\u{301}", count: 35_000)
            let body = "{\"\(name)\":{\"\(name)\":tru}}"
            return client.send(head(200, "application/json", body.utf8.count))
                && client.send(body.utf8)
        }
    }

    // MARK: Statuses

    /// A body of a refusal.
    private struct Body {
        let name: String
        let type: String
        let text: @Sendable (String) -> String

        init(_ name: String, _ type: String, _ text: @escaping @Sendable (String) -> String) {
            self.name = name
            self.type = type
            self.text = text
        }
    }

    private static let bodies: [Body] = [
        Body("nothing", "text/plain") { _ in "" },
        Body("HTML", "text/html") { _ in "<html><body>\u{1B}[2J\u{7}sorry</body></html>" },
        Body("the token", "text/plain") { #"Invalid authorization value: "Bearer \#($0)""# },
        Body("the token in JSON", "application/json") {
            #"{"error_summary":"bad \#($0)","error":{".tag":"\#($0)"},"user_message":"\#($0)"}"#
        },
        Body("a long error", "application/json") { _ in
            #"{"error_summary":"\#(String(repeating: "x", count: 100_000))","error":{}}"#
        },
        Body("JSON cut off", "application/json") { _ in #"{"error_summary":"path/"# },
        Body("deep JSON", "application/json") { _ in String(repeating: "[", count: 50_000) },
        Body("null", "application/json") { _ in "null" },
    ]

    private static let lasting = [
        201, 204, 301, 302, 304, 307, 400, 401, 403, 404, 405, 409, 410, 413, 416, 418, 422,
    ]
    private static let passing = [206, 408, 500, 502, 503, 504, 599]

    private static let statuses: [Hostility] =
        lasting.flatMap { status in
            bodies.map { refuse(status, $0, count: 1_000, endings(of: status)) }
        }
        // The next answer is honest.
        + passing.flatMap { status in bodies.prefix(4).map { refuse(status, $0, count: 1, [0]) } }
        // Asks for more time than the program has.
        + bodies.map { refuse(429, $0, count: 1_000, [75]) }
        + lasting.flatMap { status in
            bodies[2...4].map { refuse(status, $0, of: account, count: 1_000, endings(of: status)) }
        }
        + passing.map { refuse($0, bodies[0], of: account, count: 1, [0]) }
        + [refuse(429, bodies[2], of: account, count: 1_000, [75])]

    private static let otherStatuses: [Hostility] = [first, thumbnails].flatMap {
        (route: String) -> [Hostility] in
        let nothing = bodies[0]
        let refusals = lasting.map {
            refuse($0, nothing, of: route, count: 1_000, endings(of: $0))
        }
        let failures = passing.map { refuse($0, nothing, of: route, count: 1, [0]) }
        return refusals + failures + [refuse(429, nothing, of: route, count: 1_000, [75])]
    }

    private static func refuse(
        _ status: Int, _ body: Body, of route: String = page, count: Int, _ ends: Set<Int32>
    ) -> Hostility {
        Hostility(
            name: "\(route) \(status) with \(body.name)", route: route, count: count, ends: ends
        ) { client, honest in
            let text = body.text(honest.request.token)
            let hasBody = status != 204 && status != 304
            var fields = status == 429 ? "Retry-After: 86400\r\n" : ""
            if (300..<309).contains(status) {
                fields = "Location: /\(honest.request.token)\r\n"
            }
            return client.send(head(status, body.type, hasBody ? text.utf8.count : 0, fields))
                && client.send(hasBody ? Array(text.utf8) : [])
        }
    }

    private static func endings(of status: Int) -> Set<Int32> {
        switch status {
        case 401, 403: [77]
        case 201, 204, 301, 302, 304, 307: [76]
        // The body decides: a bad token, or a request that the server does not accept.
        case 400: [76, 77]
        case 409: [76, 66]
        default: [76]
        }
    }

    // MARK: Cuts

    /// Ends the connection after a part of the honest answer; the next answer is whole.
    private static let cuts: [Hostility] = [page, first, thumbnails, account].flatMap { route in
        [false, true].flatMap { resets -> [Hostility] in
            let heads = [0, 1, 5, 9, 12, 13, 15, 17, 40, 80].map { place in
                cut(route, "after \(place) bytes", resets) { _ in place }
            }
            let bodies = [0, 1, 30, 60, 99].map { percent in
                cut(route, "after \(percent) % of the body", resets) { honest in
                    let head = honest.whole.count - honest.body.count
                    return head + min(honest.body.count * percent / 100, honest.body.count - 1)
                }
            }
            return heads + bodies
        }
    }

    private static func cut(
        _ route: String, _ name: String, _ resets: Bool,
        at place: @escaping @Sendable (HonestAnswer) -> Int
    ) -> Hostility {
        Hostility(
            name: "\(route) \(resets ? "reset" : "cut off") \(name)", route: route, count: 1,
            ends: [0]
        ) { client, honest in
            client.send(honest.whole.prefix(max(0, place(honest))))
            if resets {
                // The sent bytes arrive before the reset discards them.
                client.waitForEnd(milliseconds: 50)
                client.reset()
            }
            return false
        }
    }

    private static func head(
        _ status: Int, _ type: String, _ length: Int, _ fields: String = ""
    ) -> [UInt8] {
        let text =
            "HTTP/1.1 \(status) Spoiled\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(length)\r\n\(fields)\r\n"
        return Array(text.utf8)
    }
}
