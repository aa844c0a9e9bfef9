import Logging

/// What the room itself has to say: calls that reached nobody, waits that were refused.
let schedulingLog = Logger(label: "scheduling")
