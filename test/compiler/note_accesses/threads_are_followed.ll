; RUN: %opt --passes=to-follow,note-accesses %s | %check
; All of shared memory says who touches it, also the second time; what is the thread's own does not.
; CHECK-LABEL: define void @k.thread(
; CHECK: store i32 7, ptr %[[WRITTEN:written[0-9]*]],
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 4, i32 2, ptr %[[WRITTEN]])
; CHECK: store i32 7, ptr %at
; CHECK: call preserve_mostcc void @riffle.follow.wait(
; CHECK: call void %barrier
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 4, i32 1, ptr null)
; CHECK: %first = load i32, ptr %at
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 4, i32 1, ptr null)
; CHECK: %second = load i32, ptr %at
; CHECK-NOT: @riffle.follow
; CHECK: store i32 %first, ptr %own
; Global memory: an atomic reads and writes, this one for nobody; a volatile access says that it is one.
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 4, i32 23, ptr null)
; CHECK: atomicrmw add
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 4, i32 9, ptr null)
; CHECK: load volatile i32
define void @k.thread(ptr %thread, ptr %p, ptr %barrier) "riffle-device" {
  %own = alloca i32
  %frame.place = getelementptr i8, ptr %thread, i64 8
  %frame = load ptr, ptr %frame.place
  %shared = load ptr, ptr %frame
  %at = getelementptr i8, ptr %shared, i64 16
  store i32 7, ptr %at
  call void %barrier(), !riffle.waits !0
  %first = load i32, ptr %at
  %second = load i32, ptr %at
  store i32 %first, ptr %own
  %old = atomicrmw add ptr %p, i32 1 seq_cst
  %flag = load volatile i32, ptr %p
  ret void
}
!0 = !{}
