// A C library calls back on its own thread.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

import Foundation
import Scheduling
import World

enum CCallback: Row {
    static func run() {
        #if WRONG
            let context = Unmanaged.passRetained(World.smuggled().service).toOpaque()
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { context in
                    context.map {
                        Unmanaged<Fetcher>.fromOpaque($0).takeRetainedValue().fetchNodes()
                    }
                    return nil
                }, context)
        #else
            let context = Unmanaged.passRetained(World.bound()).toOpaque()
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { context in
                    let fetcher = context.map {
                        Unmanaged<SchedulerBound<Fetcher>>.fromOpaque($0).takeRetainedValue()
                    }
                    fetcher?.schedule {
                        $0.fetchNodes()
                        World.done()
                    }
                    return nil
                }, context)
        #endif
    }
}
