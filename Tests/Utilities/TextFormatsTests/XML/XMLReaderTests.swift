import Testing

@testable import TextFormats

/// The events of a text, as lines such as `<DAV:|prop`, `"text"` and `>DAV:|prop`.
func events(_ pieces: [[UInt8]]) throws(XMLError) -> [String] {
    var reader = XMLReader()
    var lines: [String] = []
    for piece in pieces {
        try reader.read(piece) { event throws(XMLError) in
            switch event {
            case .start(let name):
                lines.append("<\(name.namespace)|\(String(decoding: name.local, as: UTF8.self))")
            case .end(let name):
                lines.append(">\(name.namespace)|\(String(decoding: name.local, as: UTF8.self))")
            case .text(let text): lines.append("\"\(String(decoding: text, as: UTF8.self))\"")
            }
        }
    }
    try reader.finish()
    return lines
}

func events(_ text: String) throws(XMLError) -> [String] { try events([Array(text.utf8)]) }

/// The code of the error that reading `bytes` ends with; `nil` if it ends with none.
func code(_ bytes: [UInt8]) -> String? {
    do throws(XMLError) {
        _ = try events([bytes])
        return nil
    } catch {
        return error.code.name
    }
}

@Suite struct XMLReaderTests {
    static let sample = """
        \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
        <d:multistatus xmlns:d="DAV:" xmlns='urn:x'><!-- a > b -->
        <d:href a="1>2" b='"'>/a&amp;b&#x20;\u{E4}&lt;<![CDATA[<&>]]></d:href\t><p/>\
        <d:q  c = "&quot;"  />
        <r xmlns=""/></d:multistatus><?end ?>

        """

