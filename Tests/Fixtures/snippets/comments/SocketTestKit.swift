import SocketTestKit

func server() throws {
    // snippet RawServer
}

func proxy(server: RawServer) throws {
    // snippet ForwardProxy
}
