import Countries

func countries() {
    // snippet Countries
}
