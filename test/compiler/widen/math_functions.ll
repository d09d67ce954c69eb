; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=SLOW
; Packets compute expf in vectors, without a call for each lane. sinf calls the C library for the lanes whose angles are
; huge, and only for them.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @expf(float)
declare float @sinf(float)

; CHECK-LABEL: define internal void @exponential.body{{.*}}.packet(
; CHECK-NOT: call float
; CHECK: call <16 x float> @llvm.fma.v16f32(
; CHECK-NOT: call float
; CHECK: ret void
define ptx_kernel void @exponential(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %e = call float @expf(float %v)
  store float %e, ptr %a
  ret void
}

; SLOW-LABEL: define internal void @sine.body{{.*}}.packet(
; SLOW: %any = icmp ne i16
; SLOW: br i1 %any
; SLOW: %[[ON:.*]] = extractelement <16 x i1> %{{.*}}, i64 0
; SLOW-NEXT: br i1 %[[ON]], label %lane
; SLOW: lane:
; SLOW: call double @sin(double
define ptx_kernel void @sine(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %s = call float @sinf(float %v)
  store float %s, ptr %a
  ret void
}
