import Scheduling
import Signals

extension Signal where Value: Sendable, Failure == AccountError {
    /// Runs an asynchronous function for each subscription, and sends its result.
    ///
    /// It runs on the caller's scheduler. Disposal cancels its task.
    static func performing(
        in home: SchedulerIsolation,
        _ work: @escaping @Sendable () async throws(AccountError) -> Value
    ) -> Signal {
        Signal<Result<Value, AccountError>, Never>.task(in: home) {
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
