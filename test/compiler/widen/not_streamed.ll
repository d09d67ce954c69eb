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
