; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check
; Elements that follow each other, at another place for each lane, come 16 bytes at a time; where a lane is off, from zeros.
; Three of four elements, elements with something written in between, and bytes are gathered.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @parts.run(
; CHECK-COUNT-32: load <4 x float>
; CHECK-NOT: load <4 x float>
; CHECK: shufflevector <32 x float> %{{.*}}, <32 x float> %{{.*}}, <32 x i32> <i32 0, i32 32, i32 1, i32 33, i32 4, i32 36,
; CHECK-NOT: gather
define ptx_kernel void @parts(ptr %places, ptr %a, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %places, i64 %i
  %place = load i32, ptr %at
  %p = getelementptr [16 x i8], ptr %a, i32 %place
  %v0 = load float, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 4
  %v1 = load float, ptr %p1
  %p2 = getelementptr i8, ptr %p, i64 8
  %v2 = load float, ptr %p2
  %p3 = getelementptr i8, ptr %p, i64 12
  %v3 = load float, ptr %p3
  %s = fadd float %v0, %v1
  %d = fsub float %v2, %v3
  %r = fmul float %s, %d
  %o = getelementptr float, ptr %y, i64 %i
  store float %r, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @pairs_under_mask.run(
; CHECK: select <32 x i1> %{{.*}}, <32 x ptr> %{{.*}}, <32 x ptr> <ptr @riffle.zeros,
; CHECK-COUNT-32: load <2 x i64>
define ptx_kernel void @pairs_under_mask(ptr %places, ptr %a, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %places, i64 %i
  %place = load i32, ptr %at
  %some = icmp sgt i32 %place, 7
  br i1 %some, label %take, label %exit
take:
  %p = getelementptr [16 x i8], ptr %a, i32 %place
  %v0 = load i64, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 8
  %v1 = load i64, ptr %p1
  %s = xor i64 %v0, %v1
  %o = getelementptr i64, ptr %y, i64 %i
  store i64 %s, ptr %o
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @three.run(
; CHECK-NOT: load <
; CHECK: gather
; CHECK: }
define ptx_kernel void @three(ptr %places, ptr %a, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %place = mul i64 %i, %i
  %p = getelementptr [16 x i8], ptr %a, i64 %place
  %v0 = load float, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 4
  %v1 = load float, ptr %p1
  %p2 = getelementptr i8, ptr %p, i64 8
  %v2 = load float, ptr %p2
  %s = fadd float %v0, %v1
  %r = fmul float %s, %v2
  %o = getelementptr float, ptr %y, i64 %i
  store float %r, ptr %o
  ret void
}

; CHECK-LABEL: define internal void @written.run(
; CHECK-NOT: load <2 x
; CHECK: gather
; CHECK: }
define ptx_kernel void @written(ptr %a, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %place = mul i64 %i, %i
  %p = getelementptr [16 x i8], ptr %a, i64 %place
  %v0 = load double, ptr %p
  %o = getelementptr double, ptr %y, i64 %i
  store double %v0, ptr %o
  %p1 = getelementptr i8, ptr %p, i64 8
  %v1 = load double, ptr %p1
  %o1 = getelementptr i8, ptr %o, i64 8000
  store double %v1, ptr %o1
  ret void
}

; Stores likewise, the last of them for all; where a lane is off, to a place that nobody reads.
; CHECK-LABEL: define internal void @stored.run(
; CHECK: shufflevector <32 x float> %{{.*}}, <32 x float> %{{.*}}, <32 x i32> <i32 0, i32 32, i32 1, i32 33, i32 4, i32 36,
; CHECK-COUNT-32: store <4 x float>
; CHECK-NOT: store <4 x float>
; CHECK-NOT: scatter
; CHECK: }
define ptx_kernel void @stored(ptr %places, ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %places, i64 %i
  %place = load i32, ptr %at
  %f = sitofp i32 %place to float
  %g = fmul float %f, %f
  %p = getelementptr [16 x i8], ptr %a, i32 %place
  store float %f, ptr %p
  %p2 = getelementptr i8, ptr %p, i64 8
  store float %g, ptr %p2
  %p3 = getelementptr i8, ptr %p, i64 12
  store float 1.0, ptr %p3
  %p1 = getelementptr i8, ptr %p, i64 4
  %h = fadd float %g, %f
  store float %h, ptr %p1
  ret void
}

; CHECK-LABEL: define internal void @stored_under_mask.run(
; CHECK: %idle{{.*}} = alloca [128 x i8]
; CHECK: select <32 x i1> %{{.*}}, <32 x ptr> %{{.*}}, <32 x ptr>
; CHECK-COUNT-32: store <2 x i64>
; CHECK-NOT: scatter
; CHECK: }
define ptx_kernel void @stored_under_mask(ptr %places, ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %places, i64 %i
  %place = load i32, ptr %at
  %some = icmp sgt i32 %place, 7
  br i1 %some, label %take, label %exit
take:
  %p = getelementptr [16 x i8], ptr %a, i32 %place
  store i64 %i, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 8
  store i64 7, ptr %p1
  br label %exit
exit:
  ret void
}

; Two of four elements, four with a load in between: scattered.
; CHECK-LABEL: define internal void @two_stored.run(
; CHECK-NOT: store <
; CHECK: scatter
; CHECK: }
define ptx_kernel void @two_stored(ptr %places, ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %places, i64 %i
  %place = load i32, ptr %at
  %p = getelementptr [16 x i8], ptr %a, i32 %place
  store i32 1, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 4
  store i32 %place, ptr %p1
  ret void
}

; CHECK-LABEL: define internal void @read_between.run(
; CHECK-NOT: store <
; CHECK: scatter
; CHECK: }
define ptx_kernel void @read_between(ptr %places, ptr %a, ptr %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %places, i64 %i
  %place = load i32, ptr %at
  %p = getelementptr [16 x i8], ptr %a, i32 %place
  store i64 %i, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 8
  %v = load i64, ptr %b
  store i64 %v, ptr %p1
  ret void
}

; A loop that was unrolled counts in a number narrower than addresses.
; CHECK-LABEL: define internal void @unrolled.run(
; CHECK-COUNT-32: load <4 x float>
; CHECK-NOT: gather
; CHECK: ret void
define ptx_kernel void @unrolled(ptr %a, ptr %y, i32 %from) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = shl nuw nsw i32 %t, 8
  %x = zext nneg i32 %row to i64
  %own = getelementptr i8, ptr %a, i64 %x
  %n0 = shl i32 %from, 2
  %x0 = zext i32 %n0 to i64
  %p0 = getelementptr float, ptr %own, i64 %x0
  %v0 = load float, ptr %p0
  %n1 = or disjoint i32 %n0, 1
  %x1 = zext i32 %n1 to i64
  %p1 = getelementptr float, ptr %own, i64 %x1
  %v1 = load float, ptr %p1
  %n2 = or disjoint i32 %n0, 2
  %x2 = zext i32 %n2 to i64
  %p2 = getelementptr float, ptr %own, i64 %x2
  %v2 = load float, ptr %p2
  %n3 = add nuw i32 %n0, 3
  %x3 = zext i32 %n3 to i64
  %p3 = getelementptr float, ptr %own, i64 %x3
  %v3 = load float, ptr %p3
  %s = fadd float %v0, %v1
  %d = fsub float %v2, %v3
  %r = fmul float %s, %d
  %i = zext i32 %t to i64
  %o = getelementptr float, ptr %y, i64 %i
  store float %r, ptr %o
  ret void
}
