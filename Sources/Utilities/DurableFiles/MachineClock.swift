import Foundation

/// The wall clock of the machine, or of its simulation.
///
/// ```swift
/// let isOver = token.expires <= MachineClock.now
/// ```
package enum MachineClock {
    /// The seconds since 1970.
    package static var now: Int64 { DiskModels.current?.wallTime ?? Int64(time(nil)) }
}
