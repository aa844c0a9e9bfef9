import Escaping
import Foundation
import Testing

@Suite struct ScriptLiteralTests {
    @Test func literalMeansTheTextForEveryScalar() throws {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init))
        let text = String(scalars)
        let literal = ScriptLiteral.literal(text)
        let read = try JSONDecoder().decode([String].self, from: Data("[\(literal)]".utf8))
        #expect(Array(try #require(read.first).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("</script><!--", "\"\\u003c/script\\u003e\\u003c!--\""),
        ("a\"b\\c", "\"a\\\"b\\\\c\""),
        ("\u{2028}&\n", "\"\\u2028\\u0026\\u000a\""),
    ])
    func literalCanNeitherCloseTheElementNorEndTheLine(text: String, expected: String) {
        #expect(ScriptLiteral.literal(text) == expected)
    }
}
