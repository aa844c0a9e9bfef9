// Code in Swift 5 mode uses the service in a timer of the main run loop.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'
// language: 5

import Foundation
import Scheduling
import World

enum SwiftFiveTimer: Row {
    static func run() {
        #if WRONG
            let fetcher: Fetcher = World.smuggled().service
            Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in fetcher.fetchNodes() }
        #else
            let fetcher = World.bound()
            Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in
                fetcher.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
        #endif
    }
}
