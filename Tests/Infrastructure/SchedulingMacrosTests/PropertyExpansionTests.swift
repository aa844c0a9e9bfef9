import Testing

/// What becomes of a stored property.
struct PropertyExpansionTests {
    /// The accessors of `page`, checked.
    private let accessors = """
            @storageRestrictions(initializes: _page)
            init(initialValue) {
                _page = initialValue
            }
            get {
                if self.schedulerPin.home != SchedulerPin.here {
                    self.schedulerPin.report(self, .value, "page")
                }
                return _page
            }
            set {
                if self.schedulerPin.home != SchedulerPin.here {
                    self.schedulerPin.report(self, .write, "page")
                }
                _page = newValue
            }
            _modify {
                if self.schedulerPin.home != SchedulerPin.here {
                    self.schedulerPin.report(self, .write, "page")
                }
                yield &_page
            }
        """

    @Test func storedPropertyIsHiddenBehindCheckedAccessors() {
        expectExpansion(
            of: "@SchedulableProperty\npublic private(set) var page: Int",
            "public private(set) var page: Int {\n\(accessors)\n}\n\nprivate var _page: Int")
    }

    @Test func initialValueMovesToTheStorage() {
        expectExpansion(
            of: "@SchedulableProperty\nvar page = 1",
            "var page {\n\(accessors)\n}\n\nprivate var _page = 1")
    }

    @Test func ownershipMovesToTheStorage() {
        expectExpansion(
            of: "@SchedulableProperty\nweak var page: Page?",
            "weak var page: Page? {\n\(accessors)\n}\n\nprivate weak var _page: Page?")
    }

    @Test func observersMoveToTheStorage() {
        expectExpansion(
            of: "@SchedulableProperty\nvar page: Int {\n    didSet {\n        show()\n    }\n}",
            "var page: Int {\n    didSet {\n        show()\n    }\n\(spacedAccessors)\n}\n\n"
                + "private var _page: Int {\n    didSet {\n        show()\n    }\n}")
    }

    @Test func observerAssignsItsOwnStorage() {
        let observed = """
            didSet {
                    page = min(self.page, other.page)
                    later {
                        page = 1
                    }
                }
            """
        let moved = observed.replacing(
            "page = min(self.page, other", with: "_page = min(self._page, other")
        expectExpansion(
            of: "@SchedulableProperty\nvar page: Int {\n    \(observed)\n}",
            "var page: Int {\n    \(observed)\n\(spacedAccessors)\n}\n\n"
                + "private var _page: Int {\n    \(moved)\n}")
    }

    /// As the test support prints them behind other accessors.
    private var spacedAccessors: String {
        accessors.replacing("\n    get", with: "\n\n    get").replacing(
            "\n    set", with: "\n\n    set"
        )
        .replacing("\n    _modify", with: "\n\n    _modify")
    }
}
