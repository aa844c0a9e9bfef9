/// A request with the options of its host below its own.
struct RequestWithHostOptions<Base: HTTPRequest>: HTTPRequest {
    private let base: Base
    let options: HTTPOptions

    init(_ base: Base, over below: HTTPOptions) {
        self.base = base
        options = base.options.over(below)
    }

    var method: HTTPMethod { base.method }
    var path: String { base.path }
    var query: [HTTPQueryItem] { base.query }
    var headers: HTTPHeaders { base.headers }
    var body: HTTPBody { base.body }
    var isRepeatable: Bool { base.isRepeatable }
    var accepted: HTTPStatusSet { base.accepted }
    var destination: HTTPDestination<Base.Output> { base.destination }

    func handle(_ response: HTTPResponse) throws -> Base.Output { try base.handle(response) }

    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        base.failure(error, of: response)
    }
}
