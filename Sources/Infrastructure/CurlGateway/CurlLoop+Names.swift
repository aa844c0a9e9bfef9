import HTTPGateway

// The addresses of the hosts, which a transfer with a slot needs before its start.
extension CurlLoop {
    /// Starts a transfer that was granted a slot, once the addresses of its host are known.
    func granted(_ transfer: CurlTransfer) {
        let plan = transfer.plan
        var addresses: [String]?
        if plan.needsResolver {
            switch nameCache.lookUp(plan.peer.host, for: transfer, within: plan.connectTimeout) {
            case .known(let known): addresses = known
            case .ask:
                names.resolve(plan.peer.host)
                fallthrough
            case .asked:
                transfer.resolvingSince = .now
                _ = transfer.state.granted(isNameKnown: false)
                return
            }
        }
        start(transfer, transfer.state.granted(isNameKnown: true), at: addresses)
    }

    func resolved(_ answer: NameResolver.Answer) {
        for transfer in nameCache.store(answer) {
            if let failure = answer.failure {
                unresolved(transfer, .nameNotResolved, ": \(failure)")
            } else {
                if let since = transfer.resolvingSince { transfer.resolvedAfter = .now - since }
                start(transfer, transfer.state.resolved(isSuccess: true), at: answer.addresses)
            }
        }
    }

    func expireNames() {
        for transfer in nameCache.expired() { unresolved(transfer, .connectTimedOut, " in time") }
    }

    private func unresolved(_ transfer: CurlTransfer, _ code: HTTPError.Code, _ how: String) {
        let isProxy = transfer.plan.proxy != nil
        let error = HTTPError(
            isProxy ? .proxyFailed : code,
            "the \(isProxy ? "proxy" : "host")'s name was not resolved\(how)", phase: .resolving)
        end(transfer, transfer.state.resolved(isSuccess: false), .failure(error))
    }
}
