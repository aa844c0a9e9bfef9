/// Reads XML 1.0 with namespaces piece by piece, as it arrives, without building a tree.
///
/// ```swift
/// var reader = XMLReader()
/// var names: [String] = []
/// for piece in pieces {
///     try reader.read(piece) { event throws(XMLError) in
///         guard case .start(let name) = event else { return }
///         names.append(String(decoding: name.local, as: UTF8.self))
///     }
/// }
/// try reader.finish()
/// ```
///
/// The text is untrusted. It is UTF-8, has no document type declaration, and uses no entities but
/// the five of XML and character references. So its meaning does not depend on anything outside of
/// it, and no text expands. Attributes other than declarations of namespaces are checked, and
/// skipped unless the caller asks for them. Comments and processing instructions are skipped.
/// `XMLLimits` bounds the memory, whatever the length of the text is. A pass over the bytes is the
/// cost; a construct that is cut by the end of a piece is copied.
package struct XMLReader {
    /// The receiver of the parts of a text.
    package typealias Receiver = (XMLEvent) throws(XMLError) -> Void

    /// The bytes of a construct that is not complete yet.
    private var pending: [UInt8] = []
    /// The number of bytes before `pending` in the whole text.
    private var offset = 0
    private var scan = MarkupScan()
    private var text: [UInt8] = []
    private var isCarriageReturn = false
    private var elements = ElementStack()
    private var hasRoot = false
    private var isStart = true
    /// The offset of the first construct, behind a byte order mark.
    private var start = 0
    private var failure: XMLError?

    /// Creates a reader at the beginning of a text.
    package init() {}

    /// Whether the root element is complete.
    package var isComplete: Bool { hasRoot && elements.isEmpty }

    /// Reads the next piece of the text, and passes the parts that it completes to `receive`.
    ///
    /// - Parameter attribute: the receiver of attributes; `nil` to skip them.
    /// - Throws: an error of the text or of a receiver, which ends the reading: each further call
    ///   throws it again.
    package mutating func read(
        _ piece: UnsafeBufferPointer<UInt8>, attribute: XMLAttributeReceiver? = nil,
        _ receive: Receiver
    ) throws(XMLError) {
        if let failure { throw failure }
        do throws(XMLError) {
            if pending.isEmpty { return try consume(piece, attribute, receive) }
            var whole: [UInt8] = []
            swap(&whole, &pending)
            whole.append(contentsOf: piece)
            try whole.withUnsafeBufferPointer { bytes throws(XMLError) in
                try consume(bytes, attribute, receive)
            }
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads the next piece of the text.
    package mutating func read(
        _ piece: [UInt8], attribute: XMLAttributeReceiver? = nil, _ receive: Receiver
    ) throws(XMLError) {
        try piece.withUnsafeBufferPointer { bytes throws(XMLError) in
            try read(bytes, attribute: attribute, receive)
        }
    }

    /// Handles the end of the text.
    ///
    /// - Throws: `.truncated` if the root element is not complete.
    package mutating func finish() throws(XMLError) {
        if let failure { throw failure }
        guard isComplete, pending.isEmpty else {
            throw XMLError(
                .truncated, offset: offset + pending.count, reason: "the text is truncated")
        }
    }

    /// Reads all complete constructs of `bytes`, which begin where `pending` began.
    private mutating func consume(
        _ bytes: UnsafeBufferPointer<UInt8>, _ attribute: XMLAttributeReceiver?, _ receive: Receiver
    ) throws(XMLError) {
        var position = 0
        if isStart {
            guard let skipped = Self.byteOrderMark(bytes) else {
                pending = Array(bytes)
                return
            }
            position = skipped
            start = skipped
            isStart = false
        }
        while position < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[position...])
            if rest[0] == UInt8(ascii: "<") {
                guard let markup = try scan.find(in: rest, at: offset + position) else { break }
                scan = MarkupScan()
                try handle(markup, in: rest, at: offset + position, attribute, receive)
                position += markup.length
            } else {
                let count = try appendText(rest, at: offset + position)
                if count == 0 { break }
                position += count
            }
        }
        pending = Array(bytes[position...])
        offset += position
    }

    /// Returns the length of the byte order mark; `nil` if more bytes are needed to know.
    private static func byteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard bytes.prefix(3).elementsEqual(mark.prefix(bytes.count)) else { return 0 }
        return bytes.count < 3 ? nil : 3
    }

    // MARK: Markup

    private mutating func handle(
        _ markup: Markup, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int,
        _ attribute: XMLAttributeReceiver?, _ receive: Receiver
    ) throws(XMLError) {
        let content = UnsafeBufferPointer(rebasing: bytes[markup.content])
        switch markup.kind {
        case .comment:
            try XMLText.check(content, at: offset)
        case .instruction:
            try XMLText.check(content, at: offset)
            try XMLDeclaration.check(content, isFirst: offset == start, at: offset)
        case .characterData:
            guard !elements.isEmpty else { throw Self.outside(offset) }
            try XMLText.check(content, at: offset)
            try append(content, at: offset)
        case .endTag:
            try sendText(at: offset, receive)
            try elements.close(content, at: offset) { name throws(XMLError) in
                try receive(.end(name))
            }
        case .startTag, .emptyTag:
            try sendText(at: offset, receive)
            try XMLText.check(content, at: offset)
            guard !elements.isEmpty || !hasRoot else { throw Self.outside(offset) }
            hasRoot = true
            let name = try elements.open(content, at: offset)
            try receive(.start(name))
            if let attribute {
                try elements.forEachAttribute(of: content, at: offset, attribute)
            }
            if markup.kind == .emptyTag {
                try receive(.end(name))
                elements.closeLast()
            }
        }
    }

    private static func outside(_ offset: Int) -> XMLError {
        XMLError(.syntax, offset: offset, reason: "the text has content outside its root element")
    }

    // MARK: Text

    /// Appends the text up to the next tag; returns the number of bytes that were read.
    private mutating func appendText(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(XMLError) -> Int {
        var end = 0
        while end < bytes.count, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
            end += 1
        }
        if end > 0 {
            let run = UnsafeBufferPointer(rebasing: bytes[..<end])
            guard !elements.isEmpty || run.allSatisfy(XMLText.isSpace) else {
                throw Self.outside(offset)
            }
            if !elements.isEmpty { try append(run, at: offset) }
            return end
        }
        guard !elements.isEmpty else { throw Self.outside(offset) }
        guard let reference = try XMLReference(bytes, at: offset) else { return 0 }
        isCarriageReturn = false
        text.append(contentsOf: String(Character(reference.scalar)).utf8)
        try checkLength(at: offset)
        return reference.length
    }

    /// Appends `run`, with the ends of lines normalized to line feeds (XML 1.0, 2.11).
    private mutating func append(
        _ run: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(XMLError) {
        if isCarriageReturn || run.contains(0x0D) {
            for byte in run {
                if byte != 0x0A || !isCarriageReturn { text.append(byte == 0x0D ? 0x0A : byte) }
                isCarriageReturn = byte == 0x0D
            }
        } else {
            text.append(contentsOf: run)
        }
        try checkLength(at: offset)
    }

    private func checkLength(at offset: Int) throws(XMLError) {
        if text.count > XMLLimits.text {
            throw XMLError(.tooLarge, offset: offset, reason: "a text is too long")
        }
    }

    private mutating func sendText(at offset: Int, _ receive: Receiver) throws(XMLError) {
        isCarriageReturn = false
        guard !text.isEmpty else { return }
        try text.withUnsafeBufferPointer { bytes throws(XMLError) in
            try XMLText.check(bytes, at: offset)
            try receive(.text(bytes))
        }
        text.removeAll(keepingCapacity: true)
    }
}
