; RUN: %opt --passes=up-to-flush-denormals %s | %check
; Without double arithmetic the processor flushes: only what it does not compute is written out. Moving
; values about flushes nothing; a sign change does, unless arithmetic follows.
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fabs.f32(float)
declare float @lgammaf(float)

; CHECK-LABEL: define dso_local ptx_kernel void @k(
; CHECK: %v = load float
; CHECK-NOT: select
; CHECK: %n = fneg float %v
; CHECK: %s = fadd float %n, 1.0
; CHECK: store float %v
; CHECK: %[[B:.*]] = bitcast float %s to i32
; CHECK: %[[E:.*]] = and i32 %[[B]], 2139095040
; CHECK: %[[Z:.*]] = icmp eq i32 %[[E]], 0
; CHECK: %[[S:.*]] = and i32 %[[B]], -2147483648
; CHECK: %[[F:.*]] = select i1 %[[Z]], i32 %[[S]], i32 %[[B]]
; CHECK: %s.flushed = bitcast i32 %[[F]] to float
; CHECK: call float @llvm.fabs.f32(float %s.flushed)
; CHECK: call float @lgammaf(float %{{.*}}.flushed)
; CHECK: attributes #[[A:[0-9]+]] = { {{.*}}"denormal-fp-math-f32"="preserve-sign,preserve-sign"
define ptx_kernel void @k(ptr %p, ptr %q) "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %v = load float, ptr %p
  %n = fneg float %v
  %s = fadd float %n, 1.0
  store float %v, ptr %q
  %a = call float @llvm.fabs.f32(float %s)
  %x = call float @lgammaf(float %a)
  store float %x, ptr %p
  ret void
}
