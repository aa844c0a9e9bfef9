import Foundation
package import PhotoFeed

/// The template of the originals' paths, such as `{year}/{month}/{stem}.{ext}`.
///
/// ```swift
/// let layout = try OriginalLayout("{year}/{folder}/{stem}.{ext}")
/// ```
///
/// The tokens are `year`, `month` and `day` of the camera's clock, `stem` and `ext` of the name,
/// the server's `folder`, the `kind` (photo or video), the `account`, and `id8`: eight digits that
/// the identifier determines.
package struct OriginalLayout: Hashable, Sendable {
    /// The template that is used unless the user chooses another one.
    package static let standard = "{year}/{month}/{stem}.{ext}"

    private enum Token: String, CaseIterable {
        case year, month, day, stem, ext, folder, kind, account, id8
    }

    private enum Piece: Hashable {
        case text(String)
        case token(Token)
    }

    /// The template as the user wrote it.
    package let text: String
    private let components: [[Piece]]

    /// Parses a template.
    ///
    /// - Throws: `LayoutError` for an unknown token, and for a path that leaves the folder.
    package init(_ text: String) throws(LayoutError) {
        guard text.utf8.count <= 1_024 else { throw LayoutError("the layout is too long") }
        guard text.unicodeScalars.first != "/" else {
            throw LayoutError("the layout '\(text)' is absolute: it must be relative to the folder")
        }
        var components: [[Piece]] = []
        for part in SafeName.components(of: text) {
            guard part != ".", part != ".." else {
                throw LayoutError("the layout '\(text)' leaves the folder")
            }
            components.append(try Self.pieces(of: part, text))
        }
        guard !components.isEmpty else { throw LayoutError("the layout is empty") }
        self.text = text
        self.components = components
    }

    private static func pieces(
        of part: String, _ text: String
    ) throws(LayoutError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = part.unicodeScalars[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw LayoutError("the layout '\(text)' has a { without a }")
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard let token = Token(rawValue: name) else {
                let known = Token.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw LayoutError("the layout has no token {\(name)}; it has \(known)")
            }
            pieces.append(.token(token))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    /// Returns the components of the path of `item`, each a safe name; at least one.
    ///
    /// - Parameter still: the still picture of a live photo whose movie `item` is. The date and the
    ///   digits are those of the picture, so that both files have one folder and one name.
    package func path(
        of item: FeedItem, account: String, beside still: FeedItem? = nil
    ) -> [String] {
        let path = values(of: item, account, beside: still).map { SafeName.component($0) }
        return path.isEmpty ? ["_"] : path
    }

    /// Returns the path that `item` has in a copy of the account by another program, which keeps
    /// the names of the server.
    ///
    /// - Returns: `nil` for a name that the system does not have, or that is hidden.
    func mirroredPath(of item: FeedItem, account: String) -> String? {
        let components = values(of: item, account, beside: nil)
        let isPath = components.allSatisfy { name in
            !name.isEmpty && name.utf8.count <= 255 && name.unicodeScalars.first != "."
                && !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "/"))
        }
        return isPath && !components.isEmpty ? components.joined(separator: "/") : nil
    }

    /// The components of a path, as the server states their values.
    private func values(
        of item: FeedItem, _ account: String, beside still: FeedItem?
    ) -> [String] {
        components.flatMap { pieces -> [String] in
            if pieces == [.token(.folder)] { return Self.folders(of: item) }
            let text = pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .token(let token): Self.value(of: token, item, account, still ?? item)
                }
            }
            return [text.joined()]
        }
    }

    private static func folders(of item: FeedItem) -> [String] {
        Array(SafeName.components(of: item.displayPath).dropLast().prefix(32))
    }

    private static func value(
        of token: Token, _ item: FeedItem, _ account: String, _ still: FeedItem
    ) -> String {
        let date = still.node.displayTime.description.split(separator: "T")[0]
        let name = SafeName.split(item.node.name)
        return switch token {
        case .year: String(date.dropLast(6))
        case .month: String(date.dropLast(3).suffix(2))
        case .day: String(date.suffix(2))
        case .stem: name.stem
        case .ext: String(name.fileExtension.unicodeScalars.dropFirst())
        case .folder: folders(of: item).map { SafeName.component($0) }.joined(separator: "_")
        case .kind: item.node.kind.rawValue
        case .account: account
        case .id8: OriginalDigits.of(still.node.id, count: 8)
        }
    }
}

/// The reason why a template of paths is not valid.
package struct LayoutError: Error, CustomStringConvertible {  // not a BoundaryError: of one option
    package let description: String

    init(_ description: String) { self.description = description }
}
