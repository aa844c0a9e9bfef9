import WebServer

extension StubService {
    /// The response to a request, and the fault to inject while it is sent.
    struct PlannedResponse: Sendable {
        var response: WebResponse
        var effect: InjectedFault.Effect?
    }

    func answer(_ request: StubRequest) async -> PlannedResponse {
        let name = request.routeName
        let number = log.arrive(name, range: request.headers["range"])
        let fault = name.hasPrefix("control/") ? nil : faults.next(for: name)
        if let delay = fault?.delay, delay > .zero {
            await stopping.wait(after: 0, timeout: delay)
        }
        var answer = PlannedResponse(
            response: await response(to: request, name: name, effect: fault?.effect),
            effect: fault?.effect)
        answer.response.headers.append(("X-Dropbox-Request-Id", Self.requestID()))
        if fault?.effect != .close {
            log.answer(number, status: answer.response.status)
        }
        return answer
    }

    private func response(
        to request: StubRequest, name: String, effect: InjectedFault.Effect?
    ) async -> WebResponse {
        do throws(StubErrorResponse) {
            switch effect {
            case .status(let status, let headers, let body)?:
                return Self.faultResponse(status: status, headers: headers, body: body)
            case .garbage(let text)?: return .json(Array(text.utf8))
            case .expiredToken?: throw .unauthorized("expired_access_token")
            case .reset?: throw .conflict("reset")
            case nil, .close?, .truncate?, .trickle?, .emptyPage?, .wrongHash?: break
            }
            switch name {
            case "oauth2/authorize": return try authorizationPage(request)
            case "oauth2/token": return try issueToken(request)
            case "temporary": return try followTemporaryLink(request)
            case _ where name.hasPrefix("control/") && configuration.allowsControl:
                return try control(request, name: String(name.dropFirst("control/".count)))
            default: break
            }
            guard let route = StubRoute.all[name], request.path.hasPrefix("/2/") else {
                throw .unknownFunction(name)
            }
            let call = try call(name, route, request, effect: effect)
            return try await route.answer(try space(of: call, for: route), call)
        } catch {
            return error.response
        }
    }

    private static func faultResponse(
        status: Int, headers: [String: String], body: String
    ) -> WebResponse {
        var response = WebResponse(status: status, body: WebBody(Array(body.utf8)))
        response.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            let type = body.hasPrefix("{") ? "application/json" : "text/plain; charset=utf-8"
            response.headers.append(("Content-Type", type))
        }
        return response
    }

    /// Reads the argument from the place that the route's style defines.
    private func call(
        _ name: String, _ route: StubRoute, _ request: StubRequest, effect: InjectedFault.Effect?
    ) throws(StubErrorResponse) -> StubCall {
        var call = StubCall(route: name, request: request, argument: request.body, effect: effect)
        let type = request.mediaType
        let header = request.headers["dropbox-api-arg"]
        let expected: [String]
        switch route.style {
        case .rpc:
            guard request.method == "POST" else {
                throw StubErrorResponse(
                    response: .text("Method not allowed: use POST.", status: 405))
            }
            guard header == nil else {
                throw call.failure("Unexpected HTTP header \"Dropbox-API-Arg\".")
            }
            expected = ["application/json", "text/plain"] + (request.body.isEmpty ? [""] : [])
        case .content:
            expected = ["", "application/octet-stream", "text/plain"]
            guard let argument = header ?? request.query["arg"] else {
                throw call.failure(
                    "Must provide HTTP header \"Dropbox-API-Arg\" or URL parameter \"arg\".")
            }
            call = StubCall(
                route: name, request: request, argument: Array(argument.utf8), effect: effect)
        }
        guard expected.contains(type) else {
            let list = expected.filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: ", ")
            throw call.failure(
                "Bad HTTP \"Content-Type\" header: \"\(type)\".  Expecting one of \(list).")
        }
        return call
    }

    private static func requestID() -> String {
        let digits = "0123456789abcdef"
        return String((0..<32).compactMap { _ in digits.randomElement() })
    }
}
