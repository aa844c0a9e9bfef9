import Testing
import TextFormats

@testable import MediaFacts

/// The texts of dates, time zones and places.
@Suite struct ValueTests {
    @Test func aDateHasTheFormsThatCamerasWrite() {
        let expected: [String: String] = [
            "2024:02:29 23:58:07": "2024-02-29T23:58:07",
            "2024-02-29T23:58:07Z": "2024-02-29T23:58:07",
            "2024/02/29 23:58:07": "2024-02-29T23:58:07",
            "2024.02.29 23.58.07": "2024-02-29T23:58:07",
            "2024:02:29:23:58:07": "2024-02-29T23:58:07",
            "2024:2:9 3:58:07": "2024-02-09T03:58:07",
            "20240229T235807": "2024-02-29T23:58:07",
            "2024:02:29 23:58": "2024-02-29T23:58:00",
            "2024-02-29T23:58+01:00": "2024-02-29T23:58:00",
            "2024:02:29": "2024-02-29T00:00:00",
            "20240229": "2024-02-29T00:00:00",
            // A leap second, and the first hour of a day on phones.
            "2024:02:29 23:58:60": "2024-02-29T23:58:59",
            "2024:02:29 24:04:20": "2024-02-29T00:04:20",
            // Of a time that does not exist, the day is left.
            "2024:02:29 25:00:00": "2024-02-29T00:00:00",
            "2024:02:29   :  :  ": "2024-02-29T00:00:00",
        ]
        for (text, time) in expected {
            #expect(TimeText.moment(text)?.time.description == time, "\(text)")
        }
    }

    @Test func aDateThatDoesNotExistIsMissing() {
        for text in [
            "0000:00:00 00:00:00", "2023:02:29 10:00:00", "2024:13:01 10:00:00",
            "    :  :     :  :  ", "2024:02-29 10:00:00", "2024:02", "2024", "2024:02:29x10:00:00",
            "202402291", "24:02:29 10:00:00", "",
        ] {
            #expect(TimeText.moment(text) == nil, "\(text)")
        }
    }

    @Test func aDateThatDevicesWriteForAnUnknownOneIsMissing() {
        for text in [
            "0000:01:01 00:00:00", "0001:01:01 00:00:00", "1601:01:01 00:00:00",
            "1899:12:30 00:00:00", "1900:01:01 00:00:00", "1904:01:01 00:00:00",
            "1970:01:01 00:00:00", "1970-01-01T09:00:00+09:00", "1969:12:31 16:00:00",
            "1980:01:01 00:00:00", "1980-01-01", "2002:12:08 12:00:00",
        ] {
            #expect(TimeText.moment(text) == nil, "\(text)")
        }
        // The days before and after, and other times of these days.
        for text in [
            "1970:01:01 00:00:01", "1970:01:02 00:00:00", "1969:12:31 00:00:00",
            "1980:01:01 00:00:01", "1979:12:31 00:00:00", "2000:01:01 00:00:00",
            "2002:12:08 12:00:01", "2002:12:08 00:00:00",
        ] {
            #expect(TimeText.moment(text) != nil, "\(text)")
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

    @Test func aControlCharacterInATextIsASpace() {
        let expected: [String: String?] = [
            "  Élan 7 \0\u{1B}": "Élan 7", "NIKON\n": "NIKON", "EASTMAN\tKODAK": "EASTMAN KODAK",
            "a\u{1B}b": "a b", "a\u{7F}": "a", "a\u{85}b": "a b", "\u{9B}31m": "31m", "": nil,
            "   ": nil, "\r\n\t": nil,
        ]
        for (text, clean) in expected { #expect(FactText.clean(text.utf8) == clean, "\(text)") }
    }

    @Test func aTextThatIsNotUTF8IsLatin1() {
        #expect(FactText.clean([0x4B, 0x61, 0x6D, 0xAE]) == "Kam®")
        #expect(FactText.clean([0x41, 0xFF, 0x00, 0x42]) == "Aÿ")
        #expect(FactText.clean([0x41, 0x9B, 0x42]) == "A B")
        #expect(FactText.clean([0x9B, 0x80]) == nil)
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
        #expect(TimeText.moment("2024-06-01T12:30:45,5 -03:30")?.nanoseconds == 500_000_000)
        #expect(TimeText.moment("2024-06-01T12:30:45,5 -03:30")?.offsetSeconds == -12_600)
        #expect(TimeText.moment("2024-06-01T12:30:45 local")?.offsetSeconds == nil)
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

    @Test func aPlaceInXMPHasMinutesOrSecondsOrASign() throws {
        let expected: [String: Double?] = [
            "36,48.24S": -36.804, "36,48,14.4s": -36.804, "36N": 36, "0,30.0N": 0.5,
            "-36.804": -36.804, "": nil, "S": nil, "36,,1S": nil, "-36,48S": nil, "1,2,3,4N": nil,
            "36,48E": nil, "nan": nil, "infN": nil,
        ]
        for (text, degrees) in expected {
            let found = PlaceText.degrees(text, "N", "S")
            if let degrees {
                #expect(abs(try #require(found, "\(text)") - degrees) < 1e-9, "\(text)")
            } else {
                #expect(found == nil, "\(text)")
            }
        }
    }
}
