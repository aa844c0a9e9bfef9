import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Simulation
import SimulationDevices

/// The laws of the requests of a whole run.
struct RequestLaws {
    private let scenario: ProgramScenario
    private let world: World
    private let exchanges: [NetworkExchange]

    static let revocation = "/2/auth/token/revoke"
    private static let token = "/oauth2/token"
    /// The requests that end a grant, and begin the next one.
    static let grants = [revocation, token]

    init(of scenario: ProgramScenario, in world: World, over network: SimulatedNetwork) {
        self.scenario = scenario
        self.world = world
        exchanges = network.exchanges
    }

    func check(_ history: ServerHistory, losesData: Bool) {
        checkForms()
        if !losesData, !scenario.hasSecondProcess { checkOrderOfTokens() }
        if !scenario.mayFail { checkCountOfTokens() }
        if !scenario.mayFail, !scenario.isCancelled, !scenario.hasSecondProcess {
            checkRepetitions(history)
        }
    }

    /// No request is malformed.
    private func checkForms() {
        if let wrong = exchanges.first(where: { [400, 405, 411, 413].contains($0.status) }) {
            world.fail("\(wrong.request) is malformed: \(wrong.status ?? 0)")
        }
    }

    /// No token is used after its successor.
    private func checkOrderOfTokens() {
        var successors: [String] = []
        for exchange in exchanges {
            let call = exchange.request.call
            guard let token = call.headers["authorization"], call.url.path != Self.revocation
            else { continue }
            if token == successors.last { continue }
            if successors.contains(token) {
                return world.fail("\(exchange.request) has a token that has a successor")
            }
            successors.append(token)
        }
    }

    /// Each end of a token costs one renewal, and a token that ends by time is renewed before.
    private func checkCountOfTokens() {
        let renewals = exchanges.count { $0.request.call.url.path == Self.token }
        // One of the requests is the sign-in. A second process may sign in again; it does so
        // during a sign-out, after which the user signs in.
        let pauses = scenario.pauses ? 2 : 0
        let others = (scenario.hasSecondProcess ? 1 : 0) + (scenario.signsOut ? 2 : 0)
        // The end of a run by the user ends its renewal.
        let repeated = scenario.isCancelled ? 1 : 0
        if renewals > 1 + scenario.expiries + pauses + others + repeated {
            world.fail("\(renewals - 1) renewals for \(scenario.expiries) ends of tokens")
        }
        let refused = exchanges.count { $0.status == 401 }
        if scenario.expiries == 0, !scenario.hasSecondProcess, refused > 0 {
            world.fail("\(refused) requests had a token that has ended")
        }
    }

    /// Nothing that the program has got is requested again.
    private func checkRepetitions(_ history: ServerHistory) {
        var (downloads, pictures) = (0, 0)
        var picturesByID: [String: Int] = [:]
        for exchange in exchanges where exchange.status.map({ $0 < 300 }) ?? false {
            let call = exchange.request.call
            if call.url.path.hasSuffix("/get_thumbnail_batch") {
                let parts = String(decoding: call.body, as: UTF8.self)
                    .components(separatedBy: "\"path\":\"").dropFirst()
                pictures += parts.count
                for part in parts {
                    picturesByID[String(part.prefix { $0 != "\"" }), default: 0] += 1
                }
            } else if call.url.path.hasSuffix("/preview") {
                pictures += 1
            } else if call.url.path.hasSuffix("/files/download") || call.method == .get {
                // The repair of a verification requests the block that was damaged.
                downloads += call.headers["range"] == nil ? 1 : 0
            }
        }
        let versions = history.versionCount
        if downloads > versions || pictures > versions {
            world.fail("\(versions) files, \(downloads) downloads and \(pictures) pictures")
        }
        // A thumbnail that has failed is requested again after a pause of the user only.
        for (id, count) in picturesByID where !scenario.pauses && count > history.revisions(of: id)
        {
            world.fail("\(count) requests for the thumbnails of \(id)")
        }
    }
}
