; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; A warp's lanes access volatile memory in step: masked, and at places of their own, each access is one, and nothing moves across it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @half.body{{.*}}.packet(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: [[VALUE:%.*]] = call <32 x float> @llvm.masked.load
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: call void @llvm.masked.store
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: ret void
define ptx_kernel void @half(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 16
  br i1 %low, label %add, label %end
add:
  %far = add nuw nsw i32 %t, 16
  %x = zext i32 %far to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load volatile float, ptr %a
  %y = zext i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %y
  store volatile float %v, ptr %b
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call <32 x i32> @llvm.masked.gather
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %q, i32 %t
  %i = load i32, ptr %a
  %b = getelementptr i32, ptr %p, i32 %i
  %v = load volatile i32, ptr %b
  store i32 %v, ptr %a
  ret void
}
