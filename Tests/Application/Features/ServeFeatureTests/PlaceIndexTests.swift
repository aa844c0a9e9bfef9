import PhotoFeed
import Testing

@testable import ServeFeature

@Suite struct PlaceIndexTests {
    private func index(_ places: [(Double, Double)]) -> PlaceIndex {
        var index = PlaceIndex()
        for (latitude, longitude) in places {
            index.add(MediaInfo.Location(latitude: latitude, longitude: longitude))
        }
        return index
    }

    @Test func placesOfACellAreOneCluster() {
        let index = index([(48.8, 2.3), (48.9, 2.4), (52.5, 13.4), (-33.9, 151.2)])
        let whole = index.clusters(in: .init(), zoom: 0)
        #expect(whole.edge == 32)
        #expect(whole.clusters.map(\.count) == [3, 1])
        #expect(abs(whole.clusters[0].latitude - (48.8 + 48.9 + 52.5) / 3) < 1e-9)
        let near = index.clusters(in: .init(), zoom: 3)
        #expect(near.edge == 4)
        #expect(near.clusters.map(\.count) == [2, 1, 1])
        let all = index.clusters(in: .init(), zoom: PlaceIndex.lastZoom)
        #expect(all.edge == 1.0 / 256 && all.clusters.count == 4)
        #expect(index.count == 4)
    }

    @Test func onlyClustersWithinTheBoxAreReturned() {
        let index = index([(48.8, 2.3), (-33.9, 151.2)])
        let box = PlaceIndex.Box(west: 0, south: 40, east: 10, north: 50)
        #expect(index.clusters(in: box, zoom: 5).clusters.map(\.latitude) == [48.8])
        let sea = PlaceIndex.Box(west: -40, south: 0, east: -30, north: 10)
        #expect(index.clusters(in: sea, zoom: 5).clusters.isEmpty)
    }

    @Test func aPlaceThatIsNotOnTheEarthIsLeftOut() {
        let index = index([
            (91, 0), (0, 181), (.nan, 0), (0, .nan), (.infinity, 0), (-90, -180), (90, 180),
        ])
        #expect(index.count == 2)
    }

    @Test func theNumberOfCellsIsLimited() {
        var index = PlaceIndex()
        for number in 0..<200_000 {
            index.add(
                MediaInfo.Location(
                    latitude: Double(number % 400) / 4 - 50,
                    longitude: Double(number / 400) / 2 - 100))
        }
        #expect(index.count == 200_000)
        #expect(index.cellCount <= 65_536)
        #expect(index.level > 0)
        let whole = index.clusters(in: .init(), zoom: 0).clusters
        #expect(whole.reduce(0) { $0 + $1.count } == 200_000)
        let finest = index.clusters(in: .init(), zoom: PlaceIndex.lastZoom)
        #expect(finest.clusters.count <= 400)
        #expect(finest.clusters.reduce(0) { $0 + $1.count } == 200_000)
    }

    @Test(arguments: [
        "", "1", "1,2,3", "1,2,3,4,5", "a,b,c,d", "nan,0,1,1", "0,0,inf,1", "2,0,1,1", "0,2,1,1",
        "0,0,,1",
    ])
    func anotherTextIsNotABox(text: String) {
        #expect(PlaceIndex.Box(text) == nil)
    }

    @Test func aBoxIsParsed() {
        let box = PlaceIndex.Box(west: -200, south: -95.5, east: 10, north: 5)
        #expect(PlaceIndex.Box("-200,-95.5,1e1,5") == box)
    }
}
