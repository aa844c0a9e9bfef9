import CommandLineProgram
import Testing

/// Numbers as a reader sees them, at the steps from one unit to the next.
@Suite struct UnitsTests {
    @Test(arguments: [
        (0, "0 photos"), (1, "1 photo"), (2, "2 photos"), (1_234_567, "1,234,567 photos"),
    ])
    func aNounAgreesWithItsNumber(_ number: Int, _ text: String) {
        #expect(Units.count(number, "photo") == text)
    }

    @Test(arguments: [
        (0, "0 photos and videos"), (1, "1 photo or video"), (2_000, "2,000 photos and videos"),
    ])
    func photosAndVideosAgreeWithTheirNumber(_ number: Int, _ text: String) {
        #expect(Units.items(number) == text)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (99_900, "99.9 kB"), (99_960, "100 kB"),
        (999_400, "999 kB"), (999_500, "1.0 MB"), (3_400_000_000, "3.4 GB"),
        (5_600_000_000_000, "5.6 TB"), (5_600_000_000_000_000, "5600 TB"),
    ])
    func aSizeHasThreeDigitsAtMostBelowTheLargestUnit(_ number: Int, _ text: String) {
        #expect(Units.bytes(number) == text)
    }

    @Test(arguments: [
        (-1_000, "0.0 s"), (400, "0.4 s"), (9_940, "9.9 s"), (9_960, "10 s"), (59_400, "59 s"),
        (59_500, "1 min 00 s"), (119_600, "2 min 00 s"), (3_599_600, "1 h 00 min"),
        (60_000, "1 min 00 s"), (185_000, "3 min 05 s"), (3_599_000, "59 min 59 s"),
        (3_600_000, "1 h 00 min"), (7_380_000, "2 h 03 min"), (360_000_000, "100 h 00 min"),
    ])
    func aDurationHasTwoUnitsAtMost(_ milliseconds: Int, _ text: String) {
        #expect(Units.duration(.milliseconds(milliseconds)) == text)
    }

    @Test func theLongestDurationHasAText() {
        #expect(Units.duration(.seconds(Int64.max)).hasSuffix(" min"))
        #expect(Units.duration(.seconds(Int64.min)) == "0.0 s")
    }
}
