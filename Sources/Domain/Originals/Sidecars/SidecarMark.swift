import Digests
import PhotoFeed

/// The comment by which a sidecar of this program is recognized.
///
/// It has digits of the photo's identifier and the digest of the text before it. A file that
/// another program has changed therefore has no valid mark, and is not replaced.
struct SidecarMark: Equatable {
    private static let start = " <!-- photopark sidecar "
    private static let end = " -->\n"
    private static let idLength = 32

    /// The digits of the photo's identifier.
    let id: String

    /// Creates the mark of a photo of an account.
    init(_ id: NodeID, account: String) {
        self.id = OriginalDigits.of("\(account) \(id.rawValue)", count: Self.idLength)
    }

    private init(id: String) { self.id = id }

    /// Returns the file of a packet with this mark.
    func file(_ packet: XMPPacket) -> [UInt8] { Self.file(head: Array(packet.head.utf8), id: id) }

    private static func file(head: [UInt8], id: String) -> [UInt8] {
        let digest = SHA256.digest(of: head).hexadecimal
        return head + Array("\(start)\(id) \(digest)\(end)\(XMPPacket.tail)".utf8)
    }

    /// Returns the mark of a file; `nil` for a file that is not exactly as this program wrote it.
    static func of(_ file: [UInt8]) -> SidecarMark? {
        let length =
            start.utf8.count + idLength + 1 + 64 + end.utf8.count + XMPPacket.tail.utf8.count
        guard file.count > length else { return nil }
        let head = Array(file.dropLast(length))
        let digits = file.dropFirst(head.count + start.utf8.count).prefix(idLength)
        let id = String(decoding: digits, as: UTF8.self)
        return Self.file(head: head, id: id) == file ? SidecarMark(id: id) : nil
    }
}
