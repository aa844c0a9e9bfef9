import FeedGallery
import Foundation
import LoopbackTestKit
import Testing

/// The addresses of photos, and what Back, Forward and closing do.
@Suite(.serialized, .enabled(if: Browser.path != nil, "\(Browser.missing)"))
struct AddressTests {
    private let sample: Sample
    private let picture = Sample.thumbnail()

    init() throws {
        sample = try Sample()
    }

    /// A gallery of photos `range`, forty a day, the highest number first.
    private func gallery(_ range: Range<Int>) throws -> String {
        let items = range.reversed().map {
            sample.item(
                $0, name: "p\($0).jpg", days: 100 - Double($0) / 40, thumbnail: picture)
        }
        return try sample.write(items).indexPath
    }

    private func open(
        _ page: String, at fragment: String = "", height: Int = 800
    ) throws -> Browser {
        let browser = try Browser(opening: page, at: fragment, height: height)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 10")
        return browser
    }

    private let isOpen = "document.getElementById('view').open"
    private let isClosed = "!document.getElementById('view').open && location.hash === ''"
    private let name = "document.getElementById('name').textContent"
    private let focused = "document.activeElement.title"

    private func click(_ number: Int, in browser: Browser) throws {
        try browser.evaluate("document.querySelector('[title=\"p\(number).jpg\"]').click()")
        try browser.wait(for: "\(isOpen) && \(name) === 'p\(number).jpg'")
    }

    @Test func aPhotoCanBeSharedAndIsFoundInALaterGalleryToo() throws {
        let first = try open(try gallery(0..<60))
        try click(55, in: first)
        let address = try #require(try first.evaluate("location.hash") as? String)
        #expect(address.wholeMatch(of: /#2024-03-[0-9a-z]+/) != nil, "\(address)")
        #expect(first.complaints == [])

        // Two thousand newer photos, and several chunks before it.
        let later = try open(try gallery(0..<2_060), at: address)
        try later.wait(for: "\(isOpen) && \(name) === 'p55.jpg'")
        try later.wait(for: "document.querySelector('#stage img').naturalWidth === 1")
        #expect(try later.evaluate("location.hash") as? String == address)
        try later.evaluate("history.back()")
        try later.wait(for: isClosed)
        try later.wait(for: "\(focused) === 'p55.jpg'")
        try later.evaluate("history.forward()")
        try later.wait(for: "\(isOpen) && \(name) === 'p55.jpg'")
        #expect(try later.evaluate("location.hash") as? String == address)
        #expect(later.complaints == [])
    }

    @Test func backClosesTheLargeViewAndForwardOpensItAgain() throws {
        let browser = try open(try gallery(0..<60), height: 400)
        let before = try #require(try browser.evaluate("history.length") as? Int)
        try click(58, in: browser)
        for number in [57, 56, 55] {
            try browser.press("ArrowRight", code: 39)
            try browser.wait(for: "\(name) === 'p\(number).jpg'")
        }
        let address = try #require(try browser.evaluate("location.hash") as? String)
        #expect(try browser.evaluate("history.length") as? Int == before + 1)
        try browser.evaluate("history.back()")
        try browser.wait(for: isClosed)
        try browser.wait(for: "\(focused) === 'p55.jpg'")
        try browser.evaluate("history.forward()")
        try browser.wait(for: "\(isOpen) && \(name) === 'p55.jpg'")
        #expect(try browser.evaluate("location.hash") as? String == address)
        // The photo that was viewed last is visible, whatever the scroll position was before.
        try browser.press("End", code: 35)
        try browser.wait(for: "\(name) === 'p0.jpg'")
        try browser.evaluate("history.back()")
        try browser.wait(for: isClosed)
        try browser.wait(for: "\(focused) === 'p0.jpg'")
        try browser.wait(
            for: "document.activeElement.getBoundingClientRect().bottom <= innerHeight "
                + "&& scrollY > 0")
        #expect(browser.complaints == [])
    }

    @Test(arguments: ["Escape", "Enter", "button"])
    func closingDoesWhatBackDoes(_ way: String) throws {
        let browser = try open(try gallery(0..<60))
        for number in [57, 52] {
            try click(number, in: browser)
            switch way {
            case "Escape": try browser.press("Escape", code: 27)
            case "Enter": try browser.press("Enter", code: 13)
            default: try browser.evaluate("document.getElementById('close').click()")
            }
            try browser.wait(for: isClosed)
            try browser.wait(for: "\(focused) === 'p\(number).jpg'")
        }
        // One step of the history for the page, one for what Forward opens again.
        #expect(try browser.evaluate("history.state?.photo ?? false") as? Bool == false)
        try browser.evaluate("history.forward()")
        try browser.wait(for: "\(isOpen) && \(name) === 'p52.jpg'")
        #expect(browser.complaints == [])
    }

