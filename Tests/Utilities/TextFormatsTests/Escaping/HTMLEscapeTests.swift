import Testing
import TextFormats

@Suite struct HTMLEscapeTests {
    @Test(arguments: [
        ("plain 写真.jpg", "plain 写真.jpg"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onload='x' &amp;", "&quot; onload=&#39;x&#39; &amp;amp;"),
        ("a\u{0}b\u{85}c", "a\u{FFFD}b\u{FFFD}c"),
        ("a\n\tb", "a\n\tb"),
    ])
    func escapeLeavesNoMarkup(text: String, expected: String) {
        #expect(HTMLEscape.escape(text) == expected)
    }
}
