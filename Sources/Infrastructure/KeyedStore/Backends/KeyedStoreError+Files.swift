import BoundaryErrors
package import DurableFiles

extension KeyedStoreError {
    /// Creates the error of a file operation.
    package init(_ error: DurableFileError, place: String) {
        let code: Code =
            switch error.code {
            case .locked: .locked
            case .exposed: .exposed
            case .notPermitted: .notPermitted
            case .noSpace: .noSpace
            case .tooLarge, .unexpectedLength: .tooLarge
            default: .failed
            }
        self.init(
            code, place: place, reason: "cannot \(error.operation) \(error.path): \(error.reason)",
            advice: error.advice)
    }

    /// Calls `body`, whose error becomes one of the place.
    static func mapping<Value: ~Copyable>(
        _ place: String, _ body: () throws(DurableFileError) -> Value
    ) throws(KeyedStoreError) -> Value {
        do throws(DurableFileError) {
            return try body()
        } catch {
            throw KeyedStoreError(error, place: place)
        }
    }
}
