; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Structures copied by neighbouring lanes are copied together.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define internal void @together.body{{.*}}.packet(
; CHECK-COUNT-4: load <64 x i8>, ptr %{{.*}}, align 16{{$[[:space:]].*}}store <64 x i8>
; CHECK-NOT: memcpy
; CHECK: ret void
define ptx_kernel void @together(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %to = getelementptr [4 x float], ptr %p, i64 %i
  %from = getelementptr [4 x float], ptr %q, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}

; Under a mask: lines of which all lanes are on, or lane by lane.
; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: switch i4 %{{.*}}, label %[[PART:.*]] [
; CHECK-NEXT: i4 -1, label %[[LINE:.*]]
; CHECK-NEXT: i4 0, label
; CHECK: [[LINE]]:
; CHECK: load <64 x i8>
; CHECK: [[PART]]:
; CHECK-COUNT-4: load <16 x i8>
define ptx_kernel void @masked(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %i = zext i32 %t to i64
  %to = getelementptr [4 x float], ptr %p, i64 %i
  %from = getelementptr [4 x float], ptr %q, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  br label %end
end:
  ret void
}

; Lanes whose structures lie apart, on one side, copy one by one.
; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK-NOT: <64 x i8>
; CHECK-COUNT-16: call void @llvm.memcpy
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %to = getelementptr [4 x float], ptr %p, i64 %i
  %from = getelementptr [8 x float], ptr %q, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}
