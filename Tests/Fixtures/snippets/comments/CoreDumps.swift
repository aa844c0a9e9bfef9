import CoreDumps

func work() {
    // snippet CoreDumps
    withExtendedLifetime(ban) {}
}
