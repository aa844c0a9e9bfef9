import ArgumentParser
package import PhotoFeed
import Providers

extension FeedProvider {
    /// The provider with this name.
    ///
    /// - Throws: `ValidationError` with the names of all providers.
    package init(argument: String) throws {
        guard let provider = Providers.all.first(where: { $0.name == argument }) else {
            let names = Providers.all.map(\.name).joined(separator: ", ")
            throw ValidationError("'\(argument)' is not a provider; the providers are \(names)")
        }
        self = provider
    }
}
