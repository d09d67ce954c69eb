; Stores past the caches, and lines that are asked for.

;--- streamed_store
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=RANGE
; A result that nothing reads back: past the caches when all lanes are on, the address is that of a cache
; line and the launch streams. Such stores are done before the range is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: %streams = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK: %in.line = and i64 %{{.*}}, 63
; CHECK: icmp ult i64 %in.line, %streams
; CHECK: icmp eq i16 %{{.*}}, -1
; CHECK: br i1 %{{.*}}, label %past.caches, label %kept
; CHECK: past.caches:
; CHECK-NEXT: store <16 x float> %[[V:.*]], ptr %[[P:.*]], align 64, !nontemporal
; CHECK: kept:
; CHECK-NEXT: call void @llvm.masked.store.v16f32.p0(<16 x float> %[[V]], ptr align 4 %[[P]], <16 x i1>

; RANGE-LABEL: define internal void @k.run(
; RANGE: fence:
; RANGE-NEXT: call void @llvm.x86.sse.sfence()
define ptx_kernel void @k(ptr %in, ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %in, i32 %t
  %v = load float, ptr %a
  %b = getelementptr float, ptr %out, i32 %t
  store float %v, ptr %b
  br label %end
end:
  ret void
}

;--- streamed_lines
; RUN: %opt --width=32 --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where masks are dear, each line of a packet in which some lanes are off is stored past the caches by itself, if all of
; the line's are on: a row's first packet leaves one line in a cache, not all. Else the packet's lines stay together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: [[PAST:%.*]] = icmp ult i64 %in.line, %streams
; CHECK: lshr i32 [[BITS:%.*]], 0
; CHECK: [[ALL:%.*]] = icmp eq i16 {{%.*}}, -1
; CHECK: [[BOTH:%.*]] = and i1 [[PAST]], [[ALL]]
; CHECK: br i1 [[BOTH]], label %past.caches, label %kept
; CHECK: past.caches:
; CHECK: store <16 x float> {{%.*}}, ptr {{%.*}}, align 64, !nontemporal
; CHECK: kept:
; CHECK: switch i8
; CHECK: stored:
; CHECK: [[HIGH:%.*]] = lshr i32 {{%.*}}, 16
; CHECK: [[LINE:%.*]] = trunc i32 [[HIGH]] to i16
; CHECK: icmp eq i16 [[LINE]], -1
; CHECK: whole:
; CHECK: store <8 x float>
; CHECK: partly:
; CHECK: masked.store.v8f32
; CHECK: store <16 x float> {{%.*}}, ptr {{%.*}}, align 64, !nontemporal

; FREE-LABEL: define internal void @k.body{{.*}}.packet(
; FREE: icmp eq i32 {{%.*}}, -1
; FREE: store <32 x float> {{%.*}}, ptr {{%.*}}, align 64, !nontemporal
; FREE-NOT: nontemporal
; FREE: masked.store.v32f32
; FREE-NOT: nontemporal
define ptx_kernel void @k(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %in, i32 %t
  %v = load float, ptr %a
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %then, label %end
then:
  %b = getelementptr float, ptr %out, i32 %t
  store float %v, ptr %b
  br label %end
end:
  ret void
}

;--- not_streamed
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --implicit-check-not=nontemporal
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=RANGE --implicit-check-not=sfence
; What must stay in the caches: what the kernel reads back, what it tells others of by an atomic, parts of
; cache lines, what is written again and again.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @in_place.body{{.*}}.packet(
; RANGE-LABEL: define internal void @in_place.run(
define ptx_kernel void @in_place(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %w = fadd float %v, 1.0
  store float %w, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @published.body{{.*}}.packet(
define ptx_kernel void @published(ptr %p, ptr %count) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  %old = atomicrmw add ptr %count, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define internal void @bytes.body{{.*}}.packet(
define ptx_kernel void @bytes(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = trunc i32 %t to i8
  %a = getelementptr i8, ptr %p, i32 %t
  store i8 %b, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @repeated.body{{.*}}.packet(
define ptx_kernel void @repeated(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = getelementptr i32, ptr %q, i32 %i
  %v = load i32, ptr %x
  %s = add i32 %v, %t
  store i32 %s, ptr %a
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

;--- prefetch
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Packets ask once for each line of places that follow each other, or that all lanes share; else lane by lane.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK-LABEL: define internal void @next.body{{.*}}.packet(
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[FIRST]], i32 0, i32 3, i32 1)
; CHECK-NEXT: [[LAST:%.*]] = getelementptr i8, ptr %a, i64 60
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[LAST]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @next(ptr %p) {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr float, ptr %p, i64 %x
  call void @llvm.prefetch.p0(ptr %a, i32 0, i32 3, i32 1)
  store float 1.0, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @shared.body{{.*}}.packet(
; CHECK: call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
define ptx_kernel void @shared(ptr %p, ptr %q) {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr float, ptr %q, i64 %x
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  store float 1.0, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @anywhere.body{{.*}}.packet(
; CHECK-COUNT-16: call void @llvm.prefetch.p0(
; CHECK: {{^}}}
define ptx_kernel void @anywhere(ptr %p, ptr %q) {
  %t = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %t to i64
  %a = getelementptr i64, ptr %q, i64 %x
  %place = load i64, ptr %a
  %b = getelementptr float, ptr %p, i64 %place
  call void @llvm.prefetch.p0(ptr %b, i32 0, i32 3, i32 1)
  ret void
}