    @Test func namesHaveTheirNamespaces() throws {
        #expect(
            try events(Self.sample) == [
                "<DAV:|multistatus", "\"\n\"", "<DAV:|href", "\"/a&b \u{E4}<<&>\"", ">DAV:|href",
                "<urn:x|p", ">urn:x|p", "<DAV:|q", ">DAV:|q", "\"\n\"", "<|r", ">|r",
                ">DAV:|multistatus",
            ])
    }

    @Test func attributesFollowTheStartOfTheirElement() throws {
        let text = #"<a xmlns="urn:a" xmlns:b='urn:b' c="1&amp;2" b:d='"'><e f=""/></a>"#
        var reader = XMLReader()
        var lines: [String] = []
        try reader.read(
            Array(text.utf8),
            attribute: { name, value in
                lines.append(
                    "\(name.namespace)|\(String(decoding: name.local, as: UTF8.self))=\(value)")
            }
        ) { event throws(XMLError) in
            switch event {
            case .start(let name): lines.append("<\(String(decoding: name.local, as: UTF8.self))")
            case .end(let name): lines.append(">\(String(decoding: name.local, as: UTF8.self))")
            case .text: break
            }
        }
        #expect(lines == ["<a", "|c=1&2", "urn:b|d=\"", "<e", "|f=", ">e", ">a"])
    }

    @Test func thePrefixOfAnAttributeIsDeclared() {
        var reader = XMLReader()
        #expect(throws: XMLError.self) {
            try reader.read(Array("<a b:c='1'/>".utf8), attribute: { _, _ in }) { _ in }
        }
    }

    @Test func thePlacesWhereATextIsDividedDoNotMatter() throws {
        let bytes = Array(Self.sample.utf8)
        let whole = try events([bytes])
        #expect(try events(bytes.map { [$0] }) == whole)
        for place in bytes.indices {
            #expect(try events([Array(bytes[..<place]), Array(bytes[place...])]) == whole)
        }
    }

    @Test func everyCutIsAnError() {
        let bytes = Array("<a xmlns='n'><b>x &amp; y</b><!-- c --><c/></a>".utf8)
        for count in bytes.indices {
            #expect(code(Array(bytes[..<count])) == "truncated", "cut after \(count) bytes")
        }
        #expect(code(bytes) == nil)
    }

    @Test(
        arguments: [
            ("<a>\r\n\r</a>", "\"\n\n\""), ("<a>&#13;\n</a>", "\"\r\n\""),
            ("<a><![CDATA[]]></a>", nil), ("<a>x<!-- y -->z<?p?></a>", "\"xz\""),
            ("<a>&#x10FFFF;</a>", "\"\u{10FFFF}\""),
        ] as [(String, String?)])
    func texts(_ text: String, _ line: String?) throws {
        #expect(try events(text) == ["<|a"] + (line.map { [$0] } ?? []) + [">|a"])
    }

    @Test func theLineFeedOfALineEndMayArriveLater() throws {
        #expect(try events([Array("<a>x\r".utf8), Array("\ny</a>".utf8)])[1] == "\"x\ny\"")
    }

    @Test(arguments: [
        ("", "truncated"), ("  ", "truncated"), ("<a>", "truncated"), ("<a/><b/>", "syntax"),
        ("x<a/>", "syntax"), ("<a/>x", "syntax"), ("&amp;<a/>", "syntax"), ("<a></b>", "syntax"),
        ("</a>", "syntax"), ("<1/>", "syntax"), ("< a/>", "syntax"), ("<a b/>", "syntax"),
        ("<a b=c/>", "syntax"), ("<a b='1'c='2'/>", "syntax"), ("<a b='1' b='2'/>", "syntax"),
        ("<a b='<'/>", "syntax"), ("<a>& </a>", "syntax"), ("<a>&amp </a>", "syntax"),
        ("<a b='&'/>", "syntax"), ("<a><!ELEMENT b></a>", "syntax"), ("<a:b:c/>", "syntax"),
        ("<:a/>", "syntax"), ("<a:/>", "syntax"), ("<a><?xml version='1.0'?></a>", "syntax"),
        ("<?xml version='1.1'?><a/>", "syntax"), (" <?xml version='1.0'?><a/>", "syntax"),
        ("<![CDATA[x]]><a/>", "syntax"),
        ("<?xml version='1.0' encoding='UTF-16'?><a/>", "badText"),
        ("<a>&#0;</a>", "badText"), ("<a>&#xD800;</a>", "badText"), ("<a>&#+1;</a>", "badText"),
        ("<a>&#;</a>", "badText"), ("<a>\u{0}</a>", "badText"), ("<a>\u{1B}</a>", "badText"),
        ("<a>\u{FFFE}</a>", "badText"), ("<a b='\u{1}'/>", "badText"),
        ("<!DOCTYPE a><a/>", "documentType"),
        ("<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;</a>", "documentType"),
        ("<a>&nbsp;</a>", "unknownEntity"), ("<a b='&x;'/>", "unknownEntity"),
        ("<a:b/>", "badNamespace"), ("<a xmlns:b=''/>", "badNamespace"),
        ("<xmlns:a/>", "badNamespace"), ("<a xmlns:xml='DAV:'/>", "badNamespace"),
        ("<a xmlns:xmlns='DAV:'/>", "badNamespace"),
    ])
    func aTextThatIsNotAccepted(_ text: String, _ expected: String) {
        #expect(code(Array(text.utf8)) == expected)
    }

    @Test(arguments: [[0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]])
    func invalidUTF8IsRefusedEverywhere(_ bytes: [UInt8]) {
        let places = [("<a>", "</a>"), ("<a b='", "'/>"), ("<!--", "--><a/>"), ("<", "/>")]
        for (before, after) in places {
            #expect(code(Array(before.utf8) + bytes + Array(after.utf8)) == "badText")
        }
    }

    @Test func theLimitsAreKept() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth))
                    .utf8)
        }
        #expect(code(nested(XMLLimits.depth)) == nil)
        #expect(code(nested(XMLLimits.depth + 1)) == "tooDeep")
        func text(_ length: Int) -> [UInt8] {
            Array("<a>".utf8) + Array(repeating: 0x78, count: length) + Array("</a>".utf8)
        }
        #expect(code(text(XMLLimits.text)) == nil)
        #expect(code(text(XMLLimits.text + 1)) == "tooLarge")
        let long = String(repeating: "x", count: XMLLimits.tag)
        #expect(code(Array("<a b='\(long)'/>".utf8)) == "tooLarge")
        #expect(code(Array("<!--\(long)".utf8)) == "tooLarge")
        func attributes(_ count: Int, _ prefix: String) -> [UInt8] {
            Array("<a \((0..<count).map { "\(prefix)\($0)='u'" }.joined(separator: " "))/>".utf8)
        }
        #expect(code(attributes(XMLLimits.attributes, "b")) == nil)
        #expect(code(attributes(XMLLimits.attributes + 1, "b")) == "tooLarge")
        #expect(code(attributes(XMLLimits.attributes, "xmlns:b")) == nil)
    }

    @Test func aDeclarationEndsWithItsElement() {
        #expect(code(Array("<a><b xmlns:p='n'><p:c/></b><p:d/></a>".utf8)) == "badNamespace")
    }

    @Test func afterAnErrorTheReaderStaysFailed() {
        var reader = XMLReader()
        var count = 0
        for _ in 0..<2 {
            #expect(throws: XMLError(.syntax, offset: 0, reason: "")) {
                try reader.read(Array("</a>".utf8)) { _ in count += 1 }
            }
        }
        #expect(throws: XMLError.self) { try reader.finish() }
        #expect(count == 0)
    }

    @Test func aRefusalOfTheReceiverEndsTheReading() {
        var reader = XMLReader()
        let refusal = XMLError(.badValue, offset: 0, reason: "refused")
        #expect(throws: refusal) {
            try reader.read(Array("<a/>".utf8)) { _ throws(XMLError) in throw refusal }
        }
        #expect(throws: refusal) { try reader.read([]) { _ in } }
    }

    @Test func theOffsetOfAnErrorCountsAllPieces() {
        var reader = XMLReader()
        do throws(XMLError) {
            try reader.read(Array("<a><b>".utf8)) { _ in }
            try reader.read(Array("x</c></a>".utf8)) { _ in }
            Issue.record("the text was accepted")
        } catch {
            #expect(error.offset == 7)
            #expect(error.message == "an end tag fits no start tag, at byte 7")
        }
    }
}