    @Test(arguments: ["#2024-03-zzzz", "#1999-01-zzzz"])
    func anAddressOfNoPhotoIsSaidToBeOne(_ fragment: String) throws {
        let browser = try open(try gallery(0..<60), at: fragment)
        try browser.wait(
            for: "document.getElementById('missing').textContent.includes('not in this gallery')")
        try browser.wait(for: isClosed)
        try click(50, in: browser)
        #expect(
            try browser.evaluate("document.getElementById('missing').textContent") as? String == "")
        #expect(browser.complaints == [])
    }

    @Test(arguments: ["", "#months", "#2024-03", "#%3Cscript%3E"])
    func anyOtherFragmentOpensThePage(_ fragment: String) throws {
        let browser = try open(try gallery(0..<60), at: fragment)
        #expect(try browser.evaluate(isOpen) as? Bool == false)
        try click(50, in: browser)
        try browser.evaluate("history.back()")
        try browser.wait(for: "!\(isOpen) && location.hash === '\(fragment)'")
        #expect(browser.complaints == [])
    }

    @Test func aReloadKeepsThePlaceAndTheLargeView() throws {
        let browser = try open(try gallery(0..<2_000))
        try browser.evaluate("scrollTo(0, 4000)")
        try browser.wait(for: "document.querySelector('.tile[title]')")
        try browser.reload()
        try browser.wait(for: "scrollY === 4000")
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 10")
        let middle = "[...document.querySelectorAll('.tile[title]')][20]"
        let title = try #require(try browser.evaluate("\(middle).title") as? String)
        let length = try browser.evaluate("history.length") as? Int
        try browser.evaluate("\(middle).click()")
        try browser.wait(for: "\(name) === '\(title)'")
        try browser.reload()
        try browser.wait(for: "\(isOpen) && \(name) === '\(title)'")
        #expect(try browser.evaluate("history.length") as? Int == (length ?? 0) + 1)
        try browser.press("Escape", code: 27)
        try browser.wait(for: isClosed)
        try browser.wait(for: "\(focused) === '\(title)'")
        #expect(browser.complaints == [])
    }

    @Test func theLargeViewTellsFolderAndClock() throws {
        let folder = "/Trips/\u{202E}<b>&"
        let page = try sample.write([
            GalleryItem(
                identifier: "id:1", name: "a.jpg", folder: folder, wallSeconds: Sample.june,
                clock: 1, thumbnail: picture),
            GalleryItem(
                identifier: "id:2", name: "b.jpg", folder: "", wallSeconds: Sample.june,
                thumbnail: nil),
        ]).indexPath
        let browser = try Browser(opening: page)
        try browser.wait(for: "document.querySelectorAll('.tile[title]').length === 2")
        try browser.evaluate("document.querySelector('.tile').click()")
        let facts = "document.getElementById('facts').textContent"
        let shown = "document.getElementById('folder').textContent"
        try browser.wait(for: "\(facts).includes('12:00 (camera’s clock)')")
        #expect(try browser.evaluate(shown) as? String == "/Trips/\\u{202E}<b>&")
        try browser.press("ArrowRight", code: 39)
        try browser.wait(for: "\(facts).includes('12:00 UTC (date of the file)')")
        #expect(try browser.evaluate(shown) as? String == "")
    }

    @Test func photosAndVideosAreCountedApartAndAnEmptyPageSaysSo() throws {
        let items = (0..<3).map { number in
            GalleryItem(
                identifier: "\(number)", name: "\(number).mp4", wallSeconds: Sample.june,
                thumbnail: nil, isVideo: number > 0)
        }
        let summary = "document.getElementById('summary').textContent"
        for (count, text) in [
            (3, "1 photo · 2 videos · June 2024"), (1, "1 photo · June 2024"), (0, ""),
        ] {
            let browser = try Browser(
                opening: try sample.write(Array(items.prefix(count))).indexPath)
            #expect(try browser.evaluate(summary) as? String == text)
            let notice = try browser.evaluate("document.querySelector('main .notice')?.textContent")
            #expect(
                (notice as? String)?.contains("no photos or videos") == (count == 0 ? true : nil))
            #expect(browser.complaints == [])
        }
    }
}
