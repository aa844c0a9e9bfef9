import SceneFlow
import Signals
import Testing

@Suite("Parts of the state that come and go")
struct PartTests {
    struct Album: Sendable, Equatable {
        var photos = 0
    }

    enum AlbumAction: Sendable, Equatable {
        case load
        case loaded(Int)
    }

    struct Albums: Sendable, Equatable {
        var albums: [String: Album] = [:]
        var selected: Album?
    }

    enum Action: Sendable, Equatable {
        case open(String)
        case close(String)
        case album(String, AlbumAction)
        case select
        case selected(AlbumAction)
    }

    private static func reduceAlbum(
        _ album: inout Album, _ action: AlbumAction, loading: Signal<Int, Never>, id: EffectID
    ) -> Effect<AlbumAction> {
        switch action {
        case .load: return .run(id: id) { loading.map(AlbumAction.loaded) }
        case .loaded(let photos):
            album.photos += photos
            return .none
        }
    }

    private let loading = Subject<Int, Never>()

    private func makeStore() -> Store<Albums, Action> {
        Store(Albums()) { [loading = loading.signal] state, action in
            switch action {
            case .open(let name): state.albums[name] = Album()
            case .close(let name): state.albums[name] = nil
            case .select: state.selected = Album()
            case .album(let name, let action):
                return .part(
                    &state.albums[name], action,
                    { Self.reduceAlbum(&$0, $1, loading: loading, id: "load \(name)") },
                    { .album(name, $0) })
            case .selected(let action):
                return .part(
                    &state.selected, action,
                    { Self.reduceAlbum(&$0, $1, loading: loading, id: "load") }, Action.selected)
            }
            return .none
        }
    }

    @Test("the reducer of a part changes it, and its effects come back to it")
    func theReducerOfAPartChangesIt() {
        let store = makeStore()
        store.send(.open("a"))
        store.send(.open("b"))
        store.send(.album("a", .load))
        loading.send(3)
        #expect(store.state.albums == ["a": Album(photos: 3), "b": Album()])
        #expect(store.runningEffects == ["load a"])
        #expect(store.droppedActions == 0)
    }

    @Test("an action for a part that is gone is dropped and counted")
    func anActionForAPartThatIsGoneIsDropped() {
        let store = makeStore()
        store.send(.open("a"))
        store.send(.album("a", .load))
        store.send(.close("a"))
        loading.send(3)
        store.send(.album("b", .load))
        store.send(.selected(.load))
        #expect(store.state == Albums())
        #expect(store.droppedActions == 3)
        store.send(.select)
        store.send(.selected(.loaded(1)))
        #expect(store.state.selected == Album(photos: 1))
        #expect(store.droppedActions == 3)
    }

    @Test("an effect keeps what it does when its actions are embedded")
    func everyEffectIsEmbedded() {
        let effect: Effect<Int> = .all(
            .run(id: "a") { .just(1) }, .cancel("b"), .send(2), .dropped)
        let store = Store([String]()) { (state: inout [String], action: String) -> Effect<String> in
            state.append(action)
            return action == "go" ? effect.map { "\($0)" } : .none
        }
        store.send("go")
        #expect(store.state == ["go", "1", "2"])
        #expect(store.droppedActions == 1)
        #expect(store.runningEffects == [])
    }
}
