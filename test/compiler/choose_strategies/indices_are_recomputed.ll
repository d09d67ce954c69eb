; RUN: %opt --passes=up-to-choose-strategies --strategy=simd %s | %check
; What follows from a packet's thread indices crosses the barrier without a slot, masks included; what was
; loaded, or follows from it, does not.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.umin.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @indices.run(
; CHECK: masked.scatter
; CHECK-NOT: %slot
; CHECK-NOT: %reload
; CHECK: masked.store
define ptx_kernel void @indices(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %square = mul i32 %t, %t
  %least = call i32 @llvm.umin.i32(i32 %square, i32 %n)
  %inside = icmp ult i32 %square, %n
  %a = getelementptr i32, ptr %p, i32 %least
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %inside, label %then, label %end
then:
  %b = getelementptr i32, ptr %p, i32 %t
  store i32 %least, ptr %b
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @loaded.run(
; CHECK: store <{{.*}}, ptr %slot
; CHECK: load <{{.*}}, ptr %slot
define ptx_kernel void @loaded(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %least = call i32 @llvm.umin.i32(i32 %v, i32 %n)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %least, ptr %a
  ret void
}

; Where a ring is entered follows from the thread's index too: with its conditions, and what is frozen for them.
; CHECK-LABEL: define internal void @in_a_ring.run(
; CHECK-NOT: %slot
; CHECK-NOT: %reload
; CHECK: {{^}}}
define ptx_kernel void @in_a_ring(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %t, %offset
  %i = and i32 %s, 31
  %x = zext nneg i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr %a
  store i32 %w, ptr %b
  ret void
}
