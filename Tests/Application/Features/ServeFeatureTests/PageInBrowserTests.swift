import Foundation
import LoopbackTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing
import WebServer

@testable import ServeFeature

/// The page in a real browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "\(Browser.missing)"))
struct PageInBrowserTests {
    private static let tiles = "document.querySelectorAll('.tile[title]').length"

    /// A library of photos, a quarter of a day apart.
    private static func library(_ count: Int, name: String = "p") -> LibraryStub {
        Samples.library(
            (0..<count).map {
                Samples.photo("\(name)\($0).jpg", at: Samples.june - Int64($0) * 21_600)
            }, picture: Samples.pixel)
    }

    /// Opens the page of libraries, runs `body` in a thread of its own, and compares its result.
    private func open(
        _ libraries: @escaping @Sendable () -> [LibraryStub], width: Int = 1_200,
        _ body: @escaping @Sendable (Browser, Visitor, inout Observations) throws -> Void
    ) async throws {
        try await withFeedServer(libraries) { visitor async throws in
            let seen = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address, width: width)
                try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 0")
                var seen = Observations()
                try body(browser, visitor, &seen)
                seen.note(browser.complaints, is: [])
                return seen
            }
            #expect(seen.faults == [])
        }
    }

    /// Opens the page of a library that `body` changes, as `open` does.
    private func open(
        changing count: Int,
        _ body:
            @escaping @Sendable (
                Browser, SchedulerBound<LibraryStub>, inout Observations
            ) throws -> Void
    ) async throws {
        let scheduler = WorkScheduler(name: "readers")
        let library = SchedulerBound(on: scheduler) { Self.library(count) }
        let feed = SchedulerBound(on: scheduler) {
            ServedFeed([.init(name: "one", reader: try library.get(in: $0))])
        }
        let server = FeedServer(feed)
        let address = try await server.start(port: 0)
        let seen = try await onThreadOfItsOwn {
            let browser = try Browser(at: address)
            try browser.wait(for: "\(Self.tiles) > 20")
            var seen = Observations()
            try body(browser, library, &seen)
            seen.note(browser.complaints, is: [])
            return seen
        }
        await server.stop(within: .zero)
        #expect(seen.faults == [])
    }

    @Test func theTokenIsTradedAndThePhotosAreShown() async throws {
        try await open({ [Self.library(600)] }) { browser, visitor, seen in
            seen.note(
                try browser.evaluate("location.href") as? String, is: visitor.origin + "/")
            seen.note(
                try browser.evaluate("document.querySelector('h2').firstChild.data") as? String,
                is: "June 2024")
            try browser.wait(for: "document.querySelectorAll('.tile img.ready').length > 20")
            seen.note(try browser.evaluate("document.cookie") as? String, is: "")
            // A second visit has the cookie: the first tiles need the page, its style, its script
            // and the months.
            try browser.reload()
            try browser.wait(for: "\(Self.tiles) > 20")
            let names =
                try browser.evaluate(
                    """
                    performance.getEntriesByType('resource').map(entry => entry.name)
                        .filter(name => !/thumbnails|changes|favicon/.test(name))
                    """) as? [String]
            seen.note(
                names?.map { $0.dropFirst(visitor.origin.count) },
                is: ["/style.css", "/page.js", "/months?"])
            let bytes =
                try browser.evaluate(
                    """
                    performance.getEntriesByType('resource').filter(entry =>
                        !entry.name.includes('/thumbnails/')).reduce((sum, entry) =>
                        sum + entry.encodedBodySize, 0)
                    """) as? Int
            seen.note(bytes.map { $0 < 200_000 }, is: true, "\(bytes ?? 0) bytes")
        }
    }

    @Test func aVisitorWithoutTheTokenIsToldWhatToDo() async throws {
        try await withFeedServer { visitor async throws in
            let (tiles, address) = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.origin + "/")
                try browser.wait(
                    for: "document.querySelector('.notice')?.textContent.includes('has printed')")
                let tiles = try browser.evaluate(Self.tiles) as? Int
                // The tab changes only the fragment, and does not load the page again.
                try browser.evaluate("location.hash = '#\(visitor.token)'")
                try browser.wait(for: "\(Self.tiles) === 3")
                return (tiles, try browser.evaluate("location.href") as? String)
            }
            #expect(tiles == 0)
            #expect(address == visitor.origin + "/")
        }
    }

    @Test func theKeyboardReachesEveryPhotoAndTheScrubberEveryMonth() async throws {
        try await open({ [Self.library(2_000)] }) { browser, _, seen in
            let focused = "document.activeElement.title"
            let position = "document.getElementById('position').textContent"
            try browser.press("ArrowRight", code: 39)
            try browser.wait(for: "\(focused) === 'p0.jpg'")
            try browser.press("ArrowRight", code: 39)
            try browser.wait(for: "\(focused) === 'p1.jpg'")
            try browser.press("End", code: 35)
            try browser.wait(for: "\(focused) === 'p1999.jpg'")
            try browser.press("Enter", code: 13)
            try browser.wait(for: "\(position) === '2,000 of 2,000'")
            try browser.wait(for: "document.querySelector('#stage img').naturalWidth === 1")
            try browser.press("ArrowLeft", code: 37)
            try browser.wait(
                for: "document.getElementById('name').textContent === 'p1998.jpg'")
            seen.note(
                try browser.evaluate("location.hash.startsWith('#2023-01-')") as? Bool, is: true)
            try browser.press("Escape", code: 27)
            try browser.wait(for: "!document.getElementById('view').open")
            try browser.wait(for: "\(focused) === 'p1998.jpg' && location.hash === ''")

            try browser.evaluate("document.getElementById('scrubber').focus()")
            let month = "document.getElementById('scrubber').getAttribute('aria-valuetext')"
            try browser.press("Home", code: 36)
            try browser.wait(for: "\(month) === 'June 2024'")
            try browser.press("ArrowDown", code: 40)
            try browser.wait(for: "\(month) === 'May 2024'")
            try browser.press("PageDown", code: 34)
            try browser.wait(for: "\(month) === 'December 2023'")
            try browser.wait(
                for: "document.querySelector('.tile[title^=\"p6\"] img.ready') !== null")
            seen.note(
                try browser.evaluate(
                    "getComputedStyle(document.getElementById('label')).visibility") as? String,
                is: "visible")
        }
    }

    @Test func manyPhotosKeepTheDocumentSmall() async throws {
        try await open({ [Self.library(8_000)] }) { browser, _, seen in
            try browser.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
            try browser.wait(for: "Number(document.querySelector('.tile').dataset.index) > 3000")
            try browser.wait(for: "\(Self.tiles) > 30")
            try browser.evaluate("scrollTo(0, document.body.scrollHeight)")
            try browser.wait(for: "document.querySelector('[title=\"p7999.jpg\"]')")
            let elements = try browser.evaluate("document.querySelectorAll('*').length") as? Int
            seen.note(elements.map { $0 < 1_500 }, is: true, "\(elements ?? 0) elements")
        }
    }

    @Test func aPhotoHasAnAddress() async throws {
        try await open({ [Self.library(900)] }) { browser, visitor, seen in
            let key = ItemText.key(
                of: MergedItem(Samples.photo("p700.jpg", at: 0), in: [0]))
            // p700 is 175 days before June.
            try browser.evaluate("location.hash = '#2023-12-\(key)'")
            try browser.wait(
                for: "document.getElementById('name').textContent === 'p700.jpg'")
            try browser.evaluate("history.back()")
            try browser.wait(for: "!document.getElementById('view').open")
        }
    }

    @Test func aSearchAnAccountAndAThemeAreChosen() async throws {
        try await open({ [Self.library(40), Self.library(30, name: "q")] }) { browser, _, seen in
            let summary = "document.getElementById('summary').textContent"
            func wait(_ count: Int) throws {
                try browser.wait(for: "\(summary).startsWith('\(count) ') && \(Self.tiles) > 9")
            }
            try wait(70)
            func choose(_ id: String, _ value: String, _ event: String) throws {
                try browser.evaluate(
                    """
                    (() => {
                        const field = document.getElementById('\(id)');
                        field.value = '\(value)';
                        field.dispatchEvent(new Event('\(event)'));
                    })()
                    """)
            }
            try choose("accounts", "1", "change")
            try wait(30)
            try choose("search", "q1", "input")
            try wait(11)
            seen.note(
                try browser.evaluate(summary) as? String, is: "11 photos · May 2024")
            try choose("search", "nothing", "input")
            try browser.wait(
                for: "document.querySelector('.notice')?.textContent === 'Nothing is found.'")
            try choose("search", "", "input")
            try wait(30)
            seen.note(
                try browser.evaluate("document.querySelector('.notice') === null") as? Bool,
                is: true)
            try choose("themes", "dark-contrast", "change")
            let ground = "getComputedStyle(document.body).backgroundColor"
            seen.note(try browser.evaluate(ground) as? String, is: "rgb(0, 0, 0)")
            try browser.reload()
            try wait(70)
            seen.note(try browser.evaluate(ground) as? String, is: "rgb(0, 0, 0)")
        }
    }

    @Test func hostileNamesAreText() async throws {
        let names = [
            "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\"'`><b>",
            "javascript:alert(1)", "\u{202E}gpj.exe", "{{title}}", "&lt;b&gt;",
        ]
        let library: @Sendable () -> LibraryStub = {
            Samples.library(
                names.map { Samples.photo($0, at: Samples.june, content: 1) },
                picture: Samples.pixel)
        }
        try await open({ [library()] }) { browser, _, seen in
            try browser.wait(for: "\(Self.tiles) === \(names.count)")
            let titles =
                try browser.evaluate(
                    "[...document.querySelectorAll('.tile')].map(tile => tile.title)") as? [String]
            seen.note(titles, is: names.reversed().map(ItemText.shown))
            seen.note(
                try browser.evaluate(
                    "document.querySelectorAll('script, iframe, b, a, svg').length") as? Int, is: 1)
            // In the groups and in the large view, too.
            try browser.evaluate("document.getElementById('open-duplicates').click()")
            try browser.wait(for: "document.querySelectorAll('.copy').length === \(names.count)")
            let copies =
                try browser.evaluate(
                    "[...document.querySelectorAll('.copy bdi')].map(name => name.textContent)")
                as? [String]
            seen.note(copies.map { Set($0) }, is: Set(names.map(ItemText.shown)))
            try browser.press("Escape", code: 27)
            try browser.evaluate("document.querySelector('.tile').click()")
            try browser.wait(
                for: "document.getElementById('name').textContent === '&lt;b&gt;'")
            seen.note(
                try browser.evaluate("document.querySelectorAll('script, iframe, b, svg').length")
                    as? Int, is: 1)
        }
    }

    @Test func anotherPortReadsNothing() async throws {
        try await withFeedServer { visitor async throws in
            let other = WebServer(WebServerConfiguration()) { _ in
                WebResponse(
                    headers: [("Content-Type", "text/html")],
                    body: WebBody(Array("<!doctype html><link rel=icon href=data:,>".utf8)))
            }
            let port = try await other.start()
            let outcomes = try await onThreadOfItsOwn {
                // The browser gets the cookie first, which it then also sends to the server.
                let browser = try Browser(at: visitor.address)
                try browser.wait(for: "\(Self.tiles) === 3")
                let picture = visitor.origin + "/thumbnails/0/aWQ6YS5qcGc/ab"
                let attacks = [
                    "fetch('\(visitor.origin)/months', { credentials: 'include' })"
                        + ".then(r => r.text())",
                    "fetch('\(picture)', { mode: 'no-cors', credentials: 'include' })"
                        + ".then(r => r.text()).then(t => { if (!t) throw 0; return t; })",
                    "new Promise((yes, no) => { const i = new Image(); i.onload = yes; "
                        + "i.onerror = no; i.src = '\(picture)'; })",
                    "new Promise((yes, no) => { const s = document.createElement('script'); "
                        + "s.onload = yes; s.onerror = no; s.src = '\(visitor.origin)/months'; "
                        + "document.head.append(s); })",
                    "new Promise((yes, no) => { const e = new EventSource("
                        + "'\(visitor.origin)/changes', { withCredentials: true }); "
                        + "e.onmessage = yes; e.onerror = no; })",
                ]
                try browser.evaluate("location.assign('http://127.0.0.1:\(port)/')")
                try browser.wait(for: "location.port === '\(port)'")
                return try attacks.map { attack in
                    let outcome = "(\(attack)).then(() => 'read', () => 'refused')"
                    return try browser.evaluate(outcome) as? String
                }
            }
            await other.stop(within: .zero)
            #expect(outcomes == Array(repeating: "refused", count: 5))
        }
    }

    @Test func thePageSaysThatAnAddressHasNoPhotoUntilAnotherOneIsOpened() async throws {
        try await open({ [Self.library(2_000)] }) { browser, _, seen in
            let message = "document.getElementById('missing').textContent"
            try browser.evaluate("location.hash = '#2024-05-zzz'")
            try browser.wait(for: "\(message).includes('is not here')")
            // Other chunks arrive meanwhile.
            try browser.evaluate("scrollTo(0, document.body.scrollHeight)")
            try browser.wait(for: "document.querySelector('[title=\"p1999.jpg\"]')")
            seen.note(
                try browser.evaluate(message) as? String,
                is: "The photo with this address is not here.")
            try browser.evaluate("document.querySelector('[title=\"p1999.jpg\"]').click()")
            try browser.wait(for: "document.getElementById('name').textContent === 'p1999.jpg'")
            seen.note(try browser.evaluate(message) as? String, is: "")
        }
    }

    @Test func theFocusStaysInTheLargeViewAtTheLastPhoto() async throws {
        try await open({ [Self.library(3)] }) { browser, _, seen in
            try browser.evaluate("document.querySelector('.tile').click()")
            try browser.wait(for: "document.getElementById('name').textContent === 'p0.jpg'")
            try browser.evaluate("document.getElementById('next').focus()")
            for name in ["p1.jpg", "p2.jpg"] {
                try browser.evaluate("document.getElementById('next').click()")
                try browser.wait(for: "document.getElementById('name').textContent === '\(name)'")
            }
            seen.note(try browser.evaluate("document.activeElement.id") as? String, is: "view")
        }
    }

    @Test func aNarrowWindowHasNoSidewaysScrolling() async throws {
        try await open({ [Self.library(100), Self.library(3, name: "q")] }, width: 500) {
            browser, _, seen in
            let width = "document.documentElement.scrollWidth <= innerWidth"
            seen.note(try browser.evaluate(width) as? Bool, is: true)
            try browser.evaluate("document.body.style.width = '320px'")
            let controls =
                try browser.evaluate(
                    "document.getElementById('controls').scrollWidth") as? Int
            seen.note(controls.map { $0 <= 320 }, is: true, "\(controls ?? 0) pixels")
        }
    }

    @Test func whatIsLookedAtStaysWhilePhotosArrive() async throws {
        try await open(changing: 2_000) { browser, library, seen in
            try browser.evaluate("scrollTo(0, 9000)")
            try browser.wait(for: "\(Self.tiles) > 20 && scrollY === 9000")
            let place = """
                (() => {
                    const tile = [...document.querySelectorAll('.tile[title]')]
                        .find(tile => tile.getBoundingClientRect().top > 100);
                    return tile && [tile.title, Math.round(tile.getBoundingClientRect().top)];
                })()
                """
            try browser.wait(for: "!!(\(place))")
            let before = "\(try browser.evaluate(place) ?? "")"
            library.schedule { library in
                let new = (0..<1_000).map {
                    Samples.photo("new\($0).jpg", at: Samples.june + 9_000_000 - Int64($0))
                }
                for photo in new { library.pictures[photo.node.id] = Samples.pixel }
                library.items = new + library.items
                library.changes += 1
            }
            try browser.wait(
                for: "document.getElementById('summary').textContent.startsWith('3,000')")
            try browser.wait(for: "!!(\(place))")
            let after = "\(try browser.evaluate(place) ?? "")"
            seen.note(before.contains(".jpg"), is: true)
            seen.note(after, is: before)
        }
    }

    @Test func aPhotoThatIsOpenIsNotDrawnAnewWhenOthersArrive() async throws {
        try await open(changing: 40) { browser, library, seen in
            try browser.evaluate("document.querySelector('.tile').click()")
            let position = "document.getElementById('position').textContent"
            try browser.wait(for: "\(position) === '1 of 40'")
            try browser.evaluate("document.getElementById('stage').firstChild.id = 'mark'")
            library.schedule { library in
                let new = Samples.photo("new.jpg", at: Samples.june + 9_000_000)
                library.pictures[new.node.id] = Samples.pixel
                library.items = [new] + library.items
                library.changes += 1
            }
            try browser.wait(for: "\(position) === '2 of 41'")
            seen.note(
                try browser.evaluate("document.getElementById('mark') !== null") as? Bool,
                is: true)
        }
    }

    @Test func thePagesOfABrowserShareTheStreamOfChanges() async throws {
        try await open(changing: 40) { browser, library, seen in
            // Another page asks for the version, and hears the changes.
            try browser.evaluate(
                """
                window.heard = [];
                window.other = new BroadcastChannel('photopark-changes /');
                other.onmessage = event => heard.push(event.data);
                0
                """)
            try browser.wait(for: "other.postMessage(null) || heard.includes('1')")
            library.schedule { $0.changes += 1 }
            try browser.wait(for: "heard.includes('2')")
            let requests =
                "performance.getEntriesByType('resource')"
                + ".filter(entry => entry.name.includes('/months')).length"
            let before = try browser.evaluate(requests) as? Int ?? 0
            // The other page has the stream, and tells this one of a change.
            try browser.evaluate("other.postMessage('99'); 0")
            try browser.wait(for: "\(requests) > \(before)")
            let streams = """
                performance.getEntriesByType('resource')
                    .filter(entry => entry.name.includes('/changes')).length
                """
            seen.note((try browser.evaluate(streams) as? Int ?? 0) <= 1, is: true)
        }
    }
}
