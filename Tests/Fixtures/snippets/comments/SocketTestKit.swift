import SocketTestKit

func server() throws {
    // snippet RawServer
}
