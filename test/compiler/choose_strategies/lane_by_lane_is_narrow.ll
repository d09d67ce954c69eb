; RUN: %opt --passes=up-to-choose-strategies %s | %check
; Where most of the work is done lane by lane, wide packets are only more code.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal void @sums.run(
; CHECK-NOT: load <32 x float>
; CHECK: load <16 x float>
; CHECK-NOT: load <32 x float>
; CHECK-LABEL: define internal void @arithmetic.run(
define ptx_kernel void @sums(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %i = fptosi float %v to i32
  %b = getelementptr float, ptr %q, i32 %i
  %r = atomicrmw fadd ptr %b, float %v monotonic
  ret void
}

; CHECK: load <32 x float>
define ptx_kernel void @arithmetic(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %1 = fmul float %v, %v
  %2 = fadd float %1, 1.0
  %3 = fmul float %2, %v
  %4 = fadd float %3, 2.0
  %5 = fmul float %4, %v
  %6 = fadd float %5, 3.0
  %7 = fmul float %6, %v
  store float %7, ptr %a
  %r = atomicrmw fadd ptr %q, float %7 monotonic
  ret void
}

; Of threads that go through the grid's elements only what they do for an element counts, not an atomic at the end.
; CHECK-LABEL: define internal void @sum_of_all.run(
; CHECK: load <64 x float>
define ptx_kernel void @sum_of_all(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %b, %threads
  %start = add i32 %first, %t
  %step = mul i32 %threads, %blocks
  %some = icmp slt i32 %start, %n
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %wide = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %a
  %more.s = fadd float %s, %v
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ 0.0, %entry ], [ %more.s, %loop ]
  %r = atomicrmw fadd ptr %q, float %sum monotonic
  ret void
}
