import CivilTime
import Testing

@testable import WebServer

@Suite struct ResponseDateTests {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        ] as [(Int64, String)])
    func aDateHasThePreferredForm(seconds: Int64, text: String) {
        #expect(ResponseDate.text(of: CivilTime(secondsSinceEpoch: seconds)) == text)
    }
}
