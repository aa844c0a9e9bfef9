import Foundation
import SocketTestKit

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

    static let all: [Hostility] = fields + names + statuses + cuts

    static let page = "/files/list_folder/continue"
    static let thumbnails = "/files/get_thumbnail_batch"
    /// Asked with a credential that the library has not seen.
    static let account = "/users/get_current_account"

    // MARK: Fields

    /// Where a field is in an answer, and whether an answer without it can be used.
    private struct Field {
        let route: String
        let path: [String]
        let isRequired: Bool
    }

    private static let allFields: [Field] =
        ["entries", "cursor", "has_more"].map {
            Field(route: page, path: [$0], isRequired: true)
        }
        + [".tag", "name", "id"].map {
            Field(route: page, path: ["entries", "0", $0], isRequired: true)
        }
        + [
            "path_lower", "path_display", "client_modified", "server_modified", "rev", "size",
            "content_hash",
            "is_downloadable",
        ].map {
            Field(route: page, path: ["entries", "0", $0], isRequired: false)
        } + [
            Field(route: thumbnails, path: ["entries"], isRequired: false),
            Field(route: thumbnails, path: ["entries", "0"], isRequired: false),
        ]
        + [".tag", "metadata", "thumbnail"].map {
            Field(route: thumbnails, path: ["entries", "0", $0], isRequired: false)
        }
        + ["rev", "name", "size"].map {
            Field(route: thumbnails, path: ["entries", "0", "metadata", $0], isRequired: false)
        }
        + [
            Field(route: account, path: ["account_id"], isRequired: true),
            Field(route: account, path: ["email"], isRequired: false),
            Field(route: account, path: ["name", "display_name"], isRequired: false),
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
            route: field.route, count: 1_000, ends: endings(of: field, spoiling)
        ) { client, honest in
            let json = try? JSONSerialization.jsonObject(with: Data(honest.body))
            let body = text(of: json ?? [String: Any](), field.path[...], spoiling)
            return client.send(head(200, "application/json", body.utf8.count))
                && client.send(body.utf8)
        }
    }

    private static func endings(of field: Field, _ spoiling: Spoiling) -> Set<Int32> {
        if field.route == account {
            guard field.isRequired else { return [0] }
            // Any text is an account, but not the one that the library follows.
            return spoiling == .aText ? [64] : [76]
        }
        let isFatal =
            field.isRequired && [.missing, .null, .anObject, .repeated].contains(spoiling)
        return isFatal ? [76] : [0, 3, 76]
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
    private static let names: [Hostility] = [page, thumbnails, account].map { route in
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
    private static let cuts: [Hostility] = [page, thumbnails, account].flatMap { route in
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
