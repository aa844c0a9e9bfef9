import Foundation
import Scheduling
import SchedulingTestKit
import Testing

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

struct PictureCache {
    init(network: any Scheduler) {}
}

@MainActor
final class Clock {
    func tick() {}
}

protocol APIHost {}

@Schedulable
final class Host: APIHost {}

func blocking(library: SchedulerBound<Library>) throws {
    // snippet Schedulers+Blocking
}

func bound(on business: WorkScheduler) async throws {
    // snippet SchedulerBound
}

func upcast(host: SchedulerBound<Host>) {
    // snippet SchedulerBound 2
}

func weak(page: Page) {
    // snippet WeakSchedulerBound
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

func trace() throws {
    // snippet TraceRecorder
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

func mailbox(on business: WorkScheduler) {
    // snippet Mailbox
}

func unimplemented() {
    // snippet UnimplementedScheduler
}

func clocks() {
    // snippet VirtualClock
}

func virtualTime() {
    // snippet VirtualScheduler
}

func entering(_ clock: VirtualScheduler, counter: SchedulerBound<WordCounter>) throws {
    // snippet VirtualScheduler 2
}

func repeating(clock: Clock) {
    // snippet MainScheduler+RepeatingWork
}
