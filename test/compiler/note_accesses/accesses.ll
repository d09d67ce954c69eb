; What kernels tell riffle check of their accesses.

;--- bounds_are_checked
; RUN: %opt --passes=to-check,note-accesses %s | %check
; A piece that is not plain, or at an odd address, is asked for.
; CHECK: private constant { ptr, i32, i32, i8, i8, i8, i8, i32, i32, i32, i64 } { ptr @{{.*}}, i32 4, i32 4, i8 0, i8 1, i8 0,
; CHECK-LABEL: define void @k.run(
; CHECK: %[[P:noted.*]] = ptrtoint ptr %p to i64
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %[[P]], i32 0)
; CHECK: and i64 %[[P]], 3
; CHECK: call preserve_mostcc void @riffle.check.piece(ptr %accesses, ptr @{{.*}}, i64 %[[P]], ptr null, i64 0)
; CHECK: %v = load i32, ptr %p
; An array of the thread: only where the index is not known.
; CHECK: %offset = sub i64
; CHECK: icmp ugt i64 %offset, 28
; CHECK: call preserve_mostcc void @riffle.check.piece(
; CHECK: %element = load i32
; CHECK-NOT: riffle.check
; CHECK: store i32 %v, ptr %known
; Shared memory: the launch knows how much there is.
; CHECK: %shared.bytes = load i64
; CHECK: call preserve_mostcc void @riffle.check.piece(
; CHECK: store i32 %element, ptr %at
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %array = alloca [8 x i32], align 4
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %v = load i32, ptr %p, align 4
  %place = getelementptr i32, ptr %array, i64 %first
  %element = load i32, ptr %place, align 4
  %known = getelementptr i32, ptr %array, i64 7
  store i32 %v, ptr %known, align 4
  %shared = load ptr, ptr %frame
  %at = getelementptr i32, ptr %shared, i64 %end
  store i32 %element, ptr %at, align 4
  ret void
}

;--- loops_are_noted_once
; RUN: %opt --passes=note-accesses %s | %check
; What a loop touches each time, at one address or at the next one, is noted in front of it.
; CHECK-LABEL: define void @k.run(
; CHECK: entry:
; CHECK: call preserve_mostcc void @riffle.note.range(ptr %accesses, i64 %{{.*}}, i64 %{{.*}}, i32 0, ptr
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK: loop:
; CHECK-NOT: i32 1)
; CHECK: load float, ptr %element
; Not where only some iterations do.
; CHECK: some:
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK: load float, ptr %other
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
entry:
  %arguments = load ptr, ptr %launch
  %a = load ptr, ptr %arguments
  %place = getelementptr i8, ptr %arguments, i64 8
  %sum = load ptr, ptr %place
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %behind ]
  %element = getelementptr float, ptr %a, i64 %k
  %value = load float, ptr %element
  store float %value, ptr %sum
  %odd = fcmp ogt float %value, 0.0
  br i1 %odd, label %some, label %behind
some:
  %other = getelementptr float, ptr %element, i64 100
  %more = load float, ptr %other
  store float %more, ptr %a
  br label %behind
behind:
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %out, label %loop
out:
  ret void
}

;--- meetings_of_a_warp_are_told_once
; RUN: %opt --passes=to-follow,note-accesses %s | %check
; Shuffles one behind the other: lanes that have met, and have done nothing since, learn nothing by meeting again.
; CHECK-LABEL: define void @shuffles(
; CHECK: call preserve_mostcc void @riffle.followed.warp(i64 %mask)
; CHECK-NEXT: %sum = fadd
; CHECK-NEXT: %more = fadd
; Other lanes.
; CHECK: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.barrier()
; Something was done in between: a barrier, an access, another packet.
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK: store i32 32, ptr %frame
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK: call preserve_mostcc void @riffle.followed.lanes(
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK-NEXT: ret
define void @shuffles(ptr %frame, ptr %addresses, <32 x float> %value, i64 %mask) {
  call void @riffle.follow.warp(i64 %mask)
  %sum = fadd <32 x float> %value, %value
  call void @riffle.follow.warp(i64 %mask)
  %more = fadd <32 x float> %sum, %value
  call void @riffle.follow.warp(i64 %mask)
  call void @riffle.follow.warp(i64 255)
  call void @riffle.follow.barrier()
  call void @riffle.follow.warp(i64 255)
  store i32 32, ptr %frame
  call void @riffle.follow.warp(i64 255)
  call void @riffle.follow.lanes(ptr %addresses, i64 3, ptr null, i64 4, i32 1)
  call void @riffle.follow.warp(i64 255)
  ret void
}
declare void @riffle.follow.warp(i64)
declare void @riffle.follow.barrier()
declare void @riffle.follow.lanes(ptr, i64, ptr, i64, i32)

;--- neighbours_are_noted_together
; RUN: %opt --passes=note-accesses %s | %check
; Reads of one line, a word apart: one note, of the 72 bytes from the first of them on.
; CHECK-LABEL: define void @plain.run(
; CHECK: %left = getelementptr
; CHECK: %[[FRONT:.*]] = getelementptr i8, ptr %p, i64 -4
; CHECK: %noted = ptrtoint ptr %[[FRONT]] to i64
; CHECK: riffle.note.page(ptr %accesses, i64 %noted, i32 0)
; CHECK: add i64 %{{.*}}, 71
; CHECK: shl i64 -1,
; CHECK: shl i64 255,
; CHECK-NOT: riffle.note
; CHECK: load <16 x float>, ptr %p
; CHECK-NOT: riffle.note
; A gap: what lies in it is not touched.
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK: load float, ptr %far
; Behind a call that may not come back.
; CHECK: call void @other()
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK: load float, ptr %end.of.right
; CHECK: ret void
define void @plain.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %left = getelementptr i8, ptr %p, i64 -4
  %right = getelementptr i8, ptr %p, i64 4
  %far = getelementptr i8, ptr %p, i64 100
  %end.of.right = getelementptr i8, ptr %p, i64 68
  %a = load <16 x float>, ptr %p, align 4
  %b = load <16 x float>, ptr %left, align 4
  %c = load <16 x float>, ptr %right, align 4
  %d = load float, ptr %far, align 4
  call void @other()
  %e = load float, ptr %end.of.right, align 4
  ret void
}

declare void @other()

; Under one mask: its bits are made once, and each access's own bytes are what is noted.
; CHECK-LABEL: define void @masked.run(
; CHECK: %[[WORD:.*]] = bitcast <64 x i1> %{{.*}} to i64
; CHECK: %[[MORE:.*]] = shl i64 %[[WORD]], 4
; CHECK: or i64 %{{.*}}, %[[MORE]]
; CHECK: lshr i64 %[[WORD]], 60
; CHECK-NOT: sext <16 x i1>
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 0)
; CHECK-NOT: i32 0)
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK-NOT: riffle.note
; CHECK: ret void
define void @masked.run(ptr %launch, ptr %frame, <16 x i1> %m, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %right = getelementptr i8, ptr %p, i64 4
  %v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %right, <16 x i1> %m, <16 x float> poison)
  %w = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %m, <16 x float> poison)
  %sum = fadd <16 x float> %v, %w
  call void @llvm.masked.store.v16f32.p0(<16 x float> %sum, ptr align 4 %p, <16 x i1> %m)
  ret void
}

