// swift-format-ignore-file
// Declarations of another library, as it documents them.

// Globals that `import Foundation` brings along on Apple systems only. A stub cannot add to Linux's Foundation what a file
// would find there, so this file is checked as a part of the library.

let F_FULLFSYNC: Int32 = 51
