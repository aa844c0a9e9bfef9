/// The open elements of a text, with their namespaces.
struct ElementStack {
    private struct Element {
        /// The beginning of the name in `names`.
        let start: Int
        /// The namespace of the element.
        let namespace: String
        /// The number of declarations before those of the element.
        let declarations: Int
    }

    private struct Declaration {
        let prefix: [UInt8]
        let namespace: String
    }

    private static let xml = "http://www.w3.org/XML/1998/namespace"
    private static let xmlns = "http://www.w3.org/2000/xmlns/"

    private var elements: [Element] = []
    /// The names of all open elements, with their prefixes, one after the other.
    private var names: [UInt8] = []
    private var declarations: [Declaration] = []

    var isEmpty: Bool { elements.isEmpty }

    /// Opens the element of a start tag with this content, and returns its name.
    mutating func open(
        _ tag: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(XMLError) -> XMLName {
        guard elements.count < XMLLimits.depth else {
            throw XMLError(.tooDeep, offset: offset, reason: "elements are nested too deeply")
        }
        let before = declarations.count
        let name = try QualifiedName(tag, at: offset)
        var attributes = AttributeReader(tag, from: name.length, offset: offset)
        while let attribute = try attributes.next() {
            try declare(attribute, offset)
        }
        let namespace = try namespace(of: name, offset)
        elements.append(
            Element(start: names.count, namespace: namespace, declarations: before))
        names.append(contentsOf: tag[..<name.length])
        return XMLName(namespace: namespace, local: name.local)
    }

    /// Passes the attributes of the last element to `receive`, without declarations of namespaces.
    func forEachAttribute(
        of tag: UnsafeBufferPointer<UInt8>, at offset: Int, _ receive: XMLAttributeReceiver
    ) throws(XMLError) {
        let name = try QualifiedName(tag, at: offset)
        var attributes = AttributeReader(tag, from: name.length, offset: offset)
        while let attribute = try attributes.next() {
            let name = attribute.name
            if (name.prefix.isEmpty ? name.local : name.prefix).isEqual(to: "xmlns") { continue }
            // An attribute without a prefix has no namespace, not that of its element.
            let namespace = name.prefix.isEmpty ? "" : try namespace(of: name, offset)
            try receive(
                XMLName(namespace: namespace, local: name.local), try attribute.text(at: offset))
        }
    }

    /// Closes the last element, whose name an end tag with this content repeats.
    mutating func close(
        _ tag: UnsafeBufferPointer<UInt8>, at offset: Int,
        _ receive: (XMLName) throws(XMLError) -> Void
    ) throws(XMLError) {
        var end = tag.count
        while end > 0, XMLText.isSpace(tag[end - 1]) { end -= 1 }
        guard let element = elements.last, names.count - element.start == end,
            names[element.start...].elementsEqual(tag[..<end])
        else {
            throw XMLError(.syntax, offset: offset, reason: "an end tag fits no start tag")
        }
        let name = try QualifiedName(tag, at: offset)
        try receive(XMLName(namespace: element.namespace, local: name.local))
        closeLast()
    }

    /// Closes the last element, as an empty tag does.
    mutating func closeLast() {
        let element = elements.removeLast()
        names.removeSubrange(element.start...)
        declarations.removeSubrange(element.declarations...)
    }

    /// Takes an attribute into account if it declares a namespace.
    private mutating func declare(
        _ attribute: AttributeReader.Attribute, _ offset: Int
    ) throws(XMLError) {
        let prefix: UnsafeBufferPointer<UInt8>
        if attribute.name.prefix.isEmpty, attribute.name.local.isEqual(to: "xmlns") {
            prefix = UnsafeBufferPointer(rebasing: attribute.name.local[..<0])
        } else if attribute.name.prefix.isEqual(to: "xmlns") {
            prefix = attribute.name.local
        } else {
            return
        }
        let value = try attribute.text(at: offset)
        let isXML = prefix.isEqual(to: "xml")
        guard isXML == (value == Self.xml), !prefix.isEqual(to: "xmlns"), value != Self.xmlns,
            prefix.isEmpty || !value.isEmpty
        else {
            throw XMLError(
                .badNamespace, offset: offset, reason: "a declaration of a namespace is not allowed"
            )
        }
        guard declarations.count < XMLLimits.attributes else {
            throw XMLError(.tooLarge, offset: offset, reason: "too many namespaces are declared")
        }
        declarations.append(Declaration(prefix: Array(prefix), namespace: value))
    }

    private func namespace(of name: QualifiedName, _ offset: Int) throws(XMLError) -> String {
        for declaration in declarations.reversed()
        where declaration.prefix.elementsEqual(name.prefix) {
            return declaration.namespace
        }
        if name.prefix.isEmpty { return "" }
        if name.prefix.isEqual(to: "xml") { return Self.xml }
        throw XMLError(.badNamespace, offset: offset, reason: "a prefix is not declared")
    }
}
