import DropboxStub
import WebDAVStub

func stub() async throws {
    // snippet WebDAVStub
}
