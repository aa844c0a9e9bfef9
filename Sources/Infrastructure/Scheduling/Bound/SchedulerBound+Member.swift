/// A handle has none of its service's members; these declarations only produce helpful diagnostics.
extension SchedulerBound {
    /// Rejects a property of the service: it is read and set on the service's scheduler.
    @available(
        *, unavailable,
        message: """
            a handle has no such member: call the service on its scheduler with run, schedule or \
            signal
            """
    )
    public subscript<Member>(dynamicMember path: KeyPath<Service, Member>) -> Member {
        get { fatalError("the compiler rejects this call") }
        set { fatalError("the compiler rejects this call") }
    }

    /// Rejects a method of the service: it is called on the service's scheduler.
    @available(
        *, unavailable,
        message: """
            a handle has no such member: call the service on its scheduler with run, schedule or \
            signal
            """
    )
    public subscript(dynamicMember name: String) -> MemberThatNeedsRunOrSchedule<Service> {
        fatalError("the compiler rejects this call")
    }
}

/// The type of a service's member that is used on a handle.
///
/// With it, the diagnostic of the compiler can name `run` and `schedule`.
@dynamicCallable
public struct MemberThatNeedsRunOrSchedule<Service> {
    private init() {}

    /// Accepts any labelled arguments.
    @discardableResult
    public func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, Any>
    ) -> MemberThatNeedsRunOrSchedule {
        self
    }

    /// Accepts any unlabelled arguments.
    @discardableResult
    public func dynamicallyCall(withArguments arguments: [Any]) -> MemberThatNeedsRunOrSchedule {
        self
    }

    /// Accepts a closure, like a misspelled `schedule`.
    @discardableResult
    public func dynamicallyCall(
        withArguments arguments: [(Service) -> Void]
    ) -> MemberThatNeedsRunOrSchedule {
        self
    }
}
