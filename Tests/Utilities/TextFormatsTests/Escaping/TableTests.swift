import Testing
import TextFormats

/// Tables for a terminal.
@Suite struct TableTests {
    @Test func eachColumnIsAsWideAsItsWidestCell() {
        #expect(
            TerminalText.table([["A", "B", "C"], ["写真", "", "\u{1B}"], ["x", "yy", "zzz"]]) == [
                "A     B   C", "写真      \\u{1B}", "x     yy  zzz",
            ])
    }

    @Test func columnsWithoutTextAreEmpty() {
        #expect(TerminalText.table([["", "a"], ["", "b"]]) == ["  a", "  b"])
        #expect(TerminalText.table([]) == [])
    }
}
