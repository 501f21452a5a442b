import Checks
import DataContainer
import DefaultIsolation
import DefaultIsolationMainActorClasses
import Defaults
import Foundation
import MainActorClasses
import Observation
import Plain
import Swift5

var checks = Checks()
try Plain.check(&checks)
try MainActorClasses.check(&checks)
try DefaultIsolation.check(&checks)
try DefaultIsolationMainActorClasses.check(&checks)
Defaults.check(&checks)
try Swift5.check(&checks)

// From another module: what is public, and nothing else, can be used.
Plain.PublicState.shared.launches += 1
checks.equal(Plain.PublicState.shared.properties.launches.value, 1)
checks.equal(Plain.PublicState.Keys.number, "n")
checks.equal(MainActorClasses.PublicState.Keys.launches, "launches")
let path: KeyPath<DefaultIsolation.PublicState.Properties, Property<Int?>> = \.number
checks.equal(DefaultIsolation.PublicState.shared.properties[keyPath: path].value, nil)

// Any thread may use a container, and hold on to a property of an isolated one.
let shared: any DataContaining & Observable & Sendable = Plain.PublicState.shared
let properties = MainActorClasses.PublicState.shared.properties
let value = await Task.detached {
    _ = shared
    Plain.PublicState.shared.launches += 1
    properties.launches.value += 1
    // Isolation by default does not reach a container.
    DefaultIsolation.PublicState.shared.launches += 1
    return Plain.PublicState.shared.launches
}.value
checks.equal(value, 2)
checks.equal(MainActorClasses.PublicState.shared.launches, 1)
checks.equal(DefaultIsolation.PublicState.shared.launches, 1)

for failure in checks.failures {
    print(failure)
}
print("\(checks.count) checks, \(checks.failures.count) failures")
exit(checks.failures.isEmpty ? 0 : 1)
