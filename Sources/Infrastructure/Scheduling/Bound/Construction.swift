/// The construction state of a service, independent of its type; used on its home scheduler only.
@usableFromInline
package class Construction: @unchecked Sendable {  // home scheduler only
    // unsafe, @exclusivity(unchecked): one scheduler uses the slot, so accesses cannot overlap
    /// Whether new calls have to wait, for the construction or for the calls queued before them.
    @usableFromInline @exclusivity(unchecked) final var isUnderWay = true
    /// The calls that arrived during the construction.
    ///
    /// A construction that waits for another scheduler serves its own scheduler, so calls can
    /// arrive.
    private var waiting: [() -> Void] = []
    /// The number of waiting calls that have begun; `nil` before the construction has ended.
    private var begun: Int?
    /// The construction that the first call begins; `nil` where it has begun.
    private final var pendingConstruction: (() -> Void)?

    init() {}

    /// Delays the construction until the first call; called before the first use.
    final func delayConstruction(_ build: @escaping () -> Void) { pendingConstruction = build }

    /// Begins a delayed construction.
    ///
    /// - Returns: whether it had not begun.
    @discardableResult
    final func beginConstruction() -> Bool {
        guard let build = pendingConstruction.take() else { return false }
        build()
        return true
    }

    /// Cancels a delayed construction.
    ///
    /// - Returns: whether it had not begun.
    final func cancelConstruction() -> Bool { pendingConstruction.take() != nil }

    /// Queues a call until the construction has ended and the calls before it have been made.
    ///
    /// The call begins a delayed construction.
    ///
    /// A call that arrives while another one serves its scheduler is made at once, after those
    /// before it: the call that serves may wait for it.
    final func queue(_ call: @escaping () -> Void) {
        waiting.append(call)
        if !beginConstruction() { makeCalls() }
    }

    /// Makes the waiting calls, and those that arrive during them.
    final func end() {
        begun = 0
        makeCalls()
        waiting = []
        isUnderWay = false
    }

    private func makeCalls() {
        while let next = begun, next < waiting.count {
            begun = next + 1
            let call = waiting[next]
            waiting[next] = {}  // releases the captures of the call
            call()
        }
    }
}
