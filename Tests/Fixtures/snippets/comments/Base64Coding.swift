import Base64Coding

func coding() {
    // snippet Base64
}
