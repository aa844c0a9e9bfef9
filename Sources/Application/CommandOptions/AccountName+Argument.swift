package import Accounts
import ArgumentParser

extension AccountName {
    /// Creates a name from an argument of the command line.
    ///
    /// - Throws: `ValidationError` with the reason.
    package init(argument: String) throws {
        do throws(AccountError) { try self.init(argument) } catch {
            throw ValidationError(error.message)
        }
    }
}
