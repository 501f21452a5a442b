import Testing

@testable import DataContainer

@Suite("Signals: what is done with them")
struct SignalPlanTests {
    @Test(
        "Only a signal that nobody cares about is taken",
        arguments: [
            (SignalPlan.Disposition.standard, true), (.ignored, false), (.foreign, false), (.ours, false),
        ])
    func taking(disposition: SignalPlan.Disposition, isTaken: Bool) {
        #expect(SignalPlan.takes(disposition) == isTaken)
    }

    struct Case: Sendable {
        var plan: SignalPlan
        var disposition: SignalPlan.Disposition
        var isContinued: Bool
        var consequence: SignalPlan.Consequence
    }

    static let cases: [Case] = [
        // A signal that ends the process does so if it is still ours, or nobody's.
        Case(plan: .ending, disposition: .ours, isContinued: false, consequence: .actByDefault),
        Case(plan: .ending, disposition: .ours, isContinued: true, consequence: .actByDefault),
        Case(plan: .ending, disposition: .standard, isContinued: false, consequence: .actByDefault),
        Case(plan: .ending, disposition: .standard, isContinued: true, consequence: .actByDefault),
        Case(plan: .ending, disposition: .ignored, isContinued: false, consequence: .nothing),
        Case(plan: .ending, disposition: .ignored, isContinued: true, consequence: .nothing),
        Case(plan: .ending, disposition: .foreign, isContinued: false, consequence: .nothing),
        Case(plan: .ending, disposition: .foreign, isContinued: true, consequence: .nothing),
        // One that stops it too, unless it was continued while it was saved.
        Case(plan: .stopping, disposition: .ours, isContinued: false, consequence: .actByDefault),
        Case(plan: .stopping, disposition: .ours, isContinued: true, consequence: .nothing),
        Case(plan: .stopping, disposition: .standard, isContinued: false, consequence: .actByDefault),
        Case(plan: .stopping, disposition: .standard, isContinued: true, consequence: .nothing),
        Case(plan: .stopping, disposition: .ignored, isContinued: false, consequence: .nothing),
        Case(plan: .stopping, disposition: .ignored, isContinued: true, consequence: .nothing),
        Case(plan: .stopping, disposition: .foreign, isContinued: false, consequence: .nothing),
        Case(plan: .stopping, disposition: .foreign, isContinued: true, consequence: .nothing),
        // The kernel has already done what SIGCONT does.
        Case(plan: .continuing, disposition: .ours, isContinued: false, consequence: .nothing),
        Case(plan: .continuing, disposition: .ours, isContinued: true, consequence: .nothing),
        Case(plan: .continuing, disposition: .standard, isContinued: false, consequence: .nothing),
        Case(plan: .continuing, disposition: .standard, isContinued: true, consequence: .nothing),
        Case(plan: .continuing, disposition: .ignored, isContinued: false, consequence: .nothing),
        Case(plan: .continuing, disposition: .ignored, isContinued: true, consequence: .nothing),
        Case(plan: .continuing, disposition: .foreign, isContinued: false, consequence: .nothing),
        Case(plan: .continuing, disposition: .foreign, isContinued: true, consequence: .nothing),
    ]

    @Test("What is left to do when it is saved", arguments: cases)
    func consequence(of row: Case) {
        #expect(row.plan.consequence(row.disposition, isContinued: row.isContinued) == row.consequence)
    }

    @Test("The table leaves nothing out")
    func tableIsComplete() {
        let combinations = SignalPlan.allCases.count * SignalPlan.Disposition.allCases.count * 2
        let rows = Self.cases.map { [$0.plan, $0.disposition, $0.isContinued] as [AnyHashable] }
        #expect(Set(rows).count == combinations)
    }

    @Test(
        "What observers are told",
        arguments: [
            (SignalPlan.ending, LifecycleEvent.end), (.stopping, .background), (.continuing, .foreground),
        ])
    func event(plan: SignalPlan, event: LifecycleEvent) {
        #expect(plan.event == event)
    }

    @Test(
        "Who tells of the return",
        arguments: [
            (SignalPlan.Disposition.ours, SignalPlan.Return.awaitsSignal), (.foreign, .awaitsSignal),
            (.standard, .isNow), (.ignored, .isNow),
        ])
    func afterStop(continueSignal: SignalPlan.Disposition, returns: SignalPlan.Return) {
        #expect(SignalPlan.afterStop(continueSignal: continueSignal) == returns)
    }
}
