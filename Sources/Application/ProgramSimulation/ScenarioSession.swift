import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Originals
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Simulation
import SimulationDevices

/// The acts of a user in a scenario: two executions of the program, the second one without faults.
///
/// Whatever happened during the first execution, the second one has to bring the library up to
/// date.
@MainActor
final class ScenarioSession {
    private let scenario: ProgramScenario
    private let world: World
    private let network: SimulatedNetwork
    private let server: any SimulatedService
    private let disk: SimulatedDisk
    private let folder: String
    private let history: ServerHistory
    private let laws: LibraryLaws
    private var lastEvent = Duration.zero
    /// The contents that complete runs have put into the folder of the originals.
    private var originals: Set<String> = []
    /// The path of the original that the user has edited, below the folder of the originals.
    private var editedPath: String?
    /// The size of a pack of thumbnails, which a run may fill.
    private let packLimit: Int64
    private let pacing: SimulatedPacing
    /// Whether the program of the first execution has recovered.
    private var isUpToDate = false

    /// The time after which the server changes no longer.
    private static let editing = Duration.seconds(10)
    /// The longest time between two runs, after which each token has ended.
    nonisolated static let longestPause = Duration.seconds(30 * 3_600)
    /// The longest run after the faults, with the last pause that a server has asked for.
    private static let recovery = Duration.seconds(60)
    private static let expiryInterval = Duration.seconds(4)

    init(
        _ scenario: ProgramScenario, _ world: World, network: SimulatedNetwork,
        server: any SimulatedService, disk: SimulatedDisk, folder: String
    ) {
        self.scenario = scenario
        self.world = world
        self.network = network
        self.server = server
        self.disk = disk
        self.folder = folder
        history = ServerHistory(of: server)
        laws = LibraryLaws(in: world, on: disk, of: history)
        pacing = SimulatedPacing(in: world)
        packLimit = [128, 512, 64 << 10][world.choose(3)]
    }

    func run() async {
        if let interval = scenario.networkFaultInterval {
            network.conditions = .faulty(every: interval, atMost: 20)
        }
        if let interval = scenario.diskFaultInterval {
            disk.conditions = .faulty(every: interval, atMost: 3)
        }
        server.makeTrouble(every: scenario.serverFaultInterval)
        planFaultsOfTheDisk()
        let disk = disk
        // A machine that has crashed sends nothing.
        network.script = { _ in disk.isDown ? .refusal : nil }
        let wasSignedIn = await liveWithFaults()
        network.conditions = NetworkConditions()
        server.makeTrouble(every: nil)
        disk.heal()
        if mayCrash {
            disk.restart()
            laws.machineHasCrashed()
        }
        if scenario.hasOriginals { checkContents() }
        await waitForTheLastEvent()
        // A program that has stayed up to date is started again in a few of the runs only.
        if mayCrash || !isUpToDate || world.choose(4) == 0 { await live(wasSignedIn: wasSignedIn) }
        if scenario.hasOriginals { checkOriginals() }
        RequestLaws(of: scenario, in: world, over: network).check(history, losesData: losesData)
    }

    /// Whether the disk may lose a token or a file that the program has stored.
    private var losesData: Bool { disk.faultCount > 0 || mayCrash }

    private var mayCrash: Bool { scenario.lastCrashCall != nil || scenario.lastFailedCall != nil }

    private func planFaultsOfTheDisk() {
        if let last = scenario.lastFailedCall {
            disk.fail(atCall: scenario.number % last)
            if world.choose(2) == 0 { disk.crash(atBoundary: world.choose(last / 4)) }
        }
        guard let last = scenario.lastCrashCall else { return }
        // Most faults show only beside a flush or a change of a name.
        if scenario.crashesInTurn {
            let turn = scenario.number / 2
            if scenario.number % 2 == 0 {
                disk.crash(atBoundary: turn % (last / 4))
            } else {
                disk.crash(atCall: turn % last)
            }
        } else if world.choose(2) == 0 {
            disk.crash(atCall: world.choose(last))
        } else {
            disk.crash(atBoundary: world.choose(last / 4))
        }
    }

