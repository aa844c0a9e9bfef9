import PhotoFeed
import TextFormats

@testable import DropboxFeed

// Parsers of the feed for the server's responses.

/// Checks that an accepted page is valid JSON, and that each change has a path below the root.
func fuzzPage(_ bytes: UnsafeBufferPointer<UInt8>) {
    let page = Result { () throws(JSONError) in
        try JSONReader.read(bytes) { reader throws(JSONError) in try FeedPage(dropbox: &reader) }
    }
    switch page {
    case .failure(let error): _ = "\(error)"
    case .success(let page):
        let skipped: Void? = try? JSONReader.read(bytes) { reader throws(JSONError) in
            try reader.skip()
        }
        precondition(skipped != nil, "an accepted page is not valid JSON")
        for change in page.changes { check(change) }
    }
}

private func check(_ change: NodeChange) {
    let path: String
    switch change {
    case .media(let node):
        path = node.pathKey
        precondition(node.size >= 0, "a file has a negative size")
        precondition(MediaFormats.isMedia(node.name), "a file that is not media is accepted")
        if let size = node.mediaInfo?.dimensions {
            precondition("\(size.width)\(size.height)".utf8.count > 1, "a picture has no size")
        }
    case .folder(let node): path = node.pathKey
    case .otherFile(let pathKey), .deleted(let pathKey), .unchanged(let pathKey),
        .unlisted(let pathKey, _):
        path = pathKey
    }
    precondition(
        path.utf8.first == UInt8(ascii: "/") && path.utf8.last != UInt8(ascii: "/"),
        "a path is not below the root")
}

/// Checks that an error's message is one line of at most 200 columns, whatever the body contains.
func fuzzErrorBody(_ bytes: [UInt8]) {
    let error = DropboxAPIError(body: bytes)
    precondition(
        error.message.unicodeScalars.allSatisfy {
            $0.value >= 32 && !(127...159).contains($0.value)
        },
        "a message contains a control character")
    precondition(TerminalText.columns(of: error.message) <= 200, "a message is too long")
    precondition(
        DropboxAPIError(body: bytes) == error, "the results of two readings of an error differ")
}

/// Checks the decoder against a simple one, and that it decodes what the encoder wrote.
///
/// Both must not read or write beyond their memory.
func fuzzBase64(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(
        Base64.decode(bytes) == decodeSlowly(bytes), "the results of two Base64 decoders differ")
    for alphabet in [Base64.Alphabet.standard, .urlSafe] {
        precondition(
            Base64.decode(Base64.text(of: bytes, alphabet), alphabet) == Array(bytes),
            "encoded bytes are decoded as other bytes")
    }
}

private func decodeSlowly(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    var bits: UInt32 = 0
    var bytes: [UInt8] = []
    for (place, digit) in text.dropLast(padding).enumerated() {
        let value: UInt8
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - 48 + 52
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        default: return nil
        }
        bits = bits << 6 | UInt32(value)
        // Each digit except the first of its group completes a byte.
        if place % 4 > 0 {
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (place % 4))))
        }
    }
    return bytes
}

/// Checks that a complete picture stays complete with trailing bytes, and needs its first marker.
func fuzzJPEG(_ bytes: [UInt8]) {
    guard JPEGStructure.isComplete(bytes) else { return }
    precondition(
        JPEGStructure.isComplete(bytes + [0, 0xFF]), "bytes after the end are not ignored")
    precondition(
        !JPEGStructure.isComplete(Array(bytes.dropFirst())),
        "a picture without its start is accepted")
}
