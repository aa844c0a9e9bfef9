import ProgramServices
import WebServer

/// The settings of the server, checked.
struct ServedSettings: Sendable {
    /// A fault of the settings.
    struct Fault: Error, Equatable {  // not a BoundaryError: the text of one
        let message: String
    }

    let port: Int
    let address: WebServerConfiguration.Address
    let proxy: ProxyAddress?
    let guests: [GuestShare]
    let sharesOriginals: Bool

    /// Checks settings, whose names in messages are those of the options.
    init(_ settings: PageSettings) throws(Fault) {
        guests = try settings.shares.map { (text) throws(Fault) in
            guard let share = GuestShare(argument: text) else {
                throw Fault(message: "--share must be NAME=LIBRARY or NAME=LIBRARY,LIBRARY")
            }
            return share
        }
        guard guests.count <= GuestShare.limit, Set(guests.map(\.name)).count == guests.count else {
            throw Fault(
                message: "--share can name \(GuestShare.limit) guests at most, each once")
        }
        sharesOriginals = settings.sharesOriginals
        if sharesOriginals, guests.isEmpty {
            throw Fault(message: "--share-originals needs --share")
        }
        guard let address = WebServerConfiguration.Address(settings.listen) else {
            throw Fault(
                message: "--listen must be a numeric address, such as 127.0.0.1 or ::1")
        }
        self.address = address
        proxy = settings.proxy.flatMap { ProxyAddress($0) }
        guard (proxy == nil) == (settings.proxy == nil) else {
            throw Fault(
                message: "--behind-proxy must be a host, such as photos.example.org or "
                    + "https://example.org:8443/album; http is accepted for this machine only")
        }
        guard address.isLoopback || proxy != nil else {
            throw Fault(
                message: "--listen \(address.host) is not an address of this machine alone: it "
                    + "needs a reverse proxy with TLS, and --behind-proxy HOST")
        }
        guard (0...65_535).contains(settings.port) else {
            throw Fault(message: "--port must be 0 to 65535")
        }
        port = settings.port
    }
}