    /// Plans the changes of the server, and the ends of its tokens, from now on.
    private func planEvents() {
        let (server, world, history) = (server, world, history)
        for _ in 0..<scenario.edits {
            let delay = Self.editing * (1 + world.choose(20)) / 20
            world.main.schedule(after: delay) {
                server.edit(world)
                history.record()
            }
        }
        for number in 0..<scenario.livePhotos { planLivePhoto(number) }
        for number in 0..<scenario.expiries {
            // A token that ends before the first request with it fails this request.
            let delay = Self.expiryInterval * number + .milliseconds(100) * world.choose(20)
            world.main.schedule(after: delay) { server.expireTokens() }
        }
        lastEvent = world.time + Self.editing
    }

    /// Plans the arrival of the two files of a live photo; their times at the server are apart.
    private func planLivePhoto(_ number: Int) {
        let identifier = "live photo \(number)"
        let files = [
            ("dng", LiveFile.still(identifier)), ("mov", LiveFile.movie(identifier)),
        ]
        for (ending, content) in files {
            let delay = Self.editing * world.choose(21) / 20
            world.main.schedule(after: delay) { [server, history] in
                server.add("/live \(number)/IMG_1.\(ending)", content)
                history.record()
            }
        }
    }

    /// Checks that the originals of each live photo have one name, if they have at the server.
    private func checkLivePhotos(of program: SimulatedProgram) throws {
        for (still, movie) in try program.livePhotos() where still.stem != movie.stem {
            world.fail("the files of a live photo are \(still) and \(movie)")
        }
    }

    /// Synchronizes the library, and the originals of a scenario with them.
    private func synchronize(
        _ program: SimulatedProgram, pruning prunes: Bool = false
    ) async throws {
        try await program.synchronize(withOriginals: scenario.hasOriginals, pruning: prunes)
        guard scenario.hasOriginals else { return }
        originals.formUnion(OriginalContent.hashes(in: program.originals))
    }

    /// Gives the user a file at a path that the layout of the originals has for a photo.
    nonisolated static func prepareOriginals(
        in folder: String, at server: any SimulatedService
    ) throws {
        server.add("/mine.jpg", nil)
        let originals = SimulatedProgram.originals(in: folder)
        try FileManager.default.createDirectory(
            atPath: originals, withIntermediateDirectories: true)
        try Data(ownContent.utf8).write(to: URL(filePath: originals + "/mine.jpg"))
    }

    private nonisolated static let ownContent = "a file of the user"

    /// Checks that each original has a content that the server has had, or is the user's file.
    private func checkContents() {
        let own = [Array(Self.ownContent.utf8), OriginalContent.edited].map(OriginalContent.hash)
        let names = OriginalContent.names(
            in: SimulatedProgram.originals(in: folder), besides: history.hashes.union(own))
        if !names.isEmpty { world.fail("\(names) have contents that the server never had") }
    }

    /// Checks that no file was overwritten or lost, and that no download of a present file is left.
    ///
    /// A file that a complete run has put in place stays, also after its content has changed on the
    /// server. A disk whose flush has failed may lose it.
    private func checkOriginals() {
        let folder = SimulatedProgram.originals(in: folder)
        let own = FileManager.default.contents(atPath: folder + "/mine.jpg")
        if own != Data(Self.ownContent.utf8) { world.fail("the user's file was changed") }
        let parts = OriginalContent.parts(in: folder)
        // Those of former versions are removed when they are old.
        if parts.count > history.versionCount - server.files.count {
            world.fail("downloads are left: \(parts)")
        }
        guard disk.faultCount == 0 else { return }
        let lost = originals.subtracting(OriginalContent.hashes(in: folder))
        guard !lost.isEmpty else { return }
        world.fail("\(lost.count) of \(originals.count) originals were lost")
    }

