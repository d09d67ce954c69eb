; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Of lanes of a warp that store to one address the first one's value stays: its element where the address is the same for all, and
; scatters with their lanes turned around where only memory knows. Of 8-byte elements the second half of the warp stores last.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

; CHECK-LABEL: define internal void @one.body{{.*}}.packet(
; CHECK: %[[FIRST:.*]] = extractelement <32 x i32> %{{.*}}, i64 0
; CHECK: store i32 %[[FIRST]], ptr %
; CHECK: call i32 @llvm.cttz.i32(i32 %
; CHECK-NOT: ctlz
define ptx_kernel void @one(ptr %p, ptr %some) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 16, i32 31)
  store i32 %s, ptr %p
  %q = getelementptr i32, ptr %some, i32 %t
  %v = load i32, ptr %q
  %on = icmp sgt i32 %v, 3
  br i1 %on, label %store, label %exit
store:
  store i32 %v, ptr %some
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @anywhere.body{{.*}}.packet(
; CHECK: shufflevector <32 x float> %{{.*}}, <32 x float> poison, <32 x i32> <i32 31, i32 30, i32 29,
; CHECK: %[[PLACES:.*]] = shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 31, i32 30, i32 29,
; CHECK: sext <32 x i32> %[[PLACES]] to <32 x i64>
; CHECK: call void @llvm.masked.scatter.v32f32
; CHECK: shufflevector <32 x double> %{{.*}}, <32 x double> poison, <32 x i32> <i32 15, i32 14, {{.*}} i32 0, i32 31, i32 30,
; CHECK: call void @llvm.masked.scatter.v32f64
define ptx_kernel void @anywhere(ptr %p, ptr %doubles, ptr %places) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %q = getelementptr i32, ptr %places, i32 %t
  %place = load i32, ptr %q
  %index = sext i32 %place to i64
  %f = sitofp i32 %t to float
  %at = getelementptr float, ptr %p, i64 %index
  store float %f, ptr %at
  %d = sitofp i32 %t to double
  %wide = getelementptr double, ptr %doubles, i64 %index
  store double %d, ptr %wide
  ret void
}

; Four words of 16 bytes are one store: of 8 lanes at once, so that lane 24 is the last one.
; CHECK-LABEL: define internal void @four.body{{.*}}.packet(
; CHECK-COUNT-4: extractelement <32 x float> %{{.*}}, i64 24
define ptx_kernel void @four(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %f = sitofp i32 %t to float
  %g = fadd float %f, 1.0
  %h = fadd float %f, 2.0
  %i = fadd float %f, 3.0
  %p1 = getelementptr i8, ptr %p, i64 4
  %p2 = getelementptr i8, ptr %p, i64 8
  %p3 = getelementptr i8, ptr %p, i64 12
  store float %f, ptr %p, align 16
  store float %g, ptr %p1, align 4
  store float %h, ptr %p2, align 8
  store float %i, ptr %p3, align 4
  ret void
}
