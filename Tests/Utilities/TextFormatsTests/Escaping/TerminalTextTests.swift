import Testing
import TextFormats

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain.jpg", "plain.jpg"),
        ("Ünïcødé 🌅 写真.jpg", "Ünïcødé 🌅 写真.jpg"),
        ("family 👨‍👩‍👧.jpg", "family 👨‍👩‍👧.jpg"),
        ("a\\b.jpg", "a\\b.jpg"),
        ("a\nb\rc\td", "a\\nb\\rc\\td"),
        ("\u{1B}[2Jgone", "\\u{1B}[2Jgone"),
        ("\u{0}\u{7F}\u{9B}31m", "\\u{0}\\u{7F}\\u{9B}31m"),
        ("photo\u{202E}gpj.exe", "photo\\u{202E}gpj.exe"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("\u{200E}\u{200F}\u{61C}\u{FEFF}", "\\u{200E}\\u{200F}\\u{61C}\\u{FEFF}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("\u{E0041}\u{AD}\u{200B}", "\\u{E0041}\\u{AD}\\u{200B}"),
    ])
    func escapeShowsWhatWouldAct(text: String, expected: String) {
        #expect(TerminalText.escape(text) == expected)
    }

    @Test func noControlOrDirectionScalarSurvives() {
        let everything = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: everything)
        for scalar in TerminalText.escape(String(text)).unicodeScalars {
            let value = scalar.value
            let acts =
                value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value)
                || (0x2066...0x2069).contains(value) || [0x2028, 0x2029].contains(value)
                || [0x200E, 0x200F, 0x61C, 0xFEFF].contains(value)
            #expect(!acts, "\(String(value, radix: 16)) came through")
        }
    }

    @Test(arguments: [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("much too long", 8, "much to…"),
        ("x", 1, "x"),
        ("xy", 1, "…"),
        ("写真写真", 8, "写真写真"),
        ("写真写真", 7, "写真写…"),
        ("写真写真", 6, "写真…"),
        ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("a\nb", 4, "a\\nb"),
        ("a\nbc", 3, "a…"),
    ])
    func truncateCutsToColumns(text: String, width: Int, expected: String) {
        #expect(TerminalText.truncate(text, width: width) == expected)
        #expect(TerminalText.columns(of: expected) <= width)
    }

    @Test func columnFillsUpToItsWidth() {
        #expect(TerminalText.column("写真", width: 6) == "写真  ")
        #expect(TerminalText.column("ab", width: 4) == "ab  ")
        #expect(TerminalText.column("abcdef", width: 4) == "abc…")
    }

    @Test func namesOfSeventyThousandBytesAreCut() {
        #expect(
            TerminalText.truncate(String(repeating: "x", count: 70_000), width: 40)
                == String(repeating: "x", count: 39) + "…")
        let pile = "e" + String(repeating: "\u{301}", count: 35_000) + ".jpg"
        #expect(TerminalText.truncate(pile, width: 40).utf8.count < 40)
    }

    @Test func truncationLooksOnlyAtWhatItKeeps() {
        let long = String(repeating: "x", count: 50_000_000)
        let clock = ContinuousClock()
        let spent = clock.measure {
            for _ in 0..<1_000 { _ = TerminalText.truncate(long, width: 40) }
        }
        // A thousand whole passes over it would take minutes.
        #expect(spent < .seconds(5))
    }
}
