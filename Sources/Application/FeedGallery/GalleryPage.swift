import TextFormats

/// The page: a frame without content, which `gallery.js` fills from the chunks.
///
/// The page, its style sheet and its scripts are the files in `Assets`. The build embeds them in
/// the program, so that the program can be copied as one file.
///
/// Its content security policy allows scripts, styles and pictures from files only: nothing inline,
/// and no network. `'self'` covers a gallery on a web server; for one that is opened from a disk,
/// browsers need the scheme `file:`. With trusted types, the browser refuses every string as
/// markup.
struct GalleryPage {
    let title: String
    let generation: String
    let all: GalleryView
    /// The names of several accounts, with their views; empty in a gallery of one account.
    let accounts: [(name: String, view: GalleryView)]

    private static let policy = [
        "default-src 'none'", "img-src 'self' file:", "style-src 'self' file:",
        "script-src 'self' file:", "base-uri 'none'", "form-action 'none'",
        "require-trusted-types-for 'script'", "trusted-types photopark",
    ].joined(separator: "; ")

    var html: String {
        let title = HTMLEscape.escape(TerminalText.truncate(title, width: 200))
        let pages = "pages/\(generation)"
        let data = JSONWriter.object(escaping: .hostile) { json in
            json.member("pages", pages)
            json.member("chunk", GalleryChunk.capacity)
            json.add(all)
            guard !accounts.isEmpty else { return }
            json.array("accounts") { json in
                for (name, view) in accounts {
                    json.object { json in
                        json.member("name", GalleryChunk.shown(name, width: 240))
                        json.member("view", view.number)
                        json.add(view)
                    }
                }
            }
        }
        return PageTemplate.filled(
            PackageResources.index_html,
            [
                "title": title, "pages": pages, "policy": Self.policy,
                "data": String(decoding: data, as: UTF8.self), "map": GalleryAssets.mapMarkup,
            ])
    }
}

extension JSONWriter {
    /// Adds the members that describe a view.
    fileprivate mutating func add(_ view: GalleryView) {
        member("items", view.items)
        member("videos", view.videos)
        array("months") { json in
            for month in view.months {
                json.array { json in
                    json.string(month.key)
                    json.integer(month.count)
                }
            }
        }
    }
}