    /// Damages an original, and checks that a verification names this file alone and repairs it.
    ///
    /// Checks nothing after a failed flush, since the disk may then have lost other originals.
    private func checkRepair(by program: SimulatedProgram) async throws {
        guard disk.faultCount == 0 else { return }
        let paths = try program.originalPaths()
        guard !paths.isEmpty else { return }
        let sample = try await program.verify(VerifyOptions(sample: 5))
        for case .finished(let progress) in sample where progress.checked == 0 {
            world.fail("a verification of a part has compared none of \(paths.count) files")
        }
        let path = paths[world.choose(paths.count)].file
        world.note("a byte of \(path) changes on the disk")
        try OriginalContent.damage(program.originals + "/" + path) { world.choose($0) }
        let events = try await program.verify(VerifyOptions(repairs: true))
        let named = events.compactMap { event -> String? in
            switch event {
            // The photo was deleted on the server.
            case .found(_, .gone, _): nil
            case .found(editedPath, _, _): nil
            case .found(let path, _, _), .unreadable(let path, _, _): path
            default: nil
            }
        }
        if named != [path] { world.fail("\(path) was damaged, and not \(named)") }
        for case .finished(let progress) in events
        where progress.checked != progress.known || progress.repaired != 1 {
            world.fail("the verification of all files has \(progress)")
        }
        // The generated photos have one block.
        if !events.contains(.repaired(path: path, blocks: 1)) {
            world.fail("\(path) was damaged, and is not repaired")
        }
        if let difference = try program.difference() {
            world.fail("the repaired library differs from the server: \(difference)")
        }
    }

    private func waitForTheLastEvent() async { await sleep(until: lastEvent + .seconds(1)) }

    private func sleep(until time: Duration) async {
        let rest = time - world.time
        guard rest > .zero else { return }
        await withCheckedContinuation { continuation in
            _ = world.main.schedule(after: rest) { continuation.resume() }
        }
    }

    private func start(process: Int = 1, under laws: LibraryLaws) throws -> SimulatedProgram {
        try SimulatedProgram(
            in: world, over: network, at: server, folder: folder, process: process, under: laws,
            packLimit: packLimit, pacing: pacing)
    }

    /// Uses the program while the faults happen.
    ///
    /// - Returns: whether a sign-in has succeeded.
    private func liveWithFaults() async -> Bool {
        var isSignedIn = false
        do {
            let program = try start(under: laws)
            do {
                try await program.signIn()
                isSignedIn = true
                planEvents()
                let other = Task { if scenario.hasSecondProcess { await liveAsSecondProcess() } }
                do { try await use(program) } catch {
                    await other.value
                    throw error
                }
                await other.value
            } catch {
                if !scenario.mayFail { world.fail("the first life failed: \(error)") }
            }
            if scenario.signsOut { isSignedIn = await signOutDuringASignIn(program) }
            if isSignedIn, !disk.isDown, disk.faultCount == 0 { await recover(program) }
            await program.stop()
            if !isSignedIn, !scenario.signsOut { checkRemains() }
        } catch {
            world.fail("the program does not start: \(error)")
        }
        return isSignedIn
    }

    /// The runs of the user before the faults end.
    private func use(_ program: SimulatedProgram) async throws {
        if scenario.isCancelled { await cancelARun(of: program) }
        try await synchronize(program)
        if scenario.pauses {
            await sleep(until: world.time + Self.longestPause * world.choose(4) / 3)
        }
        for _ in 0..<scenario.furtherRuns { try await synchronize(program) }
        if scenario.prunes { try editAndDelete(of: program) }
        guard scenario.edits > 0 || scenario.prunes else { return }
        if scenario.limitsRemovals {
            let limit = RemovalLimit.count(world.choose(4))
            do { try await program.synchronize(removing: limit) } catch let error as FeedError
                where error.code == .tooManyRemovals
            {}
        }
        try await synchronize(program, pruning: scenario.prunes)
        guard let editedPath else { return }
        if !FileManager.default.fileExists(atPath: program.originals + "/" + editedPath) {
            world.fail("the user has edited \(editedPath), and a run has removed it")
        }
    }

    /// Changes an original as an editor does, while its photo is deleted on the server.
    private func editAndDelete(of program: SimulatedProgram) throws {
        let (present, all) = (server.files, try program.originalPaths())
        let paths = all.filter { present[$0.photo] != nil }
        guard !paths.isEmpty else { return }
        let (file, photo) = paths[world.choose(paths.count)]
        world.note("the user edits \(file), and \(photo) is deleted on the server")
        let path = program.originals + "/" + file
        try Data(OriginalContent.edited).write(to: URL(filePath: path))
        // The steps of a run are faster than the clock of a file system.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 1)], ofItemAtPath: path)
        originals.formIntersection(OriginalContent.hashes(in: program.originals))
        server.delete(photo)
        history.record()
        editedPath = file
    }

