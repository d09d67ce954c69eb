; RUN: %opt --passes=up-to-choose-strategies --cpu=znver3 %s | %check
; RUN: %opt --passes=up-to-choose-strategies --cpu=haswell %s | %check --check-prefix=ASKS
; Processors that read far enough ahead of a walk are asked for its lines only where barriers interrupt it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@tile = internal addrspace(3) global [256 x float] poison

; CHECK-LABEL: define internal void @steady.run(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}}
; ASKS-LABEL: define internal void @steady.run(
; ASKS: call void @llvm.prefetch
; ASKS: {{^}}}
define ptx_kernel void @steady(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %o = getelementptr float, ptr %q, i64 %x
  store float %v, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @interrupted.run(
; CHECK: call void @llvm.prefetch
define ptx_kernel void @interrupted(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul nsw i32 %b, %d
  %i = add nsw i32 %first, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t
  store float %v, ptr addrspace(3) %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = xor i32 %t, 7
  %r = getelementptr float, ptr addrspace(3) @tile, i32 %u
  %w = load float, ptr addrspace(3) %r
  %o = getelementptr float, ptr %q, i64 %x
  store float %w, ptr %o
  ret void
}
