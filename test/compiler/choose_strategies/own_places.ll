; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; A parameter by which each thread of the grid may have a place of its own: the block computes where the first thread's is, how far it is from
; there along each axis, and in a loop (abi::PrivateAccess); all accesses by it say its number.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; CHECK-LABEL: define internal [8 x i64] @saxpy.body.places(
; Two members of eight bytes, the second of which is read: 8 bytes from the first on. Another parameter is touched, too.
; CHECK-LABEL: define internal void @saxpy.run(
; CHECK: call [8 x i64] @saxpy.body.places(
; CHECK: store i64 1, ptr %
; CHECK: store i64 8, ptr %
; CHECK: store i64 1, ptr %
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, ptr %own.places, i64 1)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 131105, i64 8)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 131106, i64 8)
define ptx_kernel void @saxpy(ptr %x, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %s = mul i32 %b, %e
  %i = add i32 %s, %t
  %from = getelementptr float, ptr %x, i32 %i
  %place = getelementptr {float, float}, ptr %y, i32 %i
  %second = getelementptr i8, ptr %place, i64 4
  %v = load float, ptr %from
  %w = load float, ptr %second
  %sum = fadd float %v, %w
  store float %sum, ptr %place
  ret void
}

; In strides of the grid.
; CHECK-LABEL: define internal [8 x i64] @strides.body.places(
; CHECK-LABEL: define internal void @strides.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 1, i64 0, ptr %own.places, i64 1)
define ptx_kernel void @strides(ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %e = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %s = mul i32 %b, %e
  %first = add i32 %s, %t
  %step = mul i32 %e, %g
  br label %loop
loop:
  %i = phi i32 [ %first, %0 ], [ %next, %loop ]
  %place = getelementptr float, ptr %y, i32 %i
  store float 1.0, ptr %place
  %next = add i32 %i, %step
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Its opposites: the neighbour's place at a distance that is not known, an atomic, a place that comes from memory, and memory that nobody knows.
; CHECK-LABEL: define internal void @shifted.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 1, i64 0, ptr null, i64 0)
define ptx_kernel void @shifted(ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %t, %n
  %place = getelementptr float, ptr %y, i32 %t
  %other = getelementptr float, ptr %y, i32 %i
  %v = load float, ptr %other
  store float %v, ptr %place
  ret void
}

; CHECK-LABEL: define internal void @counts.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 1, i64 0, ptr null, i64 0)
define ptx_kernel void @counts(ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %y, i32 %t
  store i32 1, ptr %place
  %old = atomicrmw add ptr %y, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define internal void @permuted.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, ptr null, i64 0)
define ptx_kernel void @permuted(ptr %to, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %to, i32 %t
  %i = load i32, ptr %at
  %place = getelementptr i32, ptr %y, i32 %i
  store i32 1, ptr %place
  ret void
}

; CHECK-LABEL: define internal void @from_list.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, ptr null, i64 0)
define ptx_kernel void @from_list(ptr %list, ptr %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr ptr, ptr %list, i32 %t
  %from = load ptr, ptr %at
  %v = load i32, ptr %from
  %place = getelementptr i32, ptr %y, i32 %t
  store i32 %v, ptr %place
  ret void
}
