import CivilTime
import Testing

@testable import MediaFacts

/// The texts of dates, time zones and places.
@Suite struct ValueTests {
    @Test func aTimeThatDoesNotExistIsMissing() {
        #expect(TimeText.time("2024:02:29 23:58:07")?.description == "2024-02-29T23:58:07")
        #expect(TimeText.time("2024-02-29T23:58:07Z")?.description == "2024-02-29T23:58:07")
        for text in [
            "0000:00:00 00:00:00", "2023:02:29 10:00:00", "2024:02:29 24:00:00",
            "    :  :     :  :  ",
            "2024:02:29", "2024:02-29 10:00:00", "2024:02:29 10.00.00", "",
        ] {
            #expect(TimeText.time(text) == nil, "\(text)")
        }
    }

    @Test func aTimeZoneIsANumberOfMinutes() {
        let expected: [String: Int?] = [
            "Z": 0, "+00:00": 0, "+05:30": 19_800, "-0330": -12_600, "+09": 32_400,
            "+14:00": 50_400, "+14:01": nil, "-12:30": nil, "+5:30": nil, "05:30": nil, "": nil,
            "+0x:00": nil, "+05:60": nil, "+:::05": nil, "   :  ": nil,
        ]
        for (text, offset) in expected { #expect(TimeText.offset(text) == offset, "\(text)") }
    }

    @Test func aTextHasNoControlCharacters() {
        #expect(FactText.clean(Array("  Élan 7 \0\u{1B}".utf8)) == "Élan 7")
        for text in ["", "   ", "a\u{1B}b", "a\nb", "a\u{7F}", "a\u{85}b", "\u{9B}31m"] {
            #expect(FactText.clean(Array(text.utf8)) == nil, "\(text.utf8.map { $0 })")
        }
        #expect(FactText.clean([0x41, 0xFF]) == nil)
    }

    @Test func aFractionHasUpToNineDigits() {
        #expect(TimeText.nanoseconds("5") == 500_000_000)
        #expect(TimeText.nanoseconds("04") == 40_000_000)
        #expect(TimeText.nanoseconds("1234567890123") == 123_456_789)
        #expect(TimeText.nanoseconds("") == nil)
        #expect(TimeText.nanoseconds("1a") == nil)
    }

    @Test func aMomentMayHaveAFractionAndATimeZone() {
        let moment = TimeText.moment("2024-06-01T12:30:45.25+09:00")
        #expect(moment?.nanoseconds == 250_000_000)
        #expect(moment?.offsetSeconds == 32_400)
        #expect(TimeText.moment("2024-06-01T12:30:45")?.offsetSeconds == nil)
        #expect(TimeText.moment("2024-06-01") == nil)
    }

    @Test func aPlaceHasTheFormsOfISO6709() throws {
        let place = try #require(PlaceText.place("+35.6895+139.6917+040.000/"))
        #expect(abs(place.latitude - 35.6895) < 1e-9 && abs(place.longitude - 139.6917) < 1e-9)
        let minutes = try #require(PlaceText.place("-3351.5+15112.5/"))
        #expect(abs(minutes.latitude + 33.858_333) < 1e-6)
        #expect(abs(minutes.longitude - 151.208_333) < 1e-6)
        let seconds = try #require(PlaceText.place("+401213.4-0750015.0/"))
        #expect(abs(seconds.latitude - 40.203_722) < 1e-6)
        #expect(abs(seconds.longitude + 75.004_167) < 1e-6)
        for text in [
            "", "+35", "+35.6+", "+95.0+010.0/", "+00.0000+000.0000/", "+3560.0+13900.0/", "a",
            "+1+2", "+\(String(repeating: "9", count: 40))+000/",
        ] {
            #expect(PlaceText.place(text) == nil, "\(text)")
        }
    }

    @Test func aTextWithAControlCharacterIsMissing() {
        #expect(FactText.clean("  Canon EOS 5D \0junk".utf8) == "Canon EOS 5D")
        #expect(FactText.clean("a\u{1B}[2J".utf8) == nil)
        #expect(FactText.clean("   ".utf8) == nil)
        #expect(FactText.clean([0xFF, 0xFE]) == nil)
    }
}
