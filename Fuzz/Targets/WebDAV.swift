import HTTPGateway

@testable import WebDAVFeed

/// Checks that each member lies below the base, and that the division of an answer does not matter.
func fuzzMultistatus(_ bytes: [UInt8]) {
    let whole = members(of: [bytes])
    let half = bytes.count / 2
    precondition(
        whole == members(of: [Array(bytes[..<half]), Array(bytes[half...])]),
        "the division of an answer changes its members")
    for member in whole ?? [] {
        let names = member.path.split(separator: "/", omittingEmptySubsequences: false)
        precondition(names.first?.isEmpty ?? true, "a path does not begin with a slash")
        precondition(
            names.dropFirst().allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." },
            "a path contains a name of dots, or none")
        precondition(member.path.utf8.count <= WebDAVBase.maximumLength, "a path is too long")
        precondition(member.tag?.isEmpty != true, "a tag is empty")
        precondition(member.length.map { $0 >= 0 } ?? true, "a length is negative")
        _ = member.change
    }
}

/// The members of an accepted answer; `nil` if it is refused.
private func members(of pieces: [[UInt8]]) -> [WebDAVMember]? {
    guard let url = try? HTTPURL("https://h.example/dav"), let base = WebDAVBase(url) else {
        preconditionFailure("the base is not valid")
    }
    var parser = MultistatusParser(base: base)
    do {
        for piece in pieces { try parser.read(piece) }
        try parser.finish()
    } catch {
        _ = "\(error)"
        return nil
    }
    return parser.takeMembers()
}