;--- own_memory_is_not_noted
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

;--- pieces
; RUN: %opt --passes=note-accesses %s | %check
; One number, aligned: a look at the page, one operation on its bits.
; CHECK: @[[SITE:riffle.site.*]] = private constant { ptr, ptr, i32, i32 }
; CHECK-LABEL: define void @k.run(
; CHECK: %accesses = call ptr
; CHECK: %noted = ptrtoint ptr %p to i64
; CHECK: %[[PAGE:.*]] = lshr i64 %noted, 14
; CHECK: %page = load i64,
; CHECK: icmp ne i64 %page, %[[PAGE]]
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %noted, i32 0)
; CHECK: %bits = load ptr,
; CHECK: shl i64 15,
; CHECK: store ptr @[[SITE]],
; CHECK: %v = load i32, ptr %p
; The same address again needs no note, but a write does.
; CHECK-NOT: i32 0)
; CHECK: %again = load i32, ptr %p
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK: store i32 %again, ptr %p
; Atomic.
; CHECK: call preserve_mostcc void @riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 2)
; CHECK: atomicrmw add
define void @k.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %v = load i32, ptr %p, align 4
  br label %next
next:
  %again = load i32, ptr %p, align 4
  store i32 %again, ptr %p, align 4
  %old = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}

