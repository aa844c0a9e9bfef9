import HTTPGateway
import Testing

@Suite struct HTTPOptionsTests {
    @Test func mergingIsAMonoid() {
        var dice = Dice(seed: 20_261_121)
        for _ in 0..<500 {
            let (a, b, c) = (dice.options(), dice.options(), dice.options())
            #expect(a.over(HTTPOptions()) == a)
            #expect(HTTPOptions().over(a) == a)
            #expect(a.over(b).over(c) == a.over(b.over(c)))
        }
    }

    @Test func theNearerLevelWins() {
        var dice = Dice(seed: 7)
        for _ in 0..<500 {
            let (near, far) = (dice.options(), dice.options())
            let merged = near.over(far)
            #expect(merged.deadline == near.deadline ?? far.deadline)
            #expect(merged.redirects == near.redirects ?? far.redirects)
            #expect(merged.credential == near.credential ?? far.credential)
            #expect(merged.query == far.query + near.query)
            for name in ["A", "b", "C"] {
                let expected = near.headers.values(of: name)
                #expect(
                    merged.headers.values(of: name)
                        == (expected.isEmpty ? far.headers.values(of: name) : expected))
            }
        }
    }

    @Test func fieldsWithControlCharactersAreRemembered() {
        var headers = HTTPHeaders()
        headers.add("X", "a\r\nY: b")
        #expect(headers.isEmpty && headers.values(of: "Y").isEmpty)
        #expect(!headers.isValid)
        #expect(!HTTPHeaders().merging(headers).isValid)
    }

    @Test func namesIgnoreCaseAndKeepTheirOrder() {
        var headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]
        #expect(headers["b"] == "1")
        #expect(headers.values(of: "B") == ["1", "3"])
        headers["B"] = "4"
        #expect(headers.fields.map(\.name) == ["a", "B"])
        headers["A"] = nil
        #expect(headers.fields.map(\.value) == ["4"])
    }
}

/// Repeatable chance.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(sides))
    }

    mutating func options() -> HTTPOptions {
        var options = HTTPOptions()
        if roll(2) == 0 { options.deadline = .seconds(roll(9)) }
        if roll(2) == 0 { options.redirects = roll(9) }
        if roll(3) == 0 { options.credential = .bearer("\(roll(9))") }
        if roll(2) == 0 { options.query = [HTTPQueryItem("q", "\(roll(9))")] }
        for _ in 0..<roll(4) { options.headers.add(["A", "a", "b", "C"][roll(4)], "\(roll(9))") }
        if roll(2) == 0 { options.tls = TLSTrust(roots: .file("\(roll(9))")) }
        if roll(2) == 0 { options.bandwidth = HTTPBandwidth(upload: Int64(roll(9))) }
        if roll(2) == 0 { options.retry = HTTPRetryPolicy(attempts: roll(9)) }
        return options
    }
}
