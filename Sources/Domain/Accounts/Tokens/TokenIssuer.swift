package import KeyedStore
package import Signals

/// The origin of a source's access tokens.
///
/// A business-logic service, confined to the scheduler of its source.
package protocol TokenIssuer: AnyObject {
    /// Returns a signal of one token that is valid.
    ///
    /// - Parameter refused: the token that the server has refused, which is not returned again;
    ///   `nil` if the source has none, or if its token ends soon.
    func token(inPlaceOf refused: Secret<String>?) -> Signal<IssuedToken, AccountError>
}
