import DurableFiles
import Scheduling
import Signals

/// The lock of an account's renewal, which excludes the other processes of the user.
///
/// It is held until `release()`, or until the release of the last reference.
final class RenewalLock: Sendable {
    private static let file = "renewal.lock"
    /// The interval between two attempts.
    private static let interval = Duration.milliseconds(50)
    /// The number of attempts: a renewal in another process takes at most 120 s.
    private static let attempts = 3_000

    /// A reference to the lock, which cannot be copied.
    private final class Holder: Sendable {
        let lock: FolderLock

        init(_ lock: consuming FolderLock) { self.lock = lock }
    }

    private let holder: Guarded<Holder?>

    private init(_ lock: consuming FolderLock) { holder = Guarded(Holder(lock)) }

    /// Ends the lock.
    func release() {
        let holder = holder.withLock { $0.take() }
        withExtendedLifetime(holder) {}
    }

    /// Returns the signal of `work`, which is subscribed to while the lock in `folder` is held.
    ///
    /// - Parameters:
    ///   - folder: the folder of the account; `nil` if there is nothing to exclude.
    ///   - home: the caller's scheduler.
    ///   - work: makes the signal.
    static func holding<Value>(
        in folder: DurableFolder?, home: SchedulerIsolation,
        _ work: @escaping () -> Signal<Value, AccountError>
    ) -> Signal<Value, AccountError> {
        guard let folder else { return .deferred(work) }
        return acquire(in: folder, home: home).flatMap(.concat) { lock in
            work().on(disposed: { lock.release() })
        }
    }

    /// Returns a signal of the lock in `folder`, which waits while another process holds it.
    private static func acquire(
        in folder: DurableFolder, home: SchedulerIsolation
    ) -> Signal<RenewalLock, AccountError> {
        Signal<RenewalLock, AccountError>.deferred {
            do throws(DurableFileError) {
                return .just(RenewalLock(try FolderLock(file, in: folder)))
            } catch {
                return .fail(AccountError(error))
            }
        }.retry(in: home) { attempt, error in
            error.code == .locked && attempt < attempts ? interval : nil
        }
    }
}
