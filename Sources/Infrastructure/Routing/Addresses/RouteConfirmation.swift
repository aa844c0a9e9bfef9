import Scheduling

/// The consent of the user to one call of a route that changes something.
///
/// A router issues it for an address, and accepts it once, for the same address.
public struct RouteConfirmation: Hashable, Sendable, CustomStringConvertible {
    /// The confirmation as a text of 32 hexadecimal digits, for a form of a web page.
    public let text: String

    /// Creates a confirmation from a form; the router checks it.
    public init(text: String) { self.text = text }

    /// Creates a confirmation that cannot be guessed.
    init() {
        text = String(
            (0..<32).map { _ in "0123456789abcdef".randomElement() ?? "0" } as [Character])
    }

    /// A text without the secret.
    public var description: String { "RouteConfirmation" }
}

/// The confirmations that a router has issued, and that are still unused.
final class RouteConfirmations: Sendable {
    private struct Pending {
        let address: String
        let confirmation: RouteConfirmation
    }

    /// The number of confirmations that are kept; an older one is no longer valid.
    static let capacity = 64

    private let pending = Guarded<[Pending]>([])

    /// Issues a confirmation for an address.
    func issue(for address: String) -> RouteConfirmation {
        let confirmation = RouteConfirmation()
        pending.withLock { pending in
            if pending.count == Self.capacity { pending.removeFirst() }
            pending.append(Pending(address: address, confirmation: confirmation))
        }
        return confirmation
    }

    /// Redeems a confirmation.
    ///
    /// - Returns: whether it was issued for this address, and is used for the first time.
    func use(_ confirmation: RouteConfirmation, for address: String) -> Bool {
        pending.withLock { pending in
            let index = pending.firstIndex {
                $0.confirmation == confirmation && $0.address == address
            }
            if let index { pending.remove(at: index) }
            return index != nil
        }
    }
}
