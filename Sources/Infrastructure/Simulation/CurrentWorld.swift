import CSimulation
import Scheduling

/// The layout of a serial executor: its address, and its kind.
private typealias ExecutorWords = (UnsafeRawPointer?, UInt)

/// The place of the calling thread: inside a world, or outside of all.
enum CurrentWorld {
    private static let installed: Void = {
        csim_install { world, job in
            let job = unsafeBitCast(job, to: UnownedJob.self)  // the type holds a job's address
            // unsafe, Unmanaged: the thread is inside the run, which holds the world
            Unmanaged<WorldCore>.fromOpaque(world).takeUnretainedValue().take(.job(job))
        }
        Resumptions.offer { resume in
            guard let world = csim_current_world() else { return false }
            // unsafe, Unmanaged: the thread is inside the run, which holds the world
            Unmanaged<WorldCore>.fromOpaque(world).takeUnretainedValue().take(.resumption(resume))
            return true
        }
    }()

    /// Runs `body` with the calling thread inside `world`.
    ///
    /// The main actor is the main scheduler of the world then.
    static func enter(_ world: WorldCore, _ body: () -> Void) {
        _ = installed
        precondition(csim_current_world() == nil, "a simulation cannot run inside of another one")
        let scheduler = world.main
        let executor = scheduler.asUnownedSerialExecutor()
        let main = unsafeBitCast(executor, to: ExecutorWords.self)  // an executor has this layout
        // unsafe, Unmanaged: compared, and used inside this call only
        csim_set_world(Unmanaged.passUnretained(world).toOpaque(), main.0, main.1)
        defer { csim_set_world(nil, nil, 0) }
        withExtendedLifetime(scheduler) { body() }
    }
}
