; RUN: %opt --passes=up-to-shared-wraps %s | %check
; Unsigned indices of shared memory that may be below zero wrap as addresses of 32 bits do. Not where they are known not to be, where
; nothing takes them below zero, and in other memory, whose addresses have 64 bits on a GPU, too.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [1024 x float] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: @k(
; CHECK: %[[NOT:.*]] = xor i32 %t, -1
; CHECK: sext i32 %[[NOT]] to i64
; CHECK: %[[LESS:.*]] = sub i32 %n, %t
; CHECK: sext i32 %[[LESS]] to i64
; CHECK: %[[BEFORE:.*]] = add i32 %t, -4
; CHECK: %[[INDEX:.*]] = sext i32 %[[BEFORE]] to i64
; CHECK-NEXT: getelementptr inbounds float, ptr %row, i64 %[[INDEX]]
; CHECK: %more = add i32 %t, %n
; CHECK-NEXT: %more.index = zext i32 %more to i64
; CHECK-NEXT: getelementptr float, ptr %row, i64 %more.index
; CHECK: %known = zext nneg i32 %less to i64
; CHECK-NEXT: getelementptr float, ptr %row, i64 %known
; CHECK: getelementptr float, ptr %out, i64 %not.index
define ptx_kernel void @k(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = getelementptr float, ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 %n
  %not = xor i32 %t, -1
  %not.index = zext i32 %not to i64
  %not.at = getelementptr float, ptr %row, i64 %not.index
  %a = load float, ptr %not.at
  %less = sub i32 %n, %t
  %less.index = zext i32 %less to i64
  %less.at = getelementptr float, ptr %row, i64 %less.index
  %b = load float, ptr %less.at
  %before = add i32 %t, -4
  %before.index = zext i32 %before to i64
  %before.at = getelementptr inbounds nuw float, ptr %row, i64 %before.index
  %c = load float, ptr %before.at
  %more = add i32 %t, %n
  %more.index = zext i32 %more to i64
  %more.at = getelementptr float, ptr %row, i64 %more.index
  %d = load float, ptr %more.at
  %known = zext nneg i32 %less to i64
  %known.at = getelementptr float, ptr %row, i64 %known
  %e = load float, ptr %known.at
  %out.at = getelementptr float, ptr %out, i64 %not.index
  store float %a, ptr %out.at
  store float %b, ptr %out
  store float %c, ptr %out
  store float %d, ptr %out
  store float %e, ptr %out
  ret void
}
