import Foundation
import Scheduling

/// Resolves host names on threads of its own.
///
/// libcurl's own resolver blocks the whole loop when a transfer is removed or times out during its
/// lookup. Here, a lookup without a waiter blocks nothing. At most eight lookups run at once.
final class NameResolver: Sendable {
    /// The result of a lookup: addresses in the form of libcurl's RESOLVE option, or a failure.
    struct Answer: Sendable {
        let host: String
        let addresses: [String]
        let failure: String?
    }

    private struct State {
        var running = 0
        var waiting: [String] = []
    }

    private static let concurrency = 8

    private let lookUp: @Sendable (String) -> Answer
    private let answer: @Sendable (Answer) -> Void
    private let state = Guarded(State())

    /// - Parameters:
    ///   - lookUp: the lookup of one name, which may block; `systemLookUp(_:)`, except in tests.
    ///   - answer: receives the answers.
    init(
        lookUp: @escaping @Sendable (String) -> Answer,
        _ answer: @escaping @Sendable (Answer) -> Void
    ) {
        self.lookUp = lookUp
        self.answer = answer
    }

    /// Looks `host` up; the answer is delivered on a thread of the resolver.
    func resolve(_ host: String) {
        let mayRun = state.withLock { state in
            if state.running == Self.concurrency {
                state.waiting.append(host)
                return false
            }
            state.running += 1
            return true
        }
        guard mayRun else { return }
        SystemThread.start("resolver") { [self] in
            var next: String? = host
            while let host = next {
                answer(lookUp(host))
                next = state.withLock { state in
                    if state.waiting.isEmpty {
                        state.running -= 1
                        return nil
                    }
                    return state.waiting.removeFirst()
                }
            }
        }
    }

    /// Drops the names whose lookups have not started.
    func stop() {
        state.withLock { $0.waiting = [] }
    }

    /// Looks `host` up by the resolver of the system.
    @Sendable static func systemLookUp(_ host: String) -> Answer {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        var addresses: [String] = []
        var entry = code == 0 ? list : nil
        while let info = entry?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                == 0
            {
                let address = String(
                    decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                let literal = info.ai_family == AF_INET6 ? "[\(address)]" : address
                // A link-local address with a zone cannot be passed to libcurl this way.
                if !address.contains("%"), !addresses.contains(literal) {
                    addresses.append(literal)
                }
            }
            entry = info.ai_next
        }
        let failure =
            code != 0
            ? String(cString: gai_strerror(code)) : addresses.isEmpty ? "no address found" : nil
        return Answer(host: host, addresses: addresses, failure: failure)
    }
}
