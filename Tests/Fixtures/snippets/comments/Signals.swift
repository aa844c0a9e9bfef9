import Scheduling
import Signals
import SignalsTestKit
import Testing

struct Failure: Error {
    var isTransient = true
}

struct Page {
    var count = 0
    var errors = 0
}

struct Photo {
    var name = ""
}

struct Change {
    var folder = ""
}

struct Album {
    let title: Property<String>
}

final class Feed {
    func fetchNodes() -> Signal<Page, Failure> { .just(Page()) }
}

final class Spinner {
    var isVisible = false
}

@MainActor
final class Presenter {
    func show(_ step: Int) {}
}

func show(_ value: some Any) {}

func close(_ completion: some Any) {}

func report(_ failure: some Any) {}

func finish(_ completion: some Any) {}

func readLines(of path: String) -> Signal<String, Failure> { .just("") }

// snippet Disposable

enum Scoped {
    // snippet ScopedDisposable
}

func observing(_ pages: Signal<Page, Failure>) {
    // snippet Signal+Observe
}

func observingFailures(_ pages: Signal<Page, Failure>) {
    // snippet Signal+Observe 2
}

func signal(_ photos: Signal<Photo, Failure>) {
    // snippet Signal
}

func deferred(on files: WorkScheduler, path: String, home: SchedulerIsolation) {
    // snippet Signal+Deferred
}

func note(_ value: Int) {}

func crossing(_ progress: Subject<Int, Never>, to files: WorkScheduler, home: SchedulerIsolation) {
    // snippet Signal+Bound
}

func ticking(on files: WorkScheduler) {
    // snippet BoundSignal
    _ = ticks
}

func receiving(_ progress: BoundSignal<Int, Never>, presenter: Presenter) {
    // snippet BoundSignal+Receiver
}

func sequence(_ notifications: AsyncStream<Int>, home: SchedulerIsolation) {
    // snippet Signal+AsyncSequence
}

func subscriptions() {
    // snippet LiveSubscription
}

func tracking(_ signal: Signal<Int, Never>) {
    // snippet SubscriptionTracker
}

func job(_ feed: Feed, spinner: Spinner, on executor: LimitedExecutor) {
    // snippet Job
}

func combining(_ jobs: [Job<Page, Failure>]) {
    // snippet CombineLatest+Collection
}

func grouping(_ changes: Signal<Change, Never>, home: SchedulerIsolation) {
    // snippet Grouped
}

func multicasting(_ pages: Signal<Page, Failure>) {
    // snippet Multicast
}

func retrying(_ fetch: Signal<Page, Failure>, online: Signal<Void, Failure>) {
    // snippet RetryWhen
}

func lingering(_ fetchAccount: Signal<String, Failure>, home: SchedulerIsolation) {
    // snippet Share+Linger
}

func logic(isOnline: Property<Bool>, isBusy: Property<Bool>) {
    // snippet Property+Bool
}

func property() {
    // snippet Property
}

func selection(_ selectedAlbum: Property<Album>) {
    // snippet Property 2
}

// snippet Listeners

func listening(display: any SyncListener) {
    // snippet Listeners 2
}

func subject() {
    // snippet Subject
}
