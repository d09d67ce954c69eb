; RUN: %opt --passes=up-to-choose-strategies %s | %check
; An early return before barriers: blocks of which no thread returns have regions like any other.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.run(
; CHECK: br i1 {{.*}}, label %test, label %otherwise
; CHECK: store i8 1, ptr %passes
; CHECK: [[BYTE:%.*]] = load i8, ptr %passes
; CHECK-NEXT: [[ALL:%.*]] = icmp ne i8 [[BYTE]], 0
; CHECK-NEXT: br i1 [[ALL]], label %passed, label %otherwise
; CHECK: region:
; CHECK-SAME: %passed
; CHECK: %states = getelementptr
; CHECK: sweep:
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %go, label %end
go:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; The guard asks memory, which threads of other blocks may have changed when it is asked again: as ever.
; CHECK-LABEL: define internal void @asks_memory.run(
; CHECK-NOT: %passes
; CHECK: sweep:
; CHECK-LABEL: define internal void @parts_later.run(
define ptx_kernel void @asks_memory(ptr %p, ptr %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = load i32, ptr %n
  %c = icmp slt i32 %t, %m
  br i1 %c, label %go, label %end
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; Threads part behind the guard, too.
; CHECK-NOT: %passes
; CHECK: ret void
define ptx_kernel void @parts_later(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %go, label %end
go:
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %d = icmp slt i32 %v, %n
  br i1 %d, label %more, label %end
more:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 2, ptr %a
  br label %end
end:
  ret void
}
