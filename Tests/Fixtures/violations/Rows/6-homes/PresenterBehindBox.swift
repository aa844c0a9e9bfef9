// Work of the business logic receives a presenter in a box.
// stops: hook
// says: Presenter.show() was called on scheduler 'BL'; it lives on scheduler 'UI'

import Scheduling
import World

/// A caller that cast the isolation away.
private final class PresenterCall {
    let call: () -> Void
    init(_ presenter: Presenter) {
        typealias Isolated = @MainActor () -> Void
        let show: Isolated = { presenter.show() }
        call = unsafeBitCast(show, to: (() -> Void).self)
    }
}

enum PresenterBehindBox: Row {
    static func run() {
        #if WRONG
            let box = Smuggled<PresenterCall>()
            box.service = PresenterCall(MainActor.assumeIsolated { Presenter() })
            World.business.schedule { box.service.call() }
        #else
            MainScheduler.shared.schedule { @MainActor in
                Presenter().show()
                World.done()
            }
        #endif
    }
}
