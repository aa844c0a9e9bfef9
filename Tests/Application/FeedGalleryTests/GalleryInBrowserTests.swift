import FeedGallery
import Foundation
import LoopbackTestKit
import Testing

@Suite(.serialized, .enabled(if: Browser.path != nil, "\(Browser.missing)"))
struct GalleryInBrowserTests {
    let sample: Sample
    let picture = Sample.thumbnail()

    init() throws {
        sample = try Sample()
    }

    @Test func hostileNamesAreTextAndNothingElse() throws {
        let items = HostileNames.all.enumerated().map { index, name in
            GalleryItem(
                identifier: name, name: name, wallSeconds: Sample.june,
                thumbnail: index % 2 == 0 ? picture : nil, place: name)
        }
        let page = try sample.write(items, title: "Holidays <b>&").indexPath
        let browser = try Browser(opening: page, height: 6_000)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length === \(items.count)")
        try browser.wait(for: "document.querySelectorAll('.tile img.ready').length > 30")

        let titles = try browser.evaluate(
            "[...document.querySelectorAll('.tile')].map(t => t.title)")
        #expect(try titles as? [String?] == sample.items().map { $0[0] as? String })
        #expect(try browser.evaluate("document.title") as? String == "Holidays <b>&")
        #expect(
            try browser.evaluate("document.querySelectorAll('script').length") as? Int == 2)
        #expect(
            try browser.evaluate(
                """
                [...document.querySelectorAll('*')].filter(element =>
                    [...element.attributes].some(a => a.name.startsWith('on'))
                    || /^(IFRAME|BASE|SVG|STYLE)$/i.test(element.tagName)
                    || element.tagName === "A" && element.id !== "original").length
                """) as? Int == 0)

        // Through the large view as well, one by one.
        try browser.evaluate("document.querySelector('.tile').click()")
        for index in items.indices {
            try browser.wait(
                for: "document.getElementById('position').textContent.startsWith('\(index + 1) ')")
            try browser.press("ArrowRight", code: 39)
        }
        #expect(try browser.evaluate("document.title") as? String == "Holidays <b>&")
        #expect(browser.complaints == [])
    }

    @Test func theOriginalIsALinkInTheLargeView() throws {
        let original = (sample.gallery as NSString).deletingLastPathComponent + "/a <b>&'\"#?.mov"
        try Data("a film".utf8).write(to: URL(filePath: original))
        let page = try sample.write([
            GalleryItem(
                identifier: "1", name: "a", wallSeconds: Sample.june, thumbnail: picture,
                original: original),
            sample.item(2, thumbnail: picture),
        ]).indexPath
        let browser = try Browser(opening: page)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length === 2")
        try browser.evaluate("document.querySelector('.tile').click()")
        try browser.wait(for: "!document.getElementById('original').hidden")
        let address = try browser.evaluate("document.getElementById('original').href") as? String
        let url = try #require(address.flatMap { URL(string: $0) })
        #expect(url.isFileURL)
        #expect(FileManager.default.contents(atPath: url.path) == Data("a film".utf8))
        try browser.press("ArrowRight", code: 39)
        try browser.wait(for: "document.getElementById('original').hidden")
        #expect(browser.complaints == [])
    }

    @Test func theLargeViewFitsEachPictureIntoEachWindow() throws {
        let original = (sample.gallery as NSString).deletingLastPathComponent + "/original.jpg"
        try Data("a photo".utf8).write(to: URL(filePath: original))
        let folder = Array(repeating: "A folder with a name of some length", count: 20)
        let pictures = Browser.pictureSizes.map { Sample.thumbnail(Data(Browser.gif($0, $1))) }
        let items = (pictures + [nil]).enumerated().map { number, thumbnail in
            GalleryItem(
                identifier: "\(number)", name: "p\(number).jpg",
                folder: folder.prefix(1 + 19 * (number & 1)).joined(separator: "/"),
                wallSeconds: Sample.june - Int64(number), thumbnail: thumbnail, original: original)
        }
        let browser = try Browser(opening: try sample.write(items).indexPath)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length === \(items.count)")
        try browser.evaluate("document.querySelector('.tile').click()")
        for (number, item) in items.enumerated() {
            try browser.wait(
                for: "document.getElementById('name').textContent === 'p\(number).jpg'")
            if item.thumbnail != nil {
                try browser.wait(for: "document.querySelector('#stage img').complete")
            }
            #expect(try browser.largeViewFaults() == [], "picture \(number)")
            try browser.press("ArrowRight", code: 39)
        }
        #expect(browser.complaints == [])
    }

    @Test func policyRefusesInlineScriptMarkupAndTheNetwork() throws {
        let page = try sample.write([sample.item(1)]).indexPath
        let browser = try Browser(opening: page)
        for attempt in [
            "document.body.innerHTML = '<b>markup</b>'",
            "document.head.appendChild(document.createElement('script')).src = 'x.js'",
            "document.head.appendChild(document.createElement('script')).text = '1'",
        ] {
            let outcome = try browser.evaluate(
                "(() => { try { \(attempt); return 'done' } catch (e) { return e.name } })()")
            #expect(outcome as? String == "TypeError", "\(attempt)")
        }
        for (attempt, directive) in [
            ("fetch('https://localhost:9/').catch(() => {})", "connect-src"),
            ("new Image().src = 'https://localhost:9/pixel.gif'", "img-src"),
        ] {
            let violated = try browser.evaluate(
                """
                new Promise(resolve => {
                    addEventListener("securitypolicyviolation",
                        event => resolve(event.violatedDirective), { once: true });
                    \(attempt);
                })
                """)
            #expect(violated as? String == directive)
        }
    }

    @Test func aSearchAndTheMapNeedTheDiskOnly() throws {
        let items = (0..<1_300).map { (number: Int) -> GalleryItem in
            let place: String? = number.isMultiple(of: 2) ? "48.8566, 2.3522" : nil
            return GalleryItem(
                identifier: "\(number)", name: number == 900 ? "rare.jpg" : "p\(number).jpg",
                folder: "/b", wallSeconds: Sample.june - Int64(number) * 86_400,
                thumbnail: picture, place: place)
        }
        let page = try sample.write(items).indexPath
        let browser = try Browser(opening: page)
        let tiles = "document.querySelectorAll('.tile[title]').length"
        func find(_ text: String) throws {
            try browser.evaluate(
                """
                (() => {
                    const field = document.getElementById('search');
                    field.value = '\(text)';
                    field.dispatchEvent(new Event('input'));
                })()
                """)
        }
        try browser.wait(for: "\(tiles) > 20")
        try find("rare")
        try browser.wait(for: "\(tiles) === 1")
        #expect(
            try browser.evaluate("document.getElementById('summary').textContent") as? String
                == "1 photo · December 2021")
        try browser.evaluate("document.querySelector('.tile').click()")
        try browser.wait(for: "document.getElementById('name').textContent === 'rare.jpg'")
        try browser.press("Escape", code: 27)
        try find("nothing has this name")
        try browser.wait(
            for: "document.getElementById('search-note').textContent === 'Nothing is found.'")
        #expect(try browser.evaluate(tiles) as? Int == 0)
        try find("")
        try browser.wait(for: "\(tiles) > 20")
        try browser.evaluate("document.getElementById('open-places').click()")
        try browser.wait(for: "document.querySelectorAll('.cluster').length === 1")
        #expect(
            try browser.evaluate("document.getElementById('places-note').textContent") as? String
                == "650 of 1,300 items have a place.")
        try browser.evaluate("document.querySelector('.cluster').click()")
        try browser.wait(
            for: "document.getElementById('summary').textContent.startsWith('650 photos')")
        #expect(browser.complaints == [])
    }

    @Test func theBrowserUnderstandsEachRuleOfTheStyleSheet() throws {
        let page = try sample.write([sample.item(1)]).indexPath
        let style = try sample.text(sample.pages + "/gallery.css")
        let browser = try Browser(opening: page)
        // Not JSONWriter: the test does not depend on what it tests.
        let literal = String(decoding: try JSONEncoder().encode(style), as: UTF8.self)
        let answer = try browser.evaluate(
            #"""
            (() => {
                const all = pattern => [...\#(literal).matchAll(pattern)].map(match => match[1]);
                const isSelector = text => {
                    try { document.querySelector(text); return true; } catch { return false; }
                };
                const selectors = all(/(?<=^|[{}])\s*([^@{};]+)(?=\{)/g);
                const declarations = all(/(?<=[{;]\s*)([\w-]+\s*:[^;{}]+)(?=[;}])/g)
                    .filter(text => !text.startsWith("-webkit-"));
                return {
                    count: [selectors.length, declarations.length],
                    refused: [
                        ...selectors.filter(text => !isSelector(text)),
                        ...declarations.filter(text => !CSS.supports(`(${text})`)),
                    ],
                };
            })()
            """#)
        let outcome = try #require(answer as? [String: [Any]])
        #expect(outcome["refused"] as? [String] == [])
        let count = try #require(outcome["count"] as? [Int])
        #expect(count[0] > 60 && count[1] > 200, "\(count)")
    }

    @Test func tenThousandPhotosKeepTheDocumentSmall() throws {
        let items = (0..<10_000).map {
            sample.item($0, name: "p\($0).jpg", days: Double($0) / 10, thumbnail: picture)
        }
        let page = try sample.write(items).indexPath
        let browser = try Browser(opening: page)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 30")
        #expect(
            try browser.evaluate("document.querySelector('h2').firstChild.data") as? String
                == "June 2024")
        try browser.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
        try browser.wait(for: "Number(document.querySelector('.tile').dataset.index) > 4000")
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 30")
        try browser.evaluate("scrollTo(0, document.body.scrollHeight)")
        try browser.wait(for: "document.querySelector('[title=\"p9999.jpg\"]')")
        let elements = try browser.evaluate("document.querySelectorAll('*').length") as? Int
        #expect(try #require(elements) < 600)
        #expect(browser.complaints == [])
    }

    @Test func aMenuShowsThePhotosOfOneAccount() throws {
        let items = (0..<30).map {
            sample.item(
                $0, name: "p\($0).jpg", thumbnail: picture, accounts: $0 < 10 ? [0] : [0, 1])
        }
        let page = try sample.write(items, accounts: ["home", "work"]).indexPath
        let browser = try Browser(opening: page)
        let tiles = "document.querySelectorAll('.tile[title]').length"
        try browser.wait(for: "\(tiles) === 30")
        try browser.evaluate("document.querySelector('.tile').click()")
        try browser.wait(for: "document.getElementById('owners').textContent === 'home'")
        try browser.evaluate(
            """
            (() => {
                const menu = document.getElementById('accounts');
                menu.value = 'work';
                menu.dispatchEvent(new Event('change'));
            })()
            """)
        try browser.wait(for: "location.search === '?account=work' && \(tiles) === 20")
        #expect(
            try browser.evaluate("document.getElementById('summary').textContent") as? String
                == "20 photos · June 2024")
        #expect(
            try browser.evaluate("document.querySelector('.tile').title") as? String == "p10.jpg")
        #expect(
            try browser.evaluate("document.getElementById('accounts').value") as? String == "work")
        #expect(browser.complaints == [])
    }

    @Test func keyboardReachesEveryPhoto() throws {
        let items = (0..<600).map {
            sample.item($0, name: "p\($0).jpg", days: Double($0) / 4, thumbnail: picture)
        }
        let browser = try Browser(opening: try sample.write(items).indexPath)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 30")
        let focused = "document.activeElement.title"
        let position = "document.getElementById('position').textContent"

        try browser.press("ArrowRight", code: 39)
        try browser.wait(for: "\(focused) === 'p0.jpg'")
        try browser.press("ArrowRight", code: 39)
        try browser.wait(for: "\(focused) === 'p1.jpg'")
        try browser.press("ArrowDown", code: 40)
        try browser.wait(for: "Number(document.activeElement.dataset.index) > 4")
        try browser.press("End", code: 35)
        try browser.wait(for: "\(focused) === 'p599.jpg'")
        #expect(
            try browser.evaluate("getComputedStyle(document.activeElement).outlineStyle") as? String
                == "solid")
        try browser.press("Home", code: 36)
        try browser.wait(for: "\(focused) === 'p0.jpg' && scrollY === 0")

        try browser.press("Enter", code: 13)
        try browser.wait(for: "\(position) === '1 of 600'")
        try browser.wait(for: "document.querySelector('#stage img').naturalWidth === 1")
        try browser.press("End", code: 35)
        try browser.wait(for: "\(position) === '600 of 600'")
        try browser.press("ArrowLeft", code: 37)
        try browser.wait(for: "document.getElementById('name').textContent === 'p598.jpg'")
        try browser.press("Escape", code: 27)
        try browser.wait(for: "!document.getElementById('view').open")
        try browser.wait(for: "\(focused) === 'p598.jpg'")
        #expect(browser.complaints == [])
    }
}
