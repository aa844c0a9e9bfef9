import PhotoFeed
import TextFormats

/// Turns the elements of a multistatus answer (RFC 4918, 13) into members.
///
/// Of several `propstat`s, those with a status of success count. Unknown elements are skipped. A
/// member whose name cannot be read is left out. A member whose type the server cannot tell is not
/// described, since it may be a folder. Neither is a file whose `href` ends with a slash, nor a
/// member whose `href` has an unencoded `?` or `#`.
struct MultistatusParser {
    /// The members since the last call of `takeMembers()`.
    private(set) var members: [WebDAVMember] = []
    /// The number of responses that have ended, with those that name no member.
    private(set) var responseCount = 0
    /// The first `href` that leads outside the base; empty for a member without one.
    private(set) var foreignAddress: String?
    /// The token of a report of changes.
    private(set) var syncToken: String?

    private enum Place { case root, response, propstat, prop, other }

    /// The elements that carry information, by the place in which they occur.
    private enum Field {
        case href, status, propstatStatus, syncToken
        case length, modified, tag, fileID, isCollection, checksums, hasPreview
    }

    private let base: WebDAVBase
    private var reader = XMLReader()
    private var places: [Place] = []
    private var field: Field?
    private var text = ""
    private var response = Response()

    /// A response whose end has not been reached.
    private struct Response {
        var href: String?
        var status: Int?
        var properties = WebDAVMember(path: "")
        /// Whether the server has failed to tell the type.
        var isTypeRefused = false
        var propstatStatus: Int?
        var propstat = WebDAVMember(path: "")
        /// Whether the present `propstat` has the type.
        var hasType = false
    }

    init(base: WebDAVBase) { self.base = base }

    /// Whether the answer is complete.
    var isComplete: Bool { reader.isComplete }

    /// Reads the next piece of the answer.
    mutating func read(_ piece: [UInt8]) throws(XMLError) {
        // The reader is taken out while it calls the parser.
        var reader = self.reader
        self.reader = XMLReader()
        defer { self.reader = reader }
        try reader.read(piece) { event throws(XMLError) in try receive(event) }
    }

    /// Handles the end of the answer.
    mutating func finish() throws(XMLError) { try reader.finish() }

    /// Returns the members that are complete, and forgets them.
    mutating func takeMembers() -> [WebDAVMember] {
        defer { members = [] }
        return members
    }

    private mutating func receive(_ event: XMLEvent) throws(XMLError) {
        switch event {
        case .start(let name): try start(name)
        case .text(let bytes):
            if field != nil { text += String(decoding: bytes, as: UTF8.self) }
        case .end: end()
        }
    }

    private static let dav = "DAV:"
    private static let ownCloud = "http://owncloud.org/ns"
    private static let nextcloud = "http://nextcloud.org/ns"

    private mutating func start(_ name: XMLName) throws(XMLError) {
        field = nil
        text = ""
        let place = place(of: name)
        if places.isEmpty, place != .root {
            throw XMLError(.badValue, offset: 0, reason: "the answer is not a multistatus")
        }
        places.append(place)
    }

    /// Returns the place that an element opens, and takes note of the fields in it.
    private mutating func place(of name: XMLName) -> Place {
        func isDAV(_ local: StaticString) -> Bool { name.matches(local, in: Self.dav) }
        switch places.last {
        case nil: return isDAV("multistatus") ? .root : .other
        case .root?:
            if isDAV("response") {
                response = Response()
                return .response
            }
            if isDAV("sync-token") { field = .syncToken }
        case .response?:
            if isDAV("propstat") {
                response.propstat = WebDAVMember(path: "")
                response.propstatStatus = nil
                response.hasType = false
                return .propstat
            }
            if isDAV("href") { field = .href }
            if isDAV("status") { field = .status }
        case .propstat?:
            if isDAV("prop") { return .prop }
            if isDAV("status") { field = .propstatStatus }
        case .prop?:
            if isDAV("resourcetype") { response.hasType = true }
            if isDAV("getcontentlength") { field = .length }
            if isDAV("getlastmodified") { field = .modified }
            if isDAV("getetag") { field = .tag }
            if isDAV("iscollection") { field = .isCollection }
            if name.matches("fileid", in: Self.ownCloud) { field = .fileID }
            if name.matches("checksums", in: Self.ownCloud) { field = .checksums }
            if name.matches("has-preview", in: Self.nextcloud) { field = .hasPreview }
        case .other?:
            // Inside `prop`: the children of `resourcetype`, of `supported-report-set` and of
            // `checksums`.
            if places.contains(.prop) {
                if name.matches("checksum", in: Self.ownCloud) { field = .checksums }
                if isDAV("collection") { response.propstat.isFolder = true }
                if isDAV("sync-collection") { response.propstat.reportsChanges = true }
            }
        }
        return .other
    }

