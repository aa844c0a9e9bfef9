package import HTTPGateway
package import Signals

/// Finds the addresses at which an account may be, from one that a person knows.
///
/// A business-logic service, confined to the scheduler on which it was made.
///
/// A person often knows the host of a server, and not the address of the folder of the account.
/// Only a sign-in asks; the account stores the address that has accepted the credential.
package protocol AccountLocator: AnyObject {
    /// Returns a signal of the addresses, the likeliest one first; at least one.
    ///
    /// Cold. Sends one value, on the locator's scheduler, and completes. Its requests have no
    /// credential, and all addresses have the origin of the one that the person has given.
    func addresses() -> Signal<[HTTPURL], Never>
}
