; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Parts of neighbouring structures are loaded together and stored together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @pairs.body{{.*}}.packet(
; CHECK: %[[SPAN:.*]] = load <32 x float>, ptr
; CHECK: %[[BOTH:.*]] = shufflevector <16 x float> %{{.*}}, <16 x float> %{{.*}}, <32 x i32> <i32 0, i32 16, i32 1, i32 17
; CHECK: store <32 x float> %[[BOTH]], ptr %{{.*}}, align 64, !nontemporal
; CHECK: store <32 x float> %[[BOTH]], ptr %{{.*}}, align 8{{$}}
; CHECK-NOT: store <
; CHECK-NOT: scatter
; CHECK: ret void
define ptx_kernel void @pairs(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p0 = getelementptr [2 x float], ptr %p, i64 %i
  %p1 = getelementptr i8, ptr %p0, i64 4
  %q0 = getelementptr [2 x float], ptr %q, i64 %i
  %q1 = getelementptr i8, ptr %q0, i64 4
  %x = load float, ptr %p0, align 8
  %y = load float, ptr %p1, align 4
  store float %y, ptr %q1, align 4
  store float %x, ptr %q0, align 8
  ret void
}

; Under a mask and a guard: together if all lanes are on and none wraps, and with AVX-512 under the lanes' masks if some are off.
; CHECK-LABEL: define internal void @guarded.body{{.*}}.packet(
; CHECK: %[[ROOM:.*]] = icmp ule i32 %{{.*}}, -16
; CHECK: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK: %[[WHOLE:.*]] = and i1 %{{.*}}, %[[ALL]]
; CHECK: br i1 %[[WHOLE]]
; CHECK-DAG: call void @llvm.masked.store.v64f32
; CHECK-DAG: store <64 x float>
; CHECK-COUNT-4: call void @llvm.masked.scatter
define ptx_kernel void @guarded(ptr %q, i32 %first, i32 %n, float %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %sum = add i32 %first, %t
  %c = icmp ult i32 %sum, %n
  br i1 %c, label %then, label %end
then:
  %i = zext i32 %sum to i64
  %q0 = getelementptr [4 x float], ptr %q, i64 %i
  %q1 = getelementptr i8, ptr %q0, i64 4
  %q2 = getelementptr i8, ptr %q0, i64 8
  %q3 = getelementptr i8, ptr %q0, i64 12
  store float %x, ptr %q0
  store float 1.0, ptr %q1
  store float 2.0, ptr %q2
  store float 3.0, ptr %q3
  br label %end
end:
  ret void
}

; One part of two is missing, or something is read between them that the first may have written.
; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK-NOT: store <32 x float>
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: store <32 x float>
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q, ptr %r) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p0 = getelementptr [2 x float], ptr %p, i64 %i
  %q0 = getelementptr [2 x float], ptr %q, i64 %i
  %q1 = getelementptr i8, ptr %q0, i64 4
  store float 1.0, ptr %p0
  store float 2.0, ptr %q0
  %x = load float, ptr %r
  store float %x, ptr %q1
  ret void
}
