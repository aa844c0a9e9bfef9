import HTTPGateway

/// A command for the I/O thread.
enum LoopCommand: Sendable {
    case start(CurlTransfer)
    case opened(CurlTransfer, Result<Void, HTTPError>)
    case cancel(CurlTransfer)
    case consumed(CurlTransfer, Int)
    case applyControl(CurlTransfer)
    case resolved(NameResolver.Answer)
    case limit(HTTPBandwidth)
    case stop
}
