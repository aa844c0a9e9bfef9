import Scheduling
import Signals

/// One subscription to a request: a transfer for each redirect, and the handling of the response.
@Schedulable
final class Exchange<Request: HTTPRequest>: TransferClient, AnyExchange {
    private let request: Request
    private let options: HTTPOptions
    private let engine: HTTPEngine
    // unsafe, exclusivity: .unchecked: one scheduler uses it; a check costs each request
    // Confinement excludes conflicting accesses; the runtime check would cost every request.
    @SchedulableProperty(exclusivity: .unchecked) var index = 0
    @SchedulableProperty(exclusivity: .unchecked) private var observer:
        Observer<HTTPEvent<Request.Output>, HTTPError>?
    @SchedulableProperty(exclusivity: .unchecked) private var url: HTTPURL
    @SchedulableProperty(exclusivity: .unchecked) private var handle: (any TransferHandle)?
    @SchedulableProperty(exclusivity: .unchecked) private var redirect = Redirect()
    private var reader: (head: HTTPResponseHead, reader: any HTTPBodyReader<Request.Output>)?
    private var arrivals = ReaderQueue<Result<HTTPResponse, HTTPError>>()
    @SchedulableProperty(exclusivity: .unchecked) private var deadline: ScheduledWork?
    @SchedulableProperty(exclusivity: .unchecked) private var record: HTTPObservation.Record?

    /// Fields that could make the server read a different message than the one that is sent.
    private static var framing: [String] {
        ["content-length", "transfer-encoding", "expect", "connection"]
    }

    init(
        _ request: Request, to url: HTTPURL, options: HTTPOptions, engine: HTTPEngine,
        observer: Observer<HTTPEvent<Request.Output>, HTTPError>
    ) {
        self.request = request
        self.url = url
        self.options = options
        self.engine = engine
        self.observer = observer
    }

    func begin() {
        url = url.appending(path: request.path, query: options.query + request.query)
        record = engine.observation.begin(request.method, url)
        if let deadline = options.deadline {
            let expire = { [weak self] () -> Void in
                self?.fail(
                    HTTPError(
                        .deadlineExceeded, "the request was not finished within \(deadline)",
                        phase: .waiting))
            }
            self.deadline = engine.scheduler.scheduleConfined(after: deadline, expire)
        }
        send()
    }

    private func send() {
        do {
            let plan = try plan()
            let handle = engine.transport.start(plan, for: self)
            self.handle = handle
            options.control?.attach(self, handle.controlChanged)
        } catch {
            fail(error)
        }
    }

    private func plan() throws(HTTPError) -> TransferPlan {
        let method = request.method
        guard method.isToken else {
            throw HTTPError(.invalidRequest, "the method is not a token (RFC 9110)")
        }
        let body = request.body
        var headers = options.headers.merging(request.headers)
        if let type = body.contentType, !headers.has("content-type") {
            headers.add("Content-Type", type)
        }
        redirect.strip(&headers)
        // Through a proxy, even a loopback address is not this machine's own.
        let proxy = try options.proxy?.origin()
        let isPrivate = url.origin.isLoopback && proxy == nil
        if let credential = options.credential, !redirect.hasLeftOrigin {
            guard credential.mayBeSent(to: url.origin) else {
                throw HTTPError(
                    .insecureCredential, "the credential is not for \(url.origin)")
            }
            guard url.origin.isSecure || isPrivate || options.sendsCredentialOverHTTP == true
            else {
                throw HTTPError(
                    .insecureCredential, "a credential must not be sent over plain http")
            }
            credential.authorize(&headers)
        }
        guard headers.isEmpty || !Self.framing.contains(where: headers.has) else {
            throw HTTPError(
                .invalidRequest, "these header fields are set by the gateway: \(Self.framing)")
        }
        guard headers.isValid else {
            throw HTTPError(
                .invalidRequest,
                "a header field has a name that is not a token, or a control character")
        }
        if options.tls?.roots == .anyOnLoopback, !isPrivate {
            throw HTTPError(
                .invalidRequest,
                "unchecked certificates are accepted for loopback addresses only")
        }
        let destination: TransferPlan.Destination =
            switch request.destination {
            case .memory(let limit): .memory(limit: limit)
            case .file(let target): .file(target)
            case .reader: .chunks
            }
        return TransferPlan(
            url: url, proxy: proxy, method: method, headers: headers, body: body, options: options,
            accepted: request.accepted, isRepeatable: request.isRepeatable, destination: destination
        )
    }

    // MARK: Events of the transport

    func transferBegan(_ head: HTTPResponseHead) {
        guard case .reader(let make) = request.destination else { return }
        attempt {
            reader = (head, try make(head))
        }
    }

