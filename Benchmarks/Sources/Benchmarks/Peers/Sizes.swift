import DataContainer
import Observation
import Synchronization

// Objects of twenty properties, and of one, to see what a property takes.

@DataContainer
final class TwentyState {
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
}

@Observable
final class TwentyObservable {
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
}

final class TwentyMutex {
    let p01 = Mutex(0)
    let p02 = Mutex(0)
    let p03 = Mutex(0)
    let p04 = Mutex(0)
    let p05 = Mutex(0)
    let p06 = Mutex(0)
    let p07 = Mutex(0)
    let p08 = Mutex(0)
    let p09 = Mutex(0)
    let p10 = Mutex(0)
    let p11 = Mutex(0)
    let p12 = Mutex(0)
    let p13 = Mutex(0)
    let p14 = Mutex(0)
    let p15 = Mutex(0)
    let p16 = Mutex(0)
    let p17 = Mutex(0)
    let p18 = Mutex(0)
    let p19 = Mutex(0)
    let p20 = Mutex(0)
}

@DataContainer
final class OneState {
    var p01 = 0
}

@Observable
final class OneObservable {
    var p01 = 0
}

final class OneMutex {
    let p01 = Mutex(0)
}
