import Testing

@testable import OriginalsFeature

/// The checks of the originals.
@Suite struct OriginalsCheckTests {
    /// A check has one limit, and the disk of the folder may hang until then.
    @Test func theStoredChoiceHasACheckBesideThatOfTheFolder() {
        let checks = OriginalsModule().checks
        #expect(checks.contains { $0 is OriginalsChoiceCheck })
        #expect(checks.contains { $0 is OriginalsCheck })
    }
}
