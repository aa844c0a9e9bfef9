/// An exchange without its request type.
protocol AnyExchange: AnyObject {
    /// The exchange's index in the engine's list.
    var index: Int { get set }
    func fail(_ error: HTTPError)
}
