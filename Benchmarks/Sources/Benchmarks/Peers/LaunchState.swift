import DataContainer

/// What an app of twenty properties reads when it is launched.
@DataContainer
final class LaunchState {
    var p01 = 0
    var p02 = 0
    var p03 = 0
    var p04 = 0
    var p05 = 0
    var p06 = 0
    var p07 = 0
    var p08 = 0
    var p09 = 0
    var p10 = 0
    var p11 = 0
    var p12 = 0
    var p13 = 0
    var p14 = 0
    var p15 = 0
    var p16 = 0
    var p17 = 0
    var p18 = 0
    var p19 = 0
    var p20 = 0

    /// The sum of all, to see that they were read.
    var sum: Int {
        p01 + p02 + p03 + p04 + p05 + p06 + p07 + p08 + p09 + p10
            + p11 + p12 + p13 + p14 + p15 + p16 + p17 + p18 + p19 + p20
    }
}

/// The keys of its properties and the values that are saved under them.
enum LaunchValues {
    static let keys = (1...20).map { ($0 < 10 ? "p0" : "p") + "\($0)" }
    static let sum = 210
}
