import StubControl
import WebDAVStub

func stub() async throws {
    // snippet WebDAVStub
}
