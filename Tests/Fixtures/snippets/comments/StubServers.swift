import StubServers

func stub() async throws {
    // snippet DropboxStub
}

func webDAVStub() async throws {
    // snippet WebDAVStub
}