    private mutating func end() {
        if let field { set(field, text.trimmed) }
        field = nil
        text = ""
        switch places.removeLast() {
        case .propstat: endPropstat()
        case .response: endResponse()
        default: break
        }
    }

    private mutating func set(_ field: Field, _ value: String) {
        switch field {
        case .href: if response.href == nil { response.href = value }
        case .status: response.status = Self.status(value)
        case .propstatStatus: response.propstatStatus = Self.status(value)
        case .syncToken: syncToken = value.isEmpty ? nil : value
        case .length: response.propstat.length = Int64(value).flatMap { $0 >= 0 ? $0 : nil }
        case .modified:
            response.propstat.modified = WebDAVDate.seconds(value)
                .map { FeedTime(secondsSinceEpoch: $0) }
        case .tag:
            response.propstat.tag = Self.tag(value)
            response.propstat.tagForm = Self.tagForm(value)
        case .fileID: response.propstat.fileID = value.isEmpty ? nil : value
        case .checksums:
            let stated = WebDAVChecksums.strongest(value)
            response.propstat.contentHash = stated ?? response.propstat.contentHash
        case .hasPreview:
            response.propstat.hasPreview = value == "1" || value.lowercased() == "true"
        case .isCollection:
            if value == "1" || value.lowercased() == "true" { response.propstat.isFolder = true }
        }
    }

    private mutating func endPropstat() {
        switch response.propstatStatus {
        case .some(200..<300): merge()
        // The server does not have the property.
        case 404: break
        default: if response.hasType { response.isTypeRefused = true }
        }
    }

    /// Adds the properties of a successful `propstat` to those of the response.
    private mutating func merge() {
        let found = response.propstat
        response.properties.hasProperties = true
        response.properties.isFolder = response.properties.isFolder || found.isFolder
        response.properties.reportsChanges =
            response.properties.reportsChanges || found.reportsChanges
        response.properties.length = response.properties.length ?? found.length
        response.properties.modified = response.properties.modified ?? found.modified
        if response.properties.tag == nil {
            response.properties.tag = found.tag
            response.properties.tagForm = found.tag == nil ? nil : found.tagForm
        }
        response.properties.contentHash = response.properties.contentHash ?? found.contentHash
        response.properties.hasPreview = response.properties.hasPreview ?? found.hasPreview
        response.properties.fileID = response.properties.fileID ?? found.fileID
    }

    private mutating func endResponse() {
        responseCount += 1
        var member = response.properties
        switch response.href.map({ base.place(of: $0) }) ?? .outside {
        case .below(let path): member.path = path
        case .unreadable: return
        case .unclear(let paths):
            members += paths.map { WebDAVMember(path: $0) }
            return
        case .outside:
            foreignAddress = foreignAddress ?? response.href ?? ""
            return
        }
        member.status = response.status
        let isNamedAsFolder = response.href?.utf8.last == UInt8(ascii: "/")
        if response.isTypeRefused || isNamedAsFolder && !member.isFolder {
            member.hasProperties = false
        }
        members.append(member)
    }

    /// Returns the code of a status line, with or without a reason: `HTTP/1.1 200 OK`.
    private static func status(_ line: String) -> Int? {
        let words = line.unicodeScalars.split(separator: " ")
        guard words.count >= 2, words[0].starts(with: "HTTP/".unicodeScalars), words[1].count == 3
        else { return nil }
        return Int(String(words[1]))
    }

    /// Returns the form of a tag.
    static func tagForm(_ value: String) -> WebDAVMember.TagForm {
        isWeak(value) ? .weak : value.utf8.first == UInt8(ascii: "\"") ? .quoted : .unquoted
    }

    /// Returns a tag without the mark of weak tags and without quotation marks.
    ///
    /// Servers quote a tag in one place and not in another, so tags are compared in this form.
    static func tag(_ value: String) -> String? {
        var tag = value.unicodeScalars[...]
        if isWeak(value) { tag = tag.dropFirst(2) }
        if tag.count >= 2, tag.first == "\"", tag.last == "\"" {
            tag = tag.dropFirst().dropLast()
        }
        return tag.isEmpty ? nil : String(tag)
    }

    private static func isWeak(_ tag: String) -> Bool { tag.utf8.starts(with: "W/".utf8) }
}

extension String {
    /// The text without the white space of XML at its ends.
    ///
    /// A space and a combining mark after it are one `Character`, so scalars are compared.
    fileprivate var trimmed: String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
        }
        let start = unicodeScalars.drop { isSpace($0) }
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
