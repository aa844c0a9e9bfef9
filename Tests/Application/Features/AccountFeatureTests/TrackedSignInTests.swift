import Accounts
import Events
import PhotoFeed
import ProgramServices
import Scheduling
import SchedulingTestKit
import Testing

@testable import AccountFeature

/// The sign-in that posts its beginning and its failure, and changes no outcome.
@MainActor @Suite struct TrackedSignInTests {
    private let events = EventHub()
    private let scheduler = VirtualScheduler()
    private let receiver = Receiver()

    /// Counts the posts of the beginning and of the failure.
    private final class Receiver {
        var (begun, failed) = (0, 0)
    }

    init() {
        scheduler.enter { [events, receiver] in
            events.receive(SignInBegan.self, by: receiver, in: .here) { counts, _ in
                counts.begun += 1
            }
            events.receive(SignInFailed.self, by: receiver, in: .here) { counts, _ in
                counts.failed += 1
            }
        }
    }

    /// A sign-in with a given outcome.
    private struct Decided: SignIn {
        let outcome: Result<Account, AccountError>

        func account() async throws -> Account { try outcome.get() }
    }

    /// A sign-in that ends when its task is cancelled.
    private struct Waiting: SignIn {
        func account() async throws -> Account {
            let (endless, continuation) = AsyncStream<Void>.makeStream()
            for await _ in endless {}
            continuation.finish()
            #expect(Task.isCancelled)
            throw AccountError(.cancelled, "the sign-in was stopped")
        }
    }

    private func account() throws -> Account {
        Account(
            name: try AccountName("work"), provider: "dropbox", appKey: "key",
            identity: AccountIdentity(account: FeedAccount(rawValue: "id")))
    }

    /// The numbers of posts of the beginning and of the failure.
    private var posts: [Int] {
        scheduler.runUntilIdle()
        return [receiver.begun, receiver.failed]
    }

    @Test func theAccountIsThatOfTheSignInInside() async throws {
        let account = try account()
        let signIn = TrackedSignIn(Decided(outcome: .success(account)), posting: events)
        #expect(try await signIn.account() == account)
        #expect(posts == [1, 0])
    }

    @Test func theErrorIsThatOfTheSignInInside() async throws {
        let error = AccountError(.timedOut, "no code was entered in time")
        let signIn = TrackedSignIn(Decided(outcome: .failure(error)), posting: events)
        let thrown = await #expect(throws: AccountError.self) { try await signIn.account() }
        #expect(thrown?.code == .timedOut && thrown?.message == error.message)
        #expect(posts == [1, 1])
    }

    @Test func aCancellationReachesTheSignInInside() async throws {
        let signIn = TrackedSignIn(Waiting(), posting: events)
        let run = Task { try await signIn.account() }
        while posts[0] == 0 { await Task.detached {}.value }
        run.cancel()
        let thrown = await #expect(throws: AccountError.self) { try await run.value }
        #expect(thrown?.code == .cancelled)
        #expect(posts == [1, 1])
    }
}
