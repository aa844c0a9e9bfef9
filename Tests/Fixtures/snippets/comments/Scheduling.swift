import Foundation
import Scheduling

@Schedulable
final class WordIndex {}

@Schedulable
final class WordCounter {
    init() {}

    init(index: WordIndex) {}

    func add(_ text: String) -> Int { 0 }

    func count(_ index: WordIndex) {}

    var count: Int {
        checkScheduler()
        return 0
    }
}

struct Page {}

@Schedulable
final class Presenter {
    func show(_ page: Page) {}
}

@Schedulable
final class Library {
    func items() throws -> [Page] { [] }
}

@MainActor
final class Clock {
    func tick() {}
}

func blocking(library: SchedulerBound<Library>) throws {
    // snippet Schedulers+Blocking
}

func blocking() async throws {
    // snippet OnThreadOfItsOwn
    _ = text
}

func bound(on business: WorkScheduler) async throws {
    // snippet SchedulerBound
}

func guarded() {
    // snippet Guarded
}

func scheduler(_ scheduler: any Scheduler) {
    // snippet Scheduler
}

func isolation(on business: WorkScheduler) {
    // snippet SchedulerIsolation
}

enum Checked {
    // snippet Schedulable
}

enum Unchecked {
    // snippet Schedulable 2
}

func violations() throws {
    // snippet ViolationBaseline
}

func main() {
    // snippet MainScheduler
}

func work() {
    // snippet WorkScheduler
}

struct PhotoFile {
    let album = ""
}

@Schedulable
final class BlockHasher {
    func digest(of file: PhotoFile) throws -> [UInt8] { [] }

    func index(_ file: PhotoFile) {}
}

func pool(file: PhotoFile) async throws {
    // snippet ServicePool
    _ = digest
}

func mailbox(on business: WorkScheduler) {
    // snippet Mailbox
}

@MainActor func repeating(clock: Clock) {
    // snippet MainScheduler+Schedule
}

func isolatedService(on business: WorkScheduler) {
    // snippet SchedulerIsolation 2
}

@MainActor func isolationOfAnActor() {
    // snippet SchedulerIsolation 3
    _ = home
}
