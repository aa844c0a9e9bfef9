import Foundation

/// The wall clock of the machine, or of its simulation.
package enum MachineClock {
    /// The seconds since 1970.
    package static var now: Int64 { DiskModels.current?.wallTime ?? Int64(time(nil)) }
}
