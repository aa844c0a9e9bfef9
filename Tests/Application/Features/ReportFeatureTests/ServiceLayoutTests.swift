import Composition
import Foundation
import Scheduling
import Testing

@testable import ReportFeature

/// The places of services in a drawing, and the drawing itself.
@Suite struct ServiceLayoutTests {
    private enum FirstKey: SharedServiceKey { typealias Service = Int }
    private enum SecondKey: SharedServiceKey { typealias Service = Int }
    private enum ThirdKey: SharedServiceKey {
        typealias Service = Int
        static let name = "<Third & last>"
    }

    private struct Chain: Module {
        func load(_ plan: ServicePlan) {
            plan.bind(FirstKey.self) { 1 }
            plan.bind(SecondKey.self, FirstKey.here) { $0 + 1 }
            plan.bind(ThirdKey.self, SecondKey.here, FirstKey.here) { $0 + $1 }
        }
    }

    private func describe(_ modules: [any Module]) throws -> CompositionDescription {
        try Assembly(modules).compose(on: [.main: MainScheduler.shared]).describe()
    }

    @Test func everyServiceIsLeftOfThoseThatItNeeds() throws {
        let layout = ServiceLayout(try describe([Chain()]).services)
        #expect(layout.cells.map(\.service.name) == ["<Third & last>", "Second", "First"])
        #expect(layout.cells.map(\.column) == [0, 1, 2])
        #expect(layout.columnCount == 3 && layout.rowCount == 1)
    }

    @Test func aProgramWithoutServicesIsDrawnToo() throws {
        let description = try describe([])
        #expect(ServiceLayout(description.services).columnCount == 0)
        #expect(ServiceDrawing(description).text.hasSuffix("</svg>\n"))
    }

    @Test func namesAreEscapedInTheDrawing() throws {
        let text = ServiceDrawing(try describe([Chain()])).text
        #expect(text.contains(">&lt;Third &amp; last&gt;</text>"))
        #expect(text.components(separatedBy: "marker-end").count == 4)
    }
}