;--- threads_are_followed
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
; Global memory: an atomic reads and writes, this one for nobody, and tells others what came before it; a volatile access says that it is one.
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 4, i32 87, ptr null)
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

;--- vectors
; RUN: %opt --passes=note-accesses %s | %check
; A vector anywhere: the 64 bytes in which it begins, and those in which it ends.
; CHECK-LABEL: define void @plain.run(
; CHECK: %[[LOW:.*]] = shl i64 -1, %[[OFFSET:.*]]
; CHECK: %[[REST:.*]] = sub i64 63, %[[OFFSET]]
; CHECK: %[[HIGH:.*]] = lshr i64 9223372036854775807, %[[REST]]
; CHECK: load <16 x float>
define void @plain.run(ptr %launch, ptr %frame, i64 %first, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %v = load <16 x float>, ptr %p, align 4
  ret void
}

; Under a mask: its lanes' bits, and nothing at all when none is on.
; CHECK-LABEL: define void @masked.run(
; CHECK: %[[WIDE:.*]] = sext <16 x i1> %m to <16 x i32>
; CHECK: %[[BYTES:.*]] = bitcast <16 x i32> %[[WIDE]] to <64 x i8>
; CHECK: %[[ON:.*]] = icmp slt <64 x i8> %[[BYTES]], zeroinitializer
; CHECK: %[[WORD:.*]] = bitcast <64 x i1> %[[ON]] to i64
; CHECK: %[[ANY:.*]] = icmp ne i64 %[[WORD]], 0
; CHECK: br i1 %[[ANY]]
; CHECK: riffle.note.page(ptr %accesses, i64 %{{.*}}, i32 1)
; CHECK: call void @llvm.masked.store
define void @masked.run(ptr %launch, ptr %frame, <16 x i1> %m, <16 x i32> %v) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr align 4 %p, <16 x i1> %m)
  ret void
}

; Each lane for itself, by a call.
; CHECK-LABEL: define void @lanes.run(
; CHECK: call preserve_mostcc void @riffle.note.lanes(ptr %accesses, ptr %{{.*}}, i64 %{{.*}}, i64 4, i32 0,
; CHECK: call <16 x i32> @llvm.masked.gather
define void @lanes.run(ptr %launch, ptr %frame, <16 x i1> %m, <16 x ptr> %at) {
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %at, <16 x i1> %m, <16 x i32> poison)
  ret void
}

; CHECK-LABEL: define void @copy.run(
; CHECK: call preserve_mostcc void @riffle.note.range(ptr %accesses, i64 %{{.*}}, i64 %n, i32 0,
; CHECK: call preserve_mostcc void @riffle.note.range(ptr %accesses, i64 %{{.*}}, i64 %n, i32 1,
; CHECK: call void @llvm.memcpy
define void @copy.run(ptr %launch, ptr %frame, i64 %n, i64 %end) {
  %arguments = load ptr, ptr %launch
  %p = load ptr, ptr %arguments
  %after = getelementptr i8, ptr %arguments, i64 8
  %q = load ptr, ptr %after
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}

;--- order_is_told
; RUN: %opt --passes=to-follow,note-accesses %s | %check
; Fences and asynchronous copies: of a thread that runs by itself, and of a packet's.
; CHECK-LABEL: define void @k.thread(
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 %{{.*}}, i64 16, i32 130, ptr null)
; CHECK: call preserve_mostcc void @riffle.follow.access(ptr @{{.*}}, i64 0, i64 1, i32 1024, ptr null)
; CHECK-LABEL: define void @k.run(
; CHECK: call preserve_mostcc void @riffle.followed.packet(ptr @{{.*}}, i64 0, i64 1, ptr null)
define void @k.thread(ptr %thread, ptr %to) "riffle-device" {
  call void (ptr, i64, i32, ...) @riffle.follow.thread(ptr %to, i64 16, i32 130)
  call void (ptr, i64, i32, ...) @riffle.follow.thread(ptr null, i64 1, i32 1024)
  ret void
}
define void @k.run(ptr %launch, ptr %frame) {
  call void (ptr, i64, i32, ...) @riffle.follow.thread(ptr null, i64 0, i32 256)
  ret void
}
declare void @riffle.follow.thread(ptr, i64, i32, ...)
