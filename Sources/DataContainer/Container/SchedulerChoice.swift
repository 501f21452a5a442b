/// Which scheduler the containers made in the present task use: the place where a test puts its own.
enum SchedulerChoice {
    @TaskLocal static var current: (any Scheduler)?
}
