import Testing
import TextFormats

@Suite struct CivilTimeTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00", 0), ("2015-05-12T15:50:38", 1_431_445_838),
            ("2000-02-29T23:59:59", 951_868_799), ("1969-12-31T23:59:59", -1),
            ("0000-01-01T00:00:00", -62_167_219_200), ("9999-12-31T23:59:59", 253_402_300_799),
        ] as [(String, Int64)])
    func textsAndSecondsAreTheSameTime(_ text: String, _ seconds: Int64) {
        #expect(CivilTime(utf8: text.utf8)?.secondsSinceEpoch == seconds)
        #expect(CivilTime(secondsSinceEpoch: seconds).description == text)
    }

    @Test(arguments: [
        "", "2015-05-12", "2015-05-12T15:50:38Z", "2015-05-12T15:50:3", "2015-13-12T15:50:38",
        "2015-00-12T15:50:38", "2015-02-29T15:50:38", "1900-02-29T15:50:38", "2015-04-31T15:50:38",
        "2015-05-00T15:50:38", "2015-05-12T24:00:00", "2015-05-12T15:60:38", "2015-05-12T15:50:60",
        "2015-05-12 15:50:38", "2015/05-12T15:50:38", "2015-05/12T15:50:38", "2015-05-12T15.50:38",
        "2015-05-12T15:50.38", "2015-05-12T15:50:3é", "+015-05-12T15:50:38",
    ])
    func textsInOtherFormsAreRefused(_ text: String) {
        #expect(CivilTime(utf8: text.utf8) == nil)
    }

    @Test func aTerminatorIsRequiredExactly() {
        let z = UInt8(ascii: "Z")
        #expect(CivilTime(utf8: "1970-01-01T00:00:01Z".utf8, terminator: z)?.secondsSinceEpoch == 1)
        for text in ["1970-01-01T00:00:01", "1970-01-01T00:00:01z", "1970-01-01T00:00:01ZZ"] {
            #expect(CivilTime(utf8: text.utf8, terminator: z) == nil)
        }
    }

    @Test func textWithoutContiguousStorageIsRead() {
        let backwards: ReversedCollection<[UInt8]> = Array("00:10:00T10-10-0791".utf8).reversed()
        #expect(CivilTime(utf8: backwards)?.description == "1970-01-01T00:01:00")
    }

    @Test(
        arguments: [
            ("1970-01-01T23:59:59", 4), ("1969-12-31T23:59:59", 3), ("2000-02-29T00:00:00", 2),
            ("2024-12-29T12:00:00", 0), ("0000-01-01T00:00:00", 6), ("9999-12-31T00:00:00", 5),
        ])
    func everyDayHasItsWeekday(_ text: String, _ weekday: Int) {
        #expect(CivilTime(utf8: text.utf8)?.weekday == weekday)
    }

    /// One time in each day of eleven centuries, and its text.
    @Test func everyDayIsReadAsItIsWritten() {
        var (year, month, day) = (1500, 1, 1)
        for number in Int64(-171_664)..<230_000 {
            let time = CivilTime(secondsSinceEpoch: number * 86_400 + 12_345)
            guard time.year == year, time.month == month, time.day == day,
                time.secondsSinceEpoch == number * 86_400 + 12_345,
                CivilTime(utf8: time.description.utf8) == time
            else {
                Issue.record("\(time) is not \(year)-\(month)-\(day)")
                return
            }
            day += 1
            if day > time.daysInMonth { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test(arguments: [
        (Int64.min, "0000-01-01T00:00:00"), (Int64.max, "9999-12-31T23:59:59"),
    ])
    func aTimeBeyondFourDigitsOfAYearBecomesTheNearestOne(_ seconds: Int64, _ text: String) {
        #expect(CivilTime(secondsSinceEpoch: seconds).description == text)
    }

    @Test(arguments: [
        ("2024-02-29T12:34:56", "2024-02-01T00:00:00", 29),
        ("2023-02-01T00:00:00", "2023-02-01T00:00:00", 28),
        ("1969-12-31T23:59:59", "1969-12-01T00:00:00", 31),
        ("1900-02-03T01:02:03", "1900-02-01T00:00:00", 28),
        ("2000-11-30T01:02:03", "2000-11-01T00:00:00", 30),
    ])
    func aMonthBeginsAtItsFirstMidnight(_ text: String, _ start: String, _ days: Int) {
        let time = CivilTime(utf8: text.utf8)
        #expect(time?.startOfMonth.description == start)
        #expect(time?.daysInMonth == days)
    }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        ] as [(Int64, String)])
    func aDateOfHTTPHasThePreferredForm(seconds: Int64, text: String) {
        #expect(CivilTime(secondsSinceEpoch: seconds).httpDate == text)
    }
}
