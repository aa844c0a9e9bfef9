import Foundation
import PageAssets
import Testing

/// The colours of the themes, and their renderings.
@Suite struct ThemeTests {
    @Test(arguments: Theme.all)
    func everyTextCanBeRead(_ theme: Theme) {
        let texts = [
            theme.ink.contrast(with: theme.ground), theme.soft.contrast(with: theme.ground),
        ]
        let least = theme.hasHighContrast ? 7 : 4.5
        #expect(texts.allSatisfy { $0 >= least }, "\(texts)")
        #expect(theme.ink.contrast(with: theme.tile) >= least)
        // WCAG 2.2, 1.4.11: parts of controls.
        #expect(theme.focus.contrast(with: theme.ground) >= 3)
        #expect(theme.focus.contrast(with: theme.tile) >= 3)
        #expect(theme.isDark == (theme.ink.contrast(with: Colour(0)) > 10))
    }

    @Test func theContrastIsThatOfTheStandard() {
        let (black, white) = (Colour(0x000000), Colour(0xFFFFFF))
        #expect(abs(black.contrast(with: white) - 21) < 0.001)
        #expect(black.contrast(with: black) == 1)
        // A well-known pair: the lightest grey that may be a text on white.
        #expect(abs(Colour(0x767676).contrast(with: white) - 4.54) < 0.01)
    }

    @Test func aColourIsRendered() {
        #expect(Colour(0x0A00FF).css == "#0a00ff")
    }

    @Test func theStyleSheetHasEachThemeForTheSystemAndByName() {
        let sheet = Theme.styleSheet
        for theme in Theme.all {
            #expect(sheet.contains(":root[data-theme=\"\(theme.name)\"] {"), "\(theme.name)")
            #expect(sheet.components(separatedBy: "--ground: \(theme.ground.css);").count == 3)
        }
        let contrast = "@media (prefers-color-scheme: dark) and (prefers-contrast: more) {"
        #expect(sheet.contains(contrast))
        // The later rule wins: the one for more contrast follows the one without a condition.
        let plain = sheet.range(of: "@media (prefers-color-scheme: dark) {")
        let high = sheet.range(of: contrast)
        #expect(
            plain.map { $0.lowerBound } ?? sheet.endIndex < high?.lowerBound ?? sheet.startIndex)
    }

    @Test func aTerminalGetsTheStyleThatItsUserHasChosen() {
        func style(_ environment: [String: String], isTerminal: Bool = true) -> TerminalStyle {
            .chosen(isTerminal: isTerminal, environment: environment)
        }
        #expect(style([:]) == .attributes)
        #expect(style([:], isTerminal: false) == .plain)
        #expect(style(["NO_COLOR": "1", "PHOTOPARK_THEME": "dark"]) == .plain)
        #expect(style(["NO_COLOR": ""]) == .attributes)
        #expect(style(["TERM": "dumb"]) == .plain)
        #expect(style(["PHOTOPARK_THEME": "dark"]) == .colours(.dark))
        #expect(style(["PHOTOPARK_THEME": "x"]) == .attributes)
    }

    @Test func aTextEndsItsStyle() {
        #expect(TerminalStyle.plain.text("a", .soft) == "a")
        #expect(TerminalStyle.attributes.text("a", .soft) == "\u{1B}[2ma\u{1B}[0m")
        #expect(TerminalStyle.attributes.text("a", .strong) == "\u{1B}[1ma\u{1B}[0m")
        #expect(
            TerminalStyle.colours(.darkContrast).text("a", .strong)
                == "\u{1B}[1;38;2;255;255;255ma\u{1B}[0m")
        #expect(
            TerminalStyle.colours(.dark).text("a", .soft) == "\u{1B}[38;2;150;147;156ma\u{1B}[0m")
    }
}
