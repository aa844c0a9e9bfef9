import Accounts
import HTTPGateway
import PhotoFeed

func connection(_ gateway: any RequestGateway, _ issuer: any TokenIssuer, _ account: Account) {
    // snippet 1
    _ = connection
}
