import StubServers

func stub() async throws {
    // snippet DropboxStub
}

func stub() async throws {
    // snippet WebDAVStub
}
