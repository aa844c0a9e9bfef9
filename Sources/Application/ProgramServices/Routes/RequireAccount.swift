import Routing

/// Makes sure that the user is signed in to an account; the output is the number of accounts.
///
/// A person without an account is asked to sign in before. The call fails with `declined` if the
/// person does not want to.
package struct RequireAccount: Route {
    package typealias Output = Int

    package init() {}
}
