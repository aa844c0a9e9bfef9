import TextFormats

/// A run of items, as a script that passes them to the page.
///
/// The page works from `file://`, where a browser loads only scripts, styles and pictures.
/// Therefore the data are function calls. Each item is an array, in the order in which `gallery.js`
/// reads it.
struct GalleryChunk {
    /// The number of items in a chunk: about 60 KB of script, a few screens of a large window.
    static let capacity = 512

    let number: Int
    /// The number of the view that the chunk belongs to.
    private let view: Int
    private(set) var count = 0
    private var items = JSONWriter(escaping: .hostile, capacity: 64 << 10)

    init(number: Int, view: Int = 0) {
        self.number = number
        self.view = view
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - accounts: the names of its accounts, in a gallery of several.
    ///   - original: the address of its original, relative to the page.
    mutating func append(
        _ item: GalleryItem, wallSeconds: Int64, thumbnail: String?, accounts: String? = nil,
        original: String? = nil
    ) {
        count += 1
        items.lineBreak()
        items.array { json in
            json.string(Self.shown(item.name, width: 240))
            json.string(thumbnail ?? "")
            json.integer(wallSeconds)
            json.integer(item.isVideo ? 1 : 0)
            json.integer(max(0, item.dimensions?.width ?? 0))
            json.integer(max(0, item.dimensions?.height ?? 0))
            json.integer(max(0, item.size ?? 0))
            json.string(Self.shown(item.place ?? "", width: 120))
            json.string(Self.fileType(of: item.name))
            json.string(Self.shown(item.folder, width: 240))
            json.integer(item.clock)
            json.string(Self.key(of: item.identifier))
            if accounts != nil || original != nil {
                json.string(Self.shown(accounts ?? "", width: 240))
            }
            if let original {
                // The place of a field of the served page, whose scripts read the same items.
                json.string("")
                json.string(original)
            }
        }
    }

    var isFull: Bool { count == Self.capacity }

    var fileName: String { view == 0 ? "\(number).js" : "\(view)-\(number).js" }

    var script: [UInt8] { "photopark.chunk(\(number),[".utf8 + items.bytes + "\n]);\n".utf8 }

    /// The text with control and direction marks as escapes, cut to `width` columns.
    ///
    /// A name may have 70,000 bytes, and a direction mark can make `gpj.exe` look like `exe.jpg`.
    static func shown(_ text: String, width: Int) -> String {
        TerminalText.truncate(text, width: width)
    }

    /// The part of a photo's address that distinguishes it within its month.
    ///
    /// It is the same in every gallery. The hash is FNV-1a: it is short, and unlike Swift's own
    /// hashes it does not change between runs.
    static func key(of identifier: String) -> String {
        let hash = identifier.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return String(hash, radix: 36)
    }

    /// The extension for the tile of an item without a picture.
    ///
    /// Empty unless the extension has at most five characters, all ASCII letters or digits.
    static func fileType(of name: String) -> String {
        let tail = name.utf8.suffix(6)
        guard let dot = tail.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        let letters = tail[tail.index(after: dot)...]
        let plain = letters.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        return plain ? String(Substring(letters)).uppercased() : ""
    }
}
