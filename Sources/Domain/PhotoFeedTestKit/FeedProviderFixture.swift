package import HTTPGateway
package import PhotoFeed
package import Scheduling

/// A provider whose server a test controls, for `FeedProviderConformance`.
///
/// The server sends at most three entries in a page of a listing.
package protocol FeedProviderFixture: AnyObject {
    /// The provider.
    var provider: FeedProvider { get }
    /// The content of the server's only account.
    var tree: ScriptedTree { get }
    /// The credential of the account.
    var credential: FeedCredential { get }
    /// A credential of the same form that the server refuses.
    var wrongCredential: FeedCredential { get }

    /// The faults of the server's answers; `nil` for a provider without a network.
    var faults: FixtureFaults? { get }

    /// Makes the gateway to the server, for the caller's scheduler.
    func makeGateway(in home: SchedulerIsolation) -> any RequestGateway
}
