import HTTPGateway
import Testing

@testable import CurlGateway

@Suite struct TrustStoreTests {
    @Test func thoseInAFileAreTheOnlyOnes() {
        let store = TrustStore.of(.file("/roots.pem"))
        #expect(store == TrustStore(file: "/roots.pem", folder: nil, pem: nil))
    }

    @Test func thoseThatAreGivenAreTheOnlyOnes() {
        let store = TrustStore.of(.pem([1]))
        #expect(store == TrustStore(file: nil, folder: nil, pem: [1]))
    }

    @Test func theSystemsAreThoseThatTheLibraryWasBuiltWith() {
        #expect(TrustStore.of(.system) == TrustStore.system)
        #expect(TrustStore.system.pem == nil)
        #if os(Linux)
            #expect(TrustStore.system.file != nil || TrustStore.system.folder != nil)
        #endif
    }
}
