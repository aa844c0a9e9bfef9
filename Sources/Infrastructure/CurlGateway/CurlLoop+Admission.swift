import HTTPGateway

// Transfers on their way to a connection slot, and the slots that they return.
extension CurlLoop {
    func begin(_ transfer: CurlTransfer) {
        // The command of a control that was changed before the start arrives after this one.
        applyControl(transfer)
        proceed(transfer, transfer.state.commanded(hasFile: transfer.plan.isFile))
    }

    /// Takes the actions of a transfer that has no slot yet.
    func proceed(_ transfer: CurlTransfer, _ actions: CurlTransferState.Actions) {
        if actions.contains(.openFile) { openFile(of: transfer) }
        guard actions.contains(.acquireSlot) else { return }
        let priority = transfer.plan.options.priority ?? .normal
        if slots.acquire(transfer, transfer.plan.url.origin, priority) { granted(transfer) }
    }

    /// Returns the slot of a transfer, and starts the transfers whose turn it is.
    func releaseSlot(of transfer: CurlTransfer) {
        slots.release(transfer.plan.url.origin)
        // A transfer that ends before it runs calls this again; it must not start the next one
        // here.
        guard !isAdmitting else { return }
        isAdmitting = true
        defer { isAdmitting = false }
        while let next = slots.next(unless: { $0.state.isEnded }) { granted(next) }
    }

    /// Counts a cancelled transfer that is still in the queue for a slot.
    func leaveQueue() {
        slots.waiterLeft { $0.state.isEnded }
    }
}
