import Scheduling
