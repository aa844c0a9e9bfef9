import Foundation

/// Whether tests run with their full load; a usual run takes a part of it.
package enum FullLoad {
    /// Whether the environment variable `PHOTOPARK_FULL_LOAD` is set, as in `make nightly`.
    package static let isRequested =
        ProcessInfo.processInfo.environment["PHOTOPARK_FULL_LOAD"] != nil
}
