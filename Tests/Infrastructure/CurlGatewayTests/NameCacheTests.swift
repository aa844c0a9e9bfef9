import Testing

@testable import CurlGateway

@Suite struct NameCacheTests {
    private let now = ContinuousClock.now

    @Test func aNameIsAskedForOnceForAll() {
        let cache = Cache()
        #expect(cache.lookUp("a", for: 1, at: now) == .ask)
        #expect(cache.lookUp("a", for: 2, at: now) == .asked)
        #expect(cache.lookUp("b", for: 3, at: now) == .ask)
        #expect(cache.store("a", ["10.0.0.1"], at: now) == [1, 2])
        #expect(cache.lookUp("a", for: 4, at: now) == .known(["10.0.0.1"]))
        #expect(cache.isWaiting)
        #expect(cache.store("b", ["10.0.0.2"], at: now) == [3])
        #expect(!cache.isWaiting)
    }

    @Test func whatIsKnownGrowsOld() {
        let cache = Cache()
        _ = cache.lookUp("a", for: 1, at: now)
        _ = cache.store("a", ["10.0.0.1"], at: now)
        #expect(cache.lookUp("a", for: 2, at: now + .seconds(59)) == .known(["10.0.0.1"]))
        #expect(cache.lookUp("a", for: 2, at: now + .seconds(60)) == .ask)
    }

    @Test func aFailureIsForgotten() {
        let cache = Cache()
        _ = cache.lookUp("a", for: 1, at: now)
        #expect(cache.store("a", nil, at: now) == [1])
        #expect(cache.lookUp("a", for: 2, at: now) == .ask)
    }

    @Test func addressesThatNobodyWasReachedAtAreForgotten() {
        let cache = Cache()
        _ = cache.lookUp("a", for: 1, at: now)
        _ = cache.store("a", ["10.0.0.1"], at: now)
        cache.forget("a")
        #expect(cache.lookUp("a", for: 2, at: now) == .ask)
        // A pending lookup is not forgotten.
        cache.forget("a")
        #expect(cache.store("a", ["10.0.0.2"], at: now) == [2])
    }

    @Test func whoAsksAgainForAnOldAnswerIsNotForgotten() {
        let cache = Cache()
        _ = cache.lookUp("a", for: 1, at: now)
        _ = cache.store("a", ["10.0.0.1"], at: now)
        #expect(cache.lookUp("a", for: 2, at: now + .seconds(61)) == .ask)
        cache.forget("a")
        #expect(cache.store("a", ["10.0.0.2"], at: now + .seconds(62)) == [2])
        #expect(!cache.isWaiting)
    }

    @Test func whoHasWaitedTooLongIsTakenOut() {
        let cache = Cache()
        _ = cache.lookUp("a", for: 1, at: now)
        _ = cache.lookUp("a", for: 2, at: now + .seconds(1))
        #expect(cache.expired(at: now + .seconds(15)) == [1])
        #expect(cache.store("a", ["10.0.0.1"], at: now + .seconds(15)) == [2])
    }

    @Test func namesThatAreAskedForOutliveACrowd() {
        let cache = Cache()
        _ = cache.lookUp("asked", for: 1, at: now)
        for number in 0..<2_000 {
            _ = cache.lookUp("\(number)", for: 2, at: now)
            _ = cache.store("\(number)", ["10.0.0.1"], at: now)
        }
        #expect(cache.lookUp("0", for: 3, at: now) == .ask)
        #expect(cache.store("asked", ["10.0.0.2"], at: now) == [1])
    }

    /// The cache behind a reference: the macro cannot call what changes a value.
    private final class Cache {
        private var names = NameCache<Int>()

        var isWaiting: Bool { names.isWaiting }

        func lookUp(_ host: String, for waiter: Int, at now: ContinuousClock.Instant)
            -> NameCache<Int>.Answer
        {
            names.lookUp(host, for: waiter, within: .seconds(15), at: now)
        }
        func store(_ host: String, _ addresses: [String]?, at now: ContinuousClock.Instant) -> [Int]
        {
            names.store(
                NameResolver.Answer(
                    host: host, addresses: addresses ?? [],
                    failure: addresses == nil ? "unknown name" : nil),
                at: now)
        }
        func forget(_ host: String) { names.forget(host) }
        func expired(at now: ContinuousClock.Instant) -> [Int] { names.expired(at: now) }
    }
}
