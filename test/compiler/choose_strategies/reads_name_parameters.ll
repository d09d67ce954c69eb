; RUN: %opt --passes=to-follow,up-to-choose-strategies %s | %check
; A plain read says by which parameter it goes (from bit 16 on, counted from 1) if it is known by which ones the kernel writes, and that it is
; none of these. The block says both.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @known.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 2, i64 1, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
; What each thread reads and writes at one place says by which parameter, too (own_places.ll).
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 131105, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr %{{.*}}, i64 4, i32 131106, i64 4)
define ptx_kernel void @known(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %b = getelementptr i32, ptr %out, i32 %t
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %sum = add i32 %v, %w
  store i32 %sum, ptr %b
  ret void
}

; Its opposite: where one write goes is not known.
; CHECK-LABEL: define internal void @unknown.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 0, i64 0, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
define ptx_kernel void @unknown(ptr %in, ptr %list) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %a
  %at = getelementptr ptr, ptr %list, i32 %t
  %to = load ptr, ptr %at
  store i32 %v, ptr %to
  ret void
}

; What a variable of device code has: its address may be among the parameters.
@variable = addrspace(1) global [64 x i32] zeroinitializer
; CHECK-LABEL: define internal void @writes_variable.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 0, i64 0, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
define ptx_kernel void @writes_variable(ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %a
  %to = getelementptr i32, ptr addrspace(1) @variable, i32 %t
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; One write may go by either of two, and an atomic one by the third.
; CHECK-LABEL: define internal void @either.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 14, i64 1, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 33, i64 4)
define ptx_kernel void @either(ptr %in, ptr %first, ptr %second, ptr %count, i1 %is_first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %b = getelementptr i32, ptr %first, i32 %t
  %c = getelementptr i32, ptr %second, i32 %t
  %d = getelementptr i32, ptr %count, i32 %t
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %x = load i32, ptr %c
  %y = load i32, ptr %d
  %s = add i32 %v, %w
  %u = add i32 %s, %x
  %sum = add i32 %u, %y
  %to = select i1 %is_first, ptr %b, ptr %c
  store i32 %sum, ptr %to
  %old = atomicrmw add ptr %d, i32 1 monotonic
  ret void
}

; Shared memory is none that a parameter points to.
@tile = internal addrspace(3) global [64 x i32] undef
; CHECK-LABEL: define internal void @writes_shared.run(
; CHECK: call void @riffle.follow.begin(ptr %frame, i64 0, i64 1, 
; CHECK: call void @riffle.follow.packet(ptr {{.*}}, i64 {{.*}}, ptr null, i64 4, i32 65569, i64 4)
define ptx_kernel void @writes_shared(ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %in, i32 %t
  %v = load i32, ptr %a
  %to = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %v, ptr addrspace(3) %to
  ret void
}
