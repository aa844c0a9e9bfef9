import LoopbackTestKit

func openPage() throws {
    // snippet Browser
}

func server() throws {
    // snippet RawServer
}

func proxy(server: RawServer) throws {
    // snippet ForwardProxy
}
