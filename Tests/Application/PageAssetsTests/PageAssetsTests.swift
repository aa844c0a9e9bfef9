import FeedGallery
import PageAssets
import Testing

/// The files of the page, as the server sends them.
@Suite struct PageAssetsTests {
    private let page = String(decoding: PageAssets.page, as: UTF8.self)
    private let style = String(decoding: PageAssets.style, as: UTF8.self)
    private let script = String(decoding: PageAssets.script, as: UTF8.self)

    @Test func thePageNeedsTwoFurtherRequestsAndFewBytes() {
        let addresses = page.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.1) }
        // They are relative, since a proxy may show the page below a path.
        #expect(addresses == ["style.css", "page.js"])
        #expect(page.utf8.count + style.utf8.count + script.utf8.count < 100_000)
    }

    @Test func thePageHasNoInlineCodeAndNoForeignAddress() {
        #expect(page.firstMatch(of: /(?i)\son\w+=|style=|javascript:|<style|<script>/) == nil)
        for text in [page, style, script] { #expect(!text.contains("://")) }
        #expect(!script.contains("innerHTML") && !script.contains("eval("))
    }

    @Test func theMenuHasTheThemesOfTheStyleSheet() {
        for theme in Theme.all { #expect(script.contains("[\"\(theme.name)\", ")) }
        let names = style.matches(of: /data-theme="([a-z-]+)"/).map { String($0.1) }
        #expect(names == Theme.all.map(\.name))
    }

    @Test func theGalleryHasTheColoursOfTheThemes() {
        let gallery = String(decoding: GalleryAssets.style, as: UTF8.self)
        for theme in [Theme.light, .dark] {
            for (name, colour) in [
                ("ground", theme.ground), ("ink", theme.ink), ("soft", theme.soft),
                ("tile", theme.tile), ("focus", theme.focus),
            ] {
                #expect(gallery.contains("--\(name): \(colour.css);"), "\(theme.name) \(name)")
            }
        }
    }
}
