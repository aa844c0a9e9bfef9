/// The errors of calls.
extension RouteError.Code {
    /// No module handles the route.
    public static let noHandler = Self("noHandler")
    /// The handler declined the route, for example because the user did not sign in.
    public static let declined = Self("declined")
    /// The service of the handler is unavailable; see `cause`.
    public static let unavailable = Self("unavailable")
    /// The handler failed with `cause`.
    public static let failed = Self("failed")
    /// The handler released its signal without an end.
    public static let abandoned = Self("abandoned")
    /// The handler completed without an output, where one is required.
    public static let noOutput = Self("noOutput")
    /// The route of an address has another output than the caller expects.
    public static let wrongOutput = Self("wrongOutput")
}

/// The errors of addresses.
extension RouteError.Code {
    /// The address has more than 8 KiB.
    public static let tooLong = Self("tooLong")
    /// The address breaks the syntax, or a part of it has invalid percent-encoding.
    public static let malformed = Self("malformed")
    /// No route has an address with this path.
    public static let unknownAddress = Self("unknownAddress")
    /// The route changes something, and the user has not agreed.
    public static let unconfirmed = Self("unconfirmed")
    /// The route has no parameter of this name.
    public static let unknownKey = Self("unknownKey")
    /// The address has a parameter more than once.
    public static let doubledKey = Self("doubledKey")
    /// The address lacks a parameter that the route requires.
    public static let missingKey = Self("missingKey")
    /// The value of a parameter has the wrong form.
    public static let invalidValue = Self("invalidValue")
    /// The value of a parameter is outside of its range.
    public static let outOfRange = Self("outOfRange")
}

extension RouteError.Code {
    /// The error as the predicate of a sentence.
    var predicate: String { Self.predicates[self] ?? "failed (\(name))" }

    private static let predicates: [Self: String] = [
        .noHandler: "has no handler",
        .declined: "was declined",
        .unavailable: "has a service that is unavailable",
        .failed: "failed",
        .abandoned: "was abandoned: its signal was released without an end",
        .noOutput: "completed without an output",
        .wrongOutput: "has another output than the caller expects",
        .tooLong: "is longer than 8192 bytes",
        .malformed: "is malformed",
        .unknownAddress: "belongs to no route",
        .unconfirmed: "changes something, and needs a confirmation",
        .unknownKey: "has no parameter",
        .doubledKey: "has more than one parameter",
        .missingKey: "lacks the parameter",
        .invalidValue: "has an invalid value of the parameter",
        .outOfRange: "has a value out of range of the parameter",
    ]
}
