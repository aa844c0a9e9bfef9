/// A part of an XML text, in document order.
///
/// Its names and texts point into the reader: use them before the event's handler returns, or make
/// a `String` of them.
package enum XMLEvent {
    /// The beginning of an element.
    case start(XMLName)
    /// The text between two tags, with its references resolved: at most one event for each gap.
    ///
    /// CDATA sections and comments do not divide it. An empty gap has no event.
    case text(UnsafeBufferPointer<UInt8>)
    /// The end of an element.
    case end(XMLName)
}

/// The receiver of the attributes of an element, after its start: the name and the value.
package typealias XMLAttributeReceiver = (XMLName, String) throws(XMLError) -> Void

/// The name of an element or of an attribute: its namespace and its local part.
package struct XMLName {
    /// The namespace; empty for none.
    package let namespace: String
    /// The UTF-8 of the local part.
    package let local: UnsafeBufferPointer<UInt8>

    /// Whether this is the element `local` of `namespace`.
    package func matches(_ local: StaticString, in namespace: String) -> Bool {
        self.local.isEqual(to: local) && self.namespace == namespace
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are those of `text`.
    package func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        var index = 0
        while index < count {
            if self[index] != text.utf8Start[index] { return false }
            index += 1
        }
        return true
    }
}
