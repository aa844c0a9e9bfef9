import Testing

@testable import Duplicates

/// The groups of pictures that look the same.
@Suite struct NearSearchTests {
    private func picture(_ bits: UInt64, aspect: Double = 1.5) -> NearSearch.Picture {
        NearSearch.Picture(
            rotations: [bits, ~bits, bits ^ 0xFF00_FF00_FF00_FF00, bits ^ 0x00FF_00FF_00FF_00FF]
                .map(PictureHash.init(bits:)), aspect: aspect)
    }

    private func groups(of pictures: [NearSearch.Picture], by step: Int = 3) -> [[Int]] {
        var search = NearSearch(pictures)
        while !search.advance(by: step) {}
        return search.groups
    }

    private func random(_ state: inout UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }

    @Test func sixBitsMayDiffer() {
        let base: UInt64 = 0x0123_4567_89AB_CDEF
        // The bits are in all quarters.
        let bits: [UInt64] = [0, 17, 34, 51, 5, 22, 39].map { 1 << $0 }
        for count in 0...7 {
            let other = bits.prefix(count).reduce(base, ^)
            let groups = groups(of: [picture(base), picture(other)])
            #expect(groups == (count <= 6 ? [[0, 1]] : []), "\(count)")
        }
    }

    @Test func aGroupIsAStarAndNoChain() {
        // Each picture is near the next one: 5 bits lie between neighbours.
        let chain = (0..<5).map { number in
            picture((0..<number * 5).reduce(0x5555_0000_3333_0000) { $0 ^ 1 << UInt64($1) })
        }
        #expect(groups(of: chain) == [[0, 1], [2, 3]])
    }

    @Test func theShapeMustBeTheSame() {
        #expect(
            groups(of: [picture(9, aspect: 1.5), picture(9, aspect: 1.48)]) == [[0, 1]])
        #expect(groups(of: [picture(9, aspect: 1.5), picture(9, aspect: 1.46)]).isEmpty)
        #expect(
            groups(of: [picture(9, aspect: 1.5), picture(9, aspect: 0.667)]).isEmpty)
    }

    @Test func aTurnedPictureHasTheShapeOfItsTurn() {
        let upright = picture(0x0123_4567_89AB_CDEF)
        let turned = NearSearch.Picture(
            rotations: Array(upright.rotations[1...] + upright.rotations[..<1]),
            aspect: 1 / upright.aspect)
        #expect(groups(of: [upright, turned]) == [[0, 1]])
        let wrong = NearSearch.Picture(rotations: turned.rotations, aspect: upright.aspect)
        #expect(groups(of: [upright, wrong]).isEmpty)
    }

    @Test func theTablesFindWhatEveryComparisonFinds() {
        var state: UInt64 = 7
        var pictures: [NearSearch.Picture] = []
        for _ in 0..<400 {
            let base = random(&state)
            pictures.append(picture(base))
            for _ in 0..<random(&state) % 4 {
                let other = (0..<random(&state) % 9).reduce(base) { bits, _ in
                    bits ^ 1 << (random(&state) % 64)
                }
                pictures.append(picture(other))
            }
        }
        var expected: [[Int]] = []
        var taken: Set<Int> = []
        for centre in pictures.indices where !taken.contains(centre) {
            let members = pictures.indices.filter { other in
                guard other > centre, !taken.contains(other) else { return false }
                return [0, 2].contains {
                    pictures[centre].rotations[$0].distance(to: pictures[other].rotations[0]) <= 6
                }
            }
            guard !members.isEmpty else { continue }
            taken.formUnion(members)
            expected.append([centre] + members)
        }
        #expect(expected.count > 100)
        #expect(groups(of: pictures) == expected)
    }
}
