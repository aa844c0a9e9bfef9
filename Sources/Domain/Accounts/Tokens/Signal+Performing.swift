import Signals

extension Signal where Value: Sendable, Failure == AccountError {
    /// Runs an asynchronous function for each subscription, and sends its result.
    ///
    /// It runs on the scheduler of the subscription. Disposal cancels its task.
    static func performing(
        _ work: @escaping @Sendable () async throws(AccountError) -> Value
    ) -> Signal {
        Signal<Result<Value, AccountError>, Never>.task {
            do throws(AccountError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        .promoteFailure(to: AccountError.self)
        .flatMap(.concat) { .result($0) }
    }
}
