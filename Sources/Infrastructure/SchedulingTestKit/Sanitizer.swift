import Foundation

/// The thread or address sanitizer that the process runs under.
///
/// A sanitizer takes memory and time of its own, and replaces the allocator and the stack frames.
package enum Sanitizer {
    /// Whether there is one.
    package static let isOn = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}
