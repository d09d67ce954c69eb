; RUN: %opt --passes=up-to-choose-strategies %s | %check
; What a large packet keeps over a barrier lies together, at constant distances from one address: an address of its own for each
; value, computed in front of all regions, is spilled.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @k.run(
; CHECK: %slots.before{{.*}} = mul i64 %{{.*}}, 120
; CHECK-NEXT: %slots{{.*}} = getelementptr inbounds i8, ptr %scratch, i64 %slots.before
; CHECK-NEXT: getelementptr inbounds i8, ptr %slots{{.*}}, i64 64
; CHECK-NEXT: getelementptr inbounds i8, ptr %slots{{.*}}, i64 128
; CHECK-NEXT: getelementptr inbounds i8, ptr %slots{{.*}}, i64 192
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = zext i32 %t to i64
  %place = getelementptr i32, ptr %p, i64 %at
  %v0 = atomicrmw add ptr %place, i32 1 monotonic
  %v1 = atomicrmw add ptr %place, i32 2 monotonic
  %v2 = atomicrmw add ptr %place, i32 3 monotonic
  %v3 = atomicrmw add ptr %place, i32 4 monotonic
  %v4 = atomicrmw add ptr %place, i32 5 monotonic
  %v5 = atomicrmw add ptr %place, i32 6 monotonic
  %v6 = atomicrmw add ptr %place, i32 7 monotonic
  %v7 = atomicrmw add ptr %place, i32 8 monotonic
  %v8 = atomicrmw add ptr %place, i32 9 monotonic
  %v9 = atomicrmw add ptr %place, i32 10 monotonic
  %v10 = atomicrmw add ptr %place, i32 11 monotonic
  %v11 = atomicrmw add ptr %place, i32 12 monotonic
  %v12 = atomicrmw add ptr %place, i32 13 monotonic
  %v13 = atomicrmw add ptr %place, i32 14 monotonic
  %v14 = atomicrmw add ptr %place, i32 15 monotonic
  %v15 = atomicrmw add ptr %place, i32 16 monotonic
  %v16 = atomicrmw add ptr %place, i32 17 monotonic
  %v17 = atomicrmw add ptr %place, i32 18 monotonic
  %v18 = atomicrmw add ptr %place, i32 19 monotonic
  %v19 = atomicrmw add ptr %place, i32 20 monotonic
  %v20 = atomicrmw add ptr %place, i32 21 monotonic
  %v21 = atomicrmw add ptr %place, i32 22 monotonic
  %v22 = atomicrmw add ptr %place, i32 23 monotonic
  %v23 = atomicrmw add ptr %place, i32 24 monotonic
  %v24 = atomicrmw add ptr %place, i32 25 monotonic
  %v25 = atomicrmw add ptr %place, i32 26 monotonic
  %v26 = atomicrmw add ptr %place, i32 27 monotonic
  %v27 = atomicrmw add ptr %place, i32 28 monotonic
  %v28 = atomicrmw add ptr %place, i32 29 monotonic
  %v29 = atomicrmw add ptr %place, i32 30 monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s1 = add i32 %v0, %v1
  %s2 = add i32 %s1, %v2
  %s3 = add i32 %s2, %v3
  %s4 = add i32 %s3, %v4
  %s5 = add i32 %s4, %v5
  %s6 = add i32 %s5, %v6
  %s7 = add i32 %s6, %v7
  %s8 = add i32 %s7, %v8
  %s9 = add i32 %s8, %v9
  %s10 = add i32 %s9, %v10
  %s11 = add i32 %s10, %v11
  %s12 = add i32 %s11, %v12
  %s13 = add i32 %s12, %v13
  %s14 = add i32 %s13, %v14
  %s15 = add i32 %s14, %v15
  %s16 = add i32 %s15, %v16
  %s17 = add i32 %s16, %v17
  %s18 = add i32 %s17, %v18
  %s19 = add i32 %s18, %v19
  %s20 = add i32 %s19, %v20
  %s21 = add i32 %s20, %v21
  %s22 = add i32 %s21, %v22
  %s23 = add i32 %s22, %v23
  %s24 = add i32 %s23, %v24
  %s25 = add i32 %s24, %v25
  %s26 = add i32 %s25, %v26
  %s27 = add i32 %s26, %v27
  %s28 = add i32 %s27, %v28
  %s29 = add i32 %s28, %v29
  store i32 %s29, ptr %place
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