    /// Ends a run at a moment that the seed chooses; nothing of it may continue.
    private func cancelARun(of program: SimulatedProgram) async {
        let run = Task { try await synchronize(program) }
        await sleep(until: world.time + .milliseconds(50) * world.choose(60))
        run.cancel()
        do { try await run.value } catch is CancellationError {} catch {
            if scenario.mayFail { return }
            world.fail("a run that the user has ended failed: \(error)")
        }
        let count = network.exchanges.count
        await sleep(until: world.time + .seconds(60))
        if network.exchanges.count != count {
            world.fail("\(network.exchanges.count - count) requests after the end of a run")
        }
    }

    /// Synchronizes a library of the same account, and may sign in again.
    private func liveAsSecondProcess() async {
        do {
            let laws = LibraryLaws(in: world, on: disk, of: history)
            let program = try start(process: 2, under: laws)
            do {
                await sleep(until: world.time + .seconds(1) * world.choose(5))
                try await program.synchronize()
                // One end of a token after the other: a request is repeated with one new token.
                await sleep(until: lastEvent)
                if world.choose(2) == 0 { try await program.signIn() }
                try await program.synchronize()
            } catch {
                world.fail("the second process failed: \(error)")
            }
            await program.stop()
        } catch {
            world.fail("the second process does not start: \(error)")
        }
    }

    /// Signs out while another process signs in.
    ///
    /// - Returns: whether the account is signed in.
    private func signOutDuringASignIn(_ program: SimulatedProgram) async -> Bool {
        var isSignedIn = true
        let first = network.exchanges.count
        do {
            let other = try start(process: 2, under: laws)
            do {
                let (world, delay) = (world, Duration.milliseconds(100) * world.choose(20))
                let signIn = Task {
                    await sleep(until: world.time + delay)
                    try await other.signIn()
                }
                await sleep(until: world.time + .milliseconds(100) * world.choose(20))
                try await program.signOut()
                try await signIn.value
                isSignedIn = try await program.isSignedIn()
                // A sign-out that ends a grant before the next one begins leaves that one alone.
                let steps = network.exchanges[first...].map(\.request.call.url.path)
                    .filter { RequestLaws.grants.contains($0) }
                if steps == RequestLaws.grants, !isSignedIn {
                    world.fail("a sign-out has ended a later sign-in")
                }
            } catch {
                world.fail("the sign-out or the sign-in failed: \(error)")
            }
            await other.stop()
        } catch {
            world.fail("the second process does not start: \(error)")
        }
        return isSignedIn
    }

    /// Checks that the running program is as fast as before once the faults have ended.
    private func recover(_ program: SimulatedProgram) async {
        network.conditions = NetworkConditions()
        server.makeTrouble(every: nil)
        disk.heal()
        await waitForTheLastEvent()
        await sleep(until: server.pauseEnd)
        let start = world.time
        do {
            try await synchronize(program)
            try await checkContent(of: program, canBeDamaged: !mayCrash)
            isUpToDate = true
        } catch {
            if !disk.isDown { world.fail("the program does not recover: \(error)") }
        }
        let time = world.time - start
        if time > Self.recovery { world.fail("the program needs \(time) after the faults") }
    }

    private func checkContent(
        of program: SimulatedProgram, canBeDamaged: Bool
    ) async throws {
        if let difference = try program.difference() {
            world.fail("the library differs from the server: \(difference)")
        } else if scenario.hasOriginals {
            checkContents()
            try checkLivePhotos(of: program)
            // A crash could prevent the repair.
            if canBeDamaged { try await checkRepair(by: program) }
        }
    }

    /// Uses the program without faults, which has to succeed.
    private func live(wasSignedIn: Bool) async {
        do {
            let program = try start(under: laws)
            do {
                let isSignedIn = try await program.isSignedIn()
                if wasSignedIn, !isSignedIn { world.fail("the stored credential was lost") }
                if !isSignedIn { try await program.signIn() }
                try await synchronize(program)
                try await checkContent(of: program, canBeDamaged: true)
            } catch {
                world.fail("the second life failed: \(error)")
            }
            await program.stop()
        } catch {
            world.fail("the program does not start again: \(error)")
        }
    }

    /// Checks that a sign-in that has failed leaves no secret on a disk that works again.
    private func checkRemains() {
        guard !disk.isDown, disk.faultCount <= 1 else { return }
        if SimulatedProgram.hasCredential(in: folder) {
            world.fail("a sign-in that has failed left its credential")
        }
    }
}
