import SafeText
import Testing

@Suite struct ExactTextTests {
    @Test func textThatLooksTheSameIsNotEqual() {
        let (one, two) = ("\u{E9}", "e\u{301}")
        #expect(one == two)
        #expect(ExactText(one) != ExactText(two))
        #expect(Set([one, two].map(ExactText.init)).count == 2)
        #expect(Set([one, one].map(ExactText.init)).count == 1)
    }
}
