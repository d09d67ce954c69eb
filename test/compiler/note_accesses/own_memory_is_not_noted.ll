; RUN: %opt --passes=note-accesses %s | %check
; Shared memory, scratch, arguments, the thread's own variables and constants are nobody else's.
@constants = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@variable = internal externally_initialized global i32 0

; CHECK-LABEL: define void @k.run(
; CHECK-NOT: noted
; CHECK: ret void
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %own = alloca [8 x i32]
  %shared = load ptr, ptr %frame
  %scratch.at = getelementptr i8, ptr %frame, i64 8
  %scratch = load ptr, ptr %scratch.at
  %arguments = load ptr, ptr %launch
  %n = load i32, ptr %arguments
  %s = getelementptr i32, ptr %shared, i32 %n
  %v = load i32, ptr %s
  store i32 %v, ptr %scratch
  %o = getelementptr i32, ptr %own, i32 %n
  store i32 %v, ptr %o
  %c = getelementptr i32, ptr @constants, i32 %n
  %w = load i32, ptr %c
  %either = select i1 true, ptr %shared, ptr %scratch
  store i32 %w, ptr %either
  ret void
}

; A thread's frame leads there too.
; CHECK-LABEL: define void @f(
; CHECK-NOT: noted
; CHECK: ret void
define void @f(ptr %thread) "riffle-device" {
  %frame.at = getelementptr i8, ptr %thread, i64 8
  %frame = load ptr, ptr %frame.at
  %shared = load ptr, ptr %frame
  store i32 1, ptr %shared
  ret void
}

; What pointers in that memory point to is anybody's, and so are variables.
; CHECK-LABEL: define void @other.run(
; CHECK: %noted = ptrtoint ptr %pointer to i64
; CHECK: lshr i64 ptrtoint (ptr @variable to i64), 14
define void @other.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %pointer = load ptr, ptr %arguments
  store i32 1, ptr %pointer
  store i32 2, ptr @variable
  ret void
}
