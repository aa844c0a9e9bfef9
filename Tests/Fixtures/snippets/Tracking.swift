import Tracking

func tracking() async {
    // snippet 1
}

// snippet 2
