import LoopbackTestKit
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import ServeFeature

/// The page by keyboard, in all themes, and its parts: the timeline, a photo, the map, the list of
/// duplicates.
@Suite(.serialized, .enabled(if: Browser.path != nil, "\(Browser.missing)"))
struct AccessibilityTests {
    private static var library: LibraryStub {
        Samples.library(
            (0..<300).map { number in
                Samples.photo(
                    number % 5 == 0 ? "p\(number).mp4" : "p\(number).jpg",
                    at: Samples.june - Int64(number) * 400_000, content: number / 2, size: 5_000,
                    place: number % 3 == 0 ? (Double(number % 60), Double(number % 170)) : nil)
            }, picture: Samples.pixel)
    }

    /// Runs `body` in a browser with the page, and compares what it has seen.
    private func open(
        width: Int, _ body: @escaping @Sendable (Browser, inout Observations) throws -> Void
    ) async throws {
        try await withFeedServer({ [Self.library, Self.library] }) { visitor async throws in
            let seen = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address, width: width)
                try browser.wait(for: "document.querySelectorAll('.tile[title]').length > 5")
                var seen = Observations()
                try body(browser, &seen)
                seen.note(browser.complaints, is: [])
                return seen
            }
            #expect(seen.faults == [])
        }
    }

    @Test(arguments: [1_200, 500])
    func noThemeHasFaultsThatAScriptFinds(width: Int) async throws {
        try await open(width: width) { browser, seen in
            for theme in ["light", "dark", "light-contrast", "dark-contrast", ""] {
                try browser.evaluate(
                    """
                    (() => {
                        const field = document.getElementById('themes');
                        field.value = '\(theme)';
                        field.dispatchEvent(new Event('change'));
                    })()
                    """)
                func check(_ part: String) throws {
                    seen.note(try browser.accessibilityFaults(), is: [], "\(theme) \(part)")
                }
                try check("timeline")
                try browser.evaluate("document.querySelector('.tile').click()")
                try browser.wait(for: "document.getElementById('original').textContent !== ''")
                try check("photo")
                try browser.press("Escape", code: 27)
                try browser.wait(for: "!document.getElementById('view').open")
                try browser.evaluate("document.getElementById('open-places').click()")
                try browser.wait(for: "document.querySelectorAll('.cluster').length > 3")
                try check("map")
                try browser.press("Escape", code: 27)
                try browser.evaluate("document.getElementById('open-duplicates').click()")
                try browser.wait(for: "document.querySelectorAll('.group').length === 50")
                try check("duplicates")
                try browser.evaluate("document.getElementById('show-near').click()")
                try browser.wait(
                    for: "document.getElementById('show-near').ariaPressed === 'true'")
                try check("near")
                try browser.press("Escape", code: 27)
                try browser.evaluate("document.getElementById('open-bursts').click()")
                try browser.wait(
                    for: "document.getElementById('duplicates-title').textContent === 'Bursts'")
                try check("bursts")
                try browser.press("Escape", code: 27)
            }
        }
    }

    @Test func tabVisitsTheControlsInTheirOrder() async throws {
        try await open(width: 1_200) { browser, seen in
            seen.note(
                try browser.tabStops(),
                is: [
                    "search", "accounts", "themes", "open-places", "open-duplicates", "open-bursts",
                    "tile", "scrubber",
                ])
        }
    }

    @Test func theMapIsUsedByKeyboard() async throws {
        try await open(width: 1_200) { browser, seen in
            try browser.evaluate("document.getElementById('open-places').focus()")
            try browser.press("Enter", code: 13)
            try browser.wait(for: "document.querySelectorAll('.cluster').length > 3")
            seen.note(try browser.evaluate("document.activeElement.id") as? String, is: "chart")
            seen.note(
                try browser.evaluate("document.getElementById('places-note').textContent")
                    as? String, is: "100 of 300 items have a place.")
            let number = "document.querySelectorAll('.cluster').length"
            let before = try browser.evaluate(number) as? Int
            try browser.press("+", code: 187)
            try browser.wait(
                for: "document.querySelectorAll('.cluster').length !== \(before ?? 0)")
            try browser.press("ArrowRight", code: 39)
            try browser.press("0", code: 48)
            try browser.wait(
                for: "document.querySelectorAll('.cluster').length === \(before ?? 0)")
            // The first cluster follows the map in the order of the Tab key.
            try browser.press("Tab", code: 9)
            seen.note(
                try browser.evaluate("document.activeElement.className") as? String, is: "cluster")
            // The map is drawn again when its places arrive, or the window changes.
            try browser.evaluate("dispatchEvent(new Event('resize'))")
            seen.note(
                try browser.evaluate("document.activeElement.className") as? String, is: "cluster")
            try browser.press("Enter", code: 13)
            try browser.wait(for: "document.getElementById('search').value.startsWith('near:')")
            try browser.wait(
                for: "!document.getElementById('summary').textContent.startsWith('240 ')")
            seen.note(
                try browser.evaluate("document.activeElement.id") as? String, is: "search")
        }
    }

    @Test func theListOfDuplicatesIsUsedByKeyboard() async throws {
        try await open(width: 1_200) { browser, seen in
            try browser.evaluate("document.getElementById('open-duplicates').focus()")
            try browser.press("Enter", code: 13)
            try browser.wait(for: "document.querySelectorAll('.group').length === 50")
            seen.note(
                try browser.evaluate("document.activeElement.id") as? String, is: "group-list")
            seen.note(try browser.tabStops(), is: ["more-groups", "close-duplicates"])
            try browser.evaluate("document.getElementById('more-groups').focus()")
            try browser.press("Enter", code: 13)
            try browser.wait(for: "document.querySelectorAll('.group').length === 100")
            seen.note(
                try browser.evaluate("document.activeElement.className") as? String, is: "group")
            try browser.press("Escape", code: 27)
            try browser.wait(for: "!document.getElementById('duplicates').open")
            seen.note(
                try browser.evaluate("document.activeElement.id") as? String,
                is: "open-duplicates")
        }
    }

    @Test func theChecksFindFaults() async throws {
        try await open(width: 1_200) { browser, seen in
            try browser.evaluate(
                """
                (() => {
                    const button = document.createElement('button');
                    const text = document.createElement('p');
                    button.style.width = button.style.height = '10px';
                    text.textContent = 'pale';
                    text.style.color = 'rgb(200, 200, 200)';
                    text.style.backgroundColor = 'rgb(255, 255, 255)';
                    text.id = 'search';
                    document.querySelector('header').append(button, text, new Image(9, 9));
                    document.documentElement.lang = '';
                })()
                """)
            let faults = try browser.accessibilityFaults()
            for part in [
                "no name: button", "small: button 10 × 10", "contrast 1.6", "id twice: search",
                "no alt: img", "no language",
            ] {
                seen.note(faults.contains { $0.hasPrefix(part) }, "\(part) in \(faults)")
            }
        }
    }
}
