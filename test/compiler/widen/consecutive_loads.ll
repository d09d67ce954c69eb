; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; blockIdx.x * blockDim.x + threadIdx.x of an aligned packet cannot wrap: one load, no gather.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: load <16 x float>
; CHECK-NOT: gather
; CHECK: store <16 x float>
define ptx_kernel void @k(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %n
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %m, %t
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %w = fadd float %v, %v
  store float %w, ptr %a
  ret void
}
