import Testing
import TextFormats

@testable import MediaFacts

/// The durations, dates, sizes and texts of movies.
@Suite struct MovieTests {
    private func facts(_ facts: MovieBuilder.Facts) -> MediaFacts? {
        check(MovieBuilder.bytes(facts))
    }

    @Test func aFragmentedMovieHasTheSumOfItsFragments() {
        for count in [1, 3, 500] {
            let facts = check(MovieBuilder.fragmented(count))
            #expect(facts?.durationMilliseconds == Int64(count) * 200)
        }
        // The sum of the first fragments is not the duration.
        #expect(check(MovieBuilder.fragmented(3_000))?.durationMilliseconds == nil)
        #expect(check(MovieBuilder.fragmented(0))?.durationMilliseconds == nil)
    }

    @Test func aFragmentedMovieMayStateItsDuration() {
        let stated = box("mehd", bigEndian(0, 4), bigEndian(1_200, 4))
        #expect(check(MovieBuilder.fragmented(3, others: stated))?.durationMilliseconds == 2_000)
    }

    @Test func theSamplesOfAFragmentMayHaveTheirOwnDurations() {
        func movie(_ header: [UInt8], _ run: [UInt8]) -> Int64? {
            let defaults = box(
                "trex", bigEndian(0, 4), [1, 1, 60, 0, 0].flatMap { bigEndian($0, 4) })
            let facts = MovieBuilder.Facts(duration: 0, others: box("mvex", defaults))
            let fragment = box("moof", box("traf", box("tfhd", header), box("trun", run)))
            return check(
                box("ftyp", Array("iso5".utf8), bigEndian(0, 4)) + MovieBuilder.movie(facts)
                    + fragment)?.durationMilliseconds
        }
        let track = bigEndian(0, 4) + bigEndian(1, 4)
        let sized = bigEndian(0x301, 4) + [2, 0, 60, 9, 120, 9].flatMap { bigEndian($0, 4) }
        #expect(movie(track, sized) == 300)
        let ofFragment = bigEndian(0x0A, 4) + [1, 7, 300].flatMap { bigEndian($0, 4) }
        #expect(movie(ofFragment, bigEndian(0, 4) + bigEndian(2, 4)) == 1_000)
        // A run that is cut, and one that claims many samples.
        #expect(movie(track, sized.dropLast(4) + []) == nil)
        #expect(movie(track, bigEndian(0x100, 4) + bigEndian(-1, 4)) == nil)
        #expect(movie(track, bigEndian(0, 4) + bigEndian(-1, 4)) == nil)
        #expect(movie([], sized) == nil)
    }

    @Test func aDurationOfZeroIsUnknown() {
        #expect(facts(MovieBuilder.Facts(duration: 0))?.durationMilliseconds == nil)
        #expect(facts(MovieBuilder.Facts(duration: 1))?.durationMilliseconds == 1)
    }

    @Test func aTimeThatCountsFrom1970IsATimeOfToday() {
        #expect(facts(MovieBuilder.Facts(created: 1_717_155_200))?.created == 1_717_155_200)
        for created in [1, 600_000_000, 2_082_844_800, 2_082_844_800 + 315_532_800] {
            #expect(facts(MovieBuilder.Facts(created: created))?.created == nil, "\(created)")
        }
    }

    @Test func aTrackHasTheTimeThatTheMovieHasNot() throws {
        var bytes = MovieBuilder.bytes(MovieBuilder.Facts(created: 3_800_000_000))
        let header = try #require(bytes.firstRange(of: Array("mvhd".utf8)))
        bytes.replaceSubrange(
            header.upperBound + 4..<header.upperBound + 12, with: [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(check(bytes)?.created == 1_717_155_200)
    }

    @Test func pixelsThatAreNotSquareGiveTheDisplayedSize() {
        func size(_ coded: (Int, Int), _ aspect: (Int, Int)) -> PixelSize? {
            facts(MovieBuilder.Facts(pixels: (coded.0, coded.1, aspect)))?.storedSize
        }
        // The header of the track states 1920 x 1080.
        #expect(size((1_920, 1_080), (4, 3)) == PixelSize(width: 2_560, height: 1_080))
        #expect(size((1_440, 1_080), (4, 3)) == PixelSize(width: 1_920, height: 1_080))
        #expect(size((1_920, 1_080), (1, 1)) == PixelSize(width: 1_920, height: 1_080))
        #expect(size((1_920, 1_080), (0, 1)) == PixelSize(width: 1_920, height: 1_080))
        #expect(size((1_920, 1_080), (-1, 1)) == PixelSize(width: 1_920, height: 1_080))
    }

    @Test func camerasWriteTheirTextsInSeveralForms() {
        func counted(_ text: String) -> [UInt8] {
            bigEndian(text.utf8.count, 2) + bigEndian(0, 2) + Array(text.utf8)
        }
        let coded: [UInt8] = [0, 0, 0, 0, 0x15, 0xC7] + Array("Canon\0".utf8)
        let forms: [(String, [UInt8])] = [
            ("\u{A9}mak", counted("Canon")), ("@mak", counted("Canon")), ("manu", coded),
            ("manu", Array("Canon".utf8)),
        ]
        for (type, body) in forms {
            #expect(
                facts(MovieBuilder.Facts(userData: box(type, body)))?.make == "Canon", "\(type)")
        }
        for (type, body) in [
            ("\u{A9}day", counted("2010-05-06T07:08:09+0200")),
            ("@day", counted("2010-05-06T07:08:09+0200")),
            ("date", Array("2010-05-06T07:08:09+0200".utf8)),
            ("IDIT", Array("2010-05-06T07:08:09+0200\0".utf8)),
        ] {
            let taken = facts(MovieBuilder.Facts(userData: box(type, body)))?.taken
            #expect(taken?.time.description == "2010-05-06T07:08:09", "\(type)")
            #expect(taken?.offsetSeconds == 7_200, "\(type)")
        }
    }
}
