import FeedGallery
import Testing

/// The file of the joined scripts.
@Suite struct ScriptFileTests {
    private func joined(_ scripts: String...) -> [Substring] {
        String(decoding: ScriptFile.joined(scripts.map { Array($0.utf8) }), as: UTF8.self)
            .split(separator: "\n")
    }

    @Test func scriptsShareOneScopeInTheirOrder() {
        #expect(
            joined("const a = 1;\n", "const b = a;\n")
                == ["\"use strict\";", "(() => {", "const a = 1;", "const b = a;", "})();"])
    }

    @Test func linesOfCommentsAreLeftOut() {
        let script = """
            /** One line. */
            const a = "// no comment";

            /**
             * Several lines: const b = 1;
             */
              // Indented.
            const c = 2;  // behind code
            """
        #expect(
            joined(script).dropFirst(2).dropLast()
                == ["const a = \"// no comment\";", "const c = 2;  // behind code"])
    }

    @Test func aCommentEndsWithItsScript() {
        #expect(joined("/* open", "const a = 1;").contains("const a = 1;"))
    }
}
