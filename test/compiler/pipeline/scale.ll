; RUN: %opt --passes=up-to-lower-runtime-calls %s | %check --check-prefix=LOWER
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,form %s | %check --check-prefix=FORM
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=WIDEN
; RUN: %opt --passes=up-to-choose-strategies --off=touched-spans,flat-blocks %s | %check --check-prefix=STRATEGY
; RUN: %opt --passes=up-to-split-gathers --off=touched-spans,flat-blocks %s | %check --check-prefix=LEGALIZE
; The running example of the compiler's READMEs: what each stage's shows of it is checked here.
; LOWER-LABEL: define internal void @scale.body(ptr %launch, ptr %frame, ptr %shared,
; LOWER-SAME: i32 range(i32 0, 2147483647) %block.x,
; LOWER-SAME: i32 range(i32 0, 1024) %thread.x,
; LOWER-SAME: ptr %out, ptr readonly %in, i32 %n)
; LOWER: %first = mul i32 %block.x, %extent.x
; LOWER: %i = add i32 %first, %thread.x
; LOWER: %product = fmul float %value, 2.000000e+00
; FORM: %all = call i1 @riffle.all.lanes(i1 %inside)
; FORM: br i1 %all, label %then.all, label %guard
; FORM: guard:
; FORM: br i1 %inside, label %then, label %exit
; WIDEN: define internal void @scale.body{{.*}}.packet(
; WIDEN: %inside = icmp slt <16 x i32>
; WIDEN: %any = icmp slt i32 %i, %n
; WIDEN: br i1 %any, label %then, label %exit
; WIDEN: %value = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %from, <16 x i1> %inside,
; WIDEN: %product = fmul <16 x float> %value, splat (float 2.000000e+00)
; STRATEGY: define internal void @scale.run(ptr %launch, ptr %frame, i64 %0, i64 %1)
; STRATEGY: block:
; STRATEGY: packets:
; STRATEGY: call <32 x float> @llvm.masked.load
; STRATEGY: load float
; LEGALIZE: define internal void @scale.run(
; LEGALIZE-SAME: #[[FOR:[0-9]+]]
; LEGALIZE: call <32 x float> @llvm.masked.load
; LEGALIZE: attributes #[[FOR]] = {{.*}}"target-cpu"="znver4"
target triple = "nvptx64-nvidia-cuda"
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; __global__ void scale(float* out, const float* in, int n) {
;   int i = blockIdx.x * blockDim.x + threadIdx.x;
;   if (i < n) out[i] = 2 * in[i];
; }
define ptx_kernel void @scale(ptr writeonly %out, ptr readonly %in, i32 %n) {
entry:
  %block = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %extent = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %block, %extent
  %thread = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %first, %thread
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %then, label %exit

then:
  %index = sext i32 %i to i64
  %to = getelementptr inbounds float, ptr %out, i64 %index
  %from = getelementptr inbounds float, ptr %in, i64 %index
  %value = load float, ptr %from, align 4
  %product = fmul contract float %value, 2.000000e+00
  store float %product, ptr %to, align 4
  br label %exit

exit:
  ret void
}