    func transferReceived(_ bytes: [UInt8]) {
        guard var piece = arrivals.arrived(bytes) else { return }
        while let reader {
            attempt {
                send(try reader.reader.read(piece), reader.head)
            }
            handle?.consumed(piece.count)
            switch arrivals.next() {
            case .read(let next): piece = next
            case .end(let result): return finish(result)
            case nil: return
            }
        }
    }

    func transferWaits(_ wait: HTTPWait?) {
        observer?.send(.waiting(wait))
    }

    func transferProgressed(_ progress: HTTPProgress) {
        observer?.send(.progress(progress))
    }

    func transferEnded(_ result: Result<HTTPResponse, HTTPError>) {
        if reader == nil { return finish(result) }
        if let result = arrivals.ended(result) { finish(result) }
    }

    private func finish(_ result: Result<HTTPResponse, HTTPError>) {
        detach()
        switch result {
        case .failure(let error): fail(error, quotesServer: error.mayQuoteServer)
        case .success(let response) where request.accepted.contains(response.status):
            // A handler's error is that of a response without the secret.
            attempt(quotesServer: reader != nil) { try accept(response) }
        case .success(let response) where Redirect.statuses.contains(response.status):
            follow(response)
        case .success(let response):
            let shown = options.credential.flatMap(response.concealing) ?? response
            let isWithheld = options.credential?.isShort == true
            fail(request.failure(HTTPError(refusing: shown, isWithheld: isWithheld), of: shown))
        }
    }

    private func accept(_ response: HTTPResponse) throws {
        if let reader {
            send(try reader.reader.finish(), reader.head)
            note(response)
        } else {
            let output = try output(of: response)
            note(response)
            observer?.send(
                .output(
                    HTTPOutput(
                        output: output, head: response.head, timings: response.timings, attempts: 1)
                ))
        }
        end(.completed)
    }

    /// Returns the handler's output of a response; if the handler throws, its error has no secret.
    private func output(of response: HTTPResponse) throws -> Request.Output {
        do {
            return try request.handle(response)
        } catch {
            // The handler's error may quote the secret, so the handler runs again on the concealed
            // response.
            if let concealed = options.credential.flatMap(response.concealing) {
                _ = try request.handle(concealed)
                throw HTTPError(
                    .handlerFailed, "the response contains the credential of its request",
                    phase: .handling)
            }
            throw error
        }
    }

    /// Records the success, before a consumer disposes of the subscription on receiving its output.
    private func note(_ response: HTTPResponse) {
        record?.received(response)
        record = nil
    }

    private func follow(_ response: HTTPResponse) {
        do {
            url = try redirect.follow(
                response, of: request, from: url, limit: options.redirects ?? 5)
        } catch {
            return fail(error)
        }
        send()
    }

    // MARK: Termination

    /// Ends the exchange with `error`, completed by the context of the request.
    func fail(_ error: HTTPError) { fail(error, quotesServer: false) }

    /// Ends the exchange with an error that may contain text as the server has sent it.
    private func fail(_ error: HTTPError, quotesServer: Bool) {
        let error = error.of("\(request.method) \(shownAddress())", attempts: 1)
        end(
            .failed(
                options.credential.map { error.concealing($0, quotesServer: quotesServer) }
                    ?? error))
    }

    /// The address for a message; one that a redirect has led to is a text of a server.
    private func shownAddress() -> String {
        let isWithheld = redirect.isFollowed && options.credential?.isShort == true
        return (isWithheld ? url.withoutPath : url).redacted
    }

    /// Ends the exchange without an event; does nothing after its end.
    func stop() {
        guard observer != nil else { return }
        record?.cancelled()
        release()
        engine.remove(self)
    }

    private func end(_ completion: Completion<HTTPError>) {
        guard let observer else { return }
        if case .failed(let error) = completion { record?.failed(error) }
        release()
        observer.end(completion)
        engine.remove(self)
    }

    private func release() {
        observer = nil
        reader = nil
        record = nil
        deadline?.cancel()
        deadline = nil
        let handle = handle
        detach()
        handle?.cancel()
    }

    private func detach() {
        options.control?.detach(self)
        handle = nil
    }

    /// Runs code of the request's author; an error that it throws ends the exchange.
    private func attempt(quotesServer: Bool = true, _ body: () throws -> Void) {
        do {
            try body()
        } catch let error as HTTPError {
            fail(error, quotesServer: quotesServer)
        } catch {
            fail(
                HTTPError(
                    .handlerFailed, "the response could not be turned into \(Request.Output.self)",
                    phase: .handling, cause: error), quotesServer: quotesServer)
        }
    }

    private func send(_ outputs: [Request.Output], _ head: HTTPResponseHead) {
        for output in outputs {
            observer?.send(
                .output(HTTPOutput(output: output, head: head, timings: HTTPTimings(), attempts: 1))
            )
        }
    }
}

extension HTTPError {
    /// Whether the message of the transport may contain text of the server.
    fileprivate var mayQuoteServer: Bool { code == .malformedResponse || code == .badEncoding }
}
