/// A handle has none of its service's members. These declarations only tell a caller what to write instead.
extension SchedulerBound {
    /// Refuses a property of the service: it is read and set on the service's scheduler.
    @available(
        *, unavailable,
        message:
            "a handle has no such member: call the service on its scheduler with run, schedule or signal"
    )
    public subscript<Member>(dynamicMember path: KeyPath<Service, Member>) -> Member {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// Refuses a method of the service: it is called on the service's scheduler.
    @available(
        *, unavailable,
        message:
            "a handle has no such member: call the service on its scheduler with run, schedule or signal"
    )
    public subscript(dynamicMember name: String) -> MemberThatNeedsRunOrSchedule<Service> {
        fatalError("unavailable")
    }
}

/// What the compiler takes a member of a service for that is used on its handle, so that its message can name `run` and `schedule`.
@dynamicCallable
public struct MemberThatNeedsRunOrSchedule<Service> {
    private init() {}

    /// Takes any arguments.
    @discardableResult
    public func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, Any>
    ) -> MemberThatNeedsRunOrSchedule {
        self
    }

    /// Takes any arguments.
    @discardableResult
    public func dynamicallyCall(withArguments arguments: [Any]) -> MemberThatNeedsRunOrSchedule {
        self
    }

    /// Takes a closure, as a misspelled `schedule` has it.
    @discardableResult
    public func dynamicallyCall(
        withArguments arguments: [(Service) -> Void]
    ) -> MemberThatNeedsRunOrSchedule {
        self
    }
}
