import SafeText

/// The page: a frame without content, which `gallery.js` fills from the chunks.
///
/// Its content security policy allows scripts, styles and pictures from files only: nothing inline,
/// and no network. `'self'` covers a gallery on a web server; for one that is opened from a disk,
/// browsers need the scheme `file:`. With trusted types, the browser refuses every string as
/// markup.
struct GalleryPage {
    let title: String
    let generation: String
    let months: [GalleryMonth]
    let items: Int
    let videos: Int

    private static let policy = [
        "default-src 'none'", "img-src 'self' file:", "style-src 'self' file:",
        "script-src 'self' file:", "base-uri 'none'", "form-action 'none'",
        "require-trusted-types-for 'script'", "trusted-types photopark",
    ].joined(separator: "; ")

    var html: String {
        let title = MarkupText.escape(TerminalText.truncate(title, width: 200))
        let pages = "pages/\(generation)"
        let months = months.map(\.json).joined(separator: ",")
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(title)</title>
            <link rel="stylesheet" href="\(pages)/gallery.css">
            <script type="application/json" id="data">
            {"pages":"\(pages)","chunk":\(GalleryChunk.capacity),"items":\(items),\
            "videos":\(videos),"months":[\(months)]}
            </script>
            <script src="\(pages)/gallery.js" defer></script>
            </head>
            <body>
            <header>
            <h1><bdi>\(title)</bdi></h1>
            <p id="summary"></p>
            <p id="missing" role="status"></p>
            </header>
            <main id="months"></main>
            <nav id="years" aria-label="Years"></nav>
            <noscript><p class="notice">This gallery needs JavaScript, from its own folder only.</p>\
            </noscript>
            <dialog id="view" aria-label="Photo" tabindex="-1">
            <img id="ambient" alt="" aria-hidden="true">
            <figure>
            <div id="stage"></div>
            <figcaption>
            <strong><bdi id="name" dir="auto"></bdi></strong>
            <span id="facts"></span>
            <span><bdi id="folder" dir="auto"></bdi></span>
            </figcaption>
            </figure>
            <span id="position"></span>
            <button id="close" aria-label="Close"></button>
            <button id="previous" aria-label="Newer"></button>
            <button id="next" aria-label="Older"></button>
            </dialog>
            </body>
            </html>

            """
    }
}
