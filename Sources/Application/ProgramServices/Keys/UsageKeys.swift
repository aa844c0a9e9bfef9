import Composition
package import Tracking

/// The tracking of the usage of the program, which is off until the user switches it on.
package enum UsageTrackingKey: SharedServiceKey { package typealias Service = UsageTracking }
