import CivilTime

func civilTime() {
    // snippet CivilTime
}
