; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Bits are known to be disjoint only in lanes that are on. Lane 0's number, from which the others count, is a sum.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @behind.body{{.*}}.packet(
; CHECK-NOT: = or i32
; CHECK: [[BASE:%.*]] = sub i32 %thread.x, %k
; CHECK: add i32 [[BASE]], 2048
; CHECK-NOT: = or i32
; CHECK: masked.load
define ptx_kernel void @behind(ptr %p, ptr %q, i32 %k) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %on = icmp uge i32 %t, %k
  br i1 %on, label %more, label %done
more:
  %d = sub nuw nsw i32 %t, %k
  %i = or disjoint i32 %d, 2048
  %x = zext nneg i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  br label %done
done:
  ret void
}
