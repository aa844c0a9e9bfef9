import DropboxStub

func stub() async throws {
    // snippet DropboxStub
}
