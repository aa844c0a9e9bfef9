package import Accounts
import Composition
package import Events
package import PhotoFeed

/// The hub through which the features tell each other what happened.
package enum EventHubKey: SharedServiceKey { package typealias Service = EventHub }

/// A sign-in has stored an account.
package struct AccountSignedIn: Event, Equatable {
    package let account: AccountName

    package init(account: AccountName) { self.account = account }
}

/// A sign-in has begun.
package struct SignInBegan: Event, Equatable {
    package init() {}
}

/// A sign-in has ended without an account.
package struct SignInFailed: Event {
    /// The error that the user gets.
    package let error: any Error

    package init(_ error: any Error) { self.error = error }
}

/// A sign-out has erased an account.
package struct AccountSignedOut: Event, Equatable {
    package let account: AccountName

    package init(account: AccountName) { self.account = account }
}

/// A sync, or a run of a watch, has finished or failed; one that was interrupted posts nothing.
package struct SyncEnded: Event, Equatable {
    /// The account; `nil` for a library without an account.
    package let account: AccountName?
    /// The time of the end.
    package let time: FeedTime
    /// The exit code that describes the result.
    package let status: Int32
    /// Whether the library is up to date, except for some entries.
    package let isComplete: Bool

    package init(account: AccountName?, time: FeedTime, status: Int32, isComplete: Bool) {
        self.account = account
        self.time = time
        self.status = status
        self.isComplete = isComplete
    }
}
