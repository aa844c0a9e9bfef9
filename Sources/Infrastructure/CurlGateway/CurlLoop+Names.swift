import HTTPGateway

// Transfers that wait for the addresses of their host.
extension CurlLoop {
    func awaitName(_ transfer: CurlTransfer) {
        transfer.state = .resolving
        transfer.resolvingSince = .now
    }

    func resolved(_ answer: NameResolver.Answer) {
        for transfer in nameCache.store(answer) where transfer.state == .resolving {
            transfer.state = .waiting
            if let since = transfer.resolvingSince { transfer.resolvedAfter = .now - since }
            if let failure = answer.failure {
                end(transfer, .failure(unresolved(transfer, .nameNotResolved, ": \(failure)")))
            } else {
                launch(transfer)
            }
        }
    }

    func expireNames() {
        for transfer in nameCache.expired() where transfer.state == .resolving {
            end(transfer, .failure(unresolved(transfer, .connectTimedOut, " in time")))
        }
    }

    private func unresolved(
        _ transfer: CurlTransfer, _ code: HTTPError.Code, _ how: String
    ) -> HTTPError {
        let isProxy = transfer.plan.proxy != nil
        return HTTPError(
            isProxy ? .proxyFailed : code,
            "the \(isProxy ? "proxy" : "host")'s name was not resolved\(how)", phase: .resolving)
    }
}
