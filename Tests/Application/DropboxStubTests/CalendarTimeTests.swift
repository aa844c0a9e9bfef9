import Testing

@testable import DropboxStub

@Suite struct CalendarTimeTests {
    @Test(arguments: [
        (Int.min, "0000-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (951_868_799, "2000-02-29T23:59:59Z"), (Int.max, "9999-12-31T23:59:59Z"),
    ])
    func everyTimeIsWrittenAsNearAsFourDigitsOfAYearAllow(seconds: Int, text: String) {
        var bytes: [UInt8] = []
        CalendarTime.write(seconds, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
