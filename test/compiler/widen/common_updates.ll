; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; What all lanes of a packet add to one number is one atomic, and each finds what the lanes before it left; floats are added lane by lane,
; as each sum is rounded, but memory changes once. Not where lanes have different addresses, nor an exchange, nor a float that
; is asked for.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @unused.run(
; CHECK-NOT: atomicrmw
; CHECK: %[[LEAST:.*]] = call i32 @llvm.vector.reduce.smin.v32i32(
; CHECK: atomicrmw min ptr %c, i32 %[[LEAST]] monotonic
; CHECK-NOT: extractelement
; CHECK-LABEL: define internal void @unused.grow.window(
define ptx_kernel void @unused(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %old = atomicrmw min ptr %c, i32 %v monotonic
  ret void
}

; CHECK-LABEL: define internal void @used_under_mask.run(
; CHECK: select <32 x i1> %{{.*}}, <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
; CHECK-COUNT-5: shufflevector <32 x i32>
; CHECK: extractelement <32 x i32> %{{.*}}, i64 31
; CHECK: atomicrmw sub ptr %{{.*}} monotonic
; CHECK: sub <32 x i32>
define ptx_kernel void @used_under_mask(ptr %a, ptr %c, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %some = icmp sgt i32 %v, 7
  br i1 %some, label %take, label %exit
take:
  %old = atomicrmw sub ptr %c, i32 %v monotonic
  %o = getelementptr i32, ptr %y, i32 %t
  store i32 %old, ptr %o
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @floats.run(
; CHECK-NOT: atomicrmw
; CHECK: %[[FOUND:.*]] = phi float
; CHECK: call float @llvm.vector.reduce.fadd.v32f32(float %[[FOUND]], <32 x float>
; CHECK: cmpxchg ptr
define ptx_kernel void @floats(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr %a, i32 %t
  %v = load float, ptr %p
  %old = atomicrmw fadd ptr %c, float %v monotonic
  ret void
}

; CHECK-LABEL: define internal void @apart.run(
; CHECK-NOT: reduce
; CHECK-COUNT-16: atomicrmw add
define ptx_kernel void @apart(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %c, i32 %v
  %old = atomicrmw add ptr %q, i32 %v monotonic
  ret void
}

; CHECK-LABEL: define internal void @exchanged.run(
; CHECK-COUNT-16: atomicrmw xchg
define ptx_kernel void @exchanged(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %old = atomicrmw xchg ptr %c, i32 %v monotonic
  store i32 %old, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @float_is_asked_for.run(
; CHECK-COUNT-16: atomicrmw fadd
define ptx_kernel void @float_is_asked_for(ptr %a, ptr %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr %a, i32 %t
  %v = load float, ptr %p
  %old = atomicrmw fadd ptr %c, float %v monotonic
  store float %old, ptr %p
  ret void
}
