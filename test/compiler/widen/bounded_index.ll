; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Indices kept within bounds, as at an image's edge: where no lane of the packet is at a bound, they follow each other. The
; packet's ends are asked; vectors are made where some lane is.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)

; CHECK-LABEL: define internal void @clamped.body{{.*}}.packet(
; CHECK: [[FIRST:%.*]] = freeze i32 {{.*}}
; CHECK: [[ROOM:%.*]] = icmp sle i32 [[FIRST]], 2147483632
; CHECK: [[LEAST:%.*]] = and i1 [[ROOM]], %within
; CHECK: [[LAST:%.*]] = add i32 {{.*}}, 15
; CHECK: [[MOST:%.*]] = icmp sle i32 [[LAST]], {{.*}}
; CHECK-NOT: <16 x i32>
; CHECK: [[GUARD:%.*]] = and i1
; CHECK-NEXT: br i1 [[GUARD]], label %ordered, label %other
; CHECK: ordered:
; CHECK-NEXT: load <16 x float>
; CHECK: other:
; CHECK: @llvm.smax.v16i32
; CHECK: @llvm.smin.v16i32
; CHECK: call <16 x float> @llvm.masked.gather
define ptx_kernel void @clamped(ptr %p, ptr %q, i32 %offset, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %m = add nsw i32 %w, -1
  %least = call i32 @llvm.smax.i32(i32 %i, i32 0)
  %most = call i32 @llvm.smin.i32(i32 %m, i32 %least)
  %x = sext i32 %most to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; Unsigned, of a number that does not wrap.
; CHECK-LABEL: define internal void @saturated.body{{.*}}.packet(
; CHECK: icmp uge i32 {{.*}}, 3
; CHECK: sub i32 {{.*}}, 3
; CHECK: icmp ule i32
; CHECK: label %ordered
define ptx_kernel void @saturated(ptr %p, ptr %q, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %less = call i32 @llvm.usub.sat.i32(i32 %t, i32 3)
  %most = call i32 @llvm.umin.i32(i32 %less, i32 %w)
  %x = zext i32 %most to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; The other side's, of a ring.
; CHECK-LABEL: define internal void @ring.body{{.*}}.packet(
; CHECK: icmp ult i32 {{.*}}, 16
; CHECK: label %ordered
; CHECK: other:
; CHECK: select <16 x i1>
; CHECK: gather
define ptx_kernel void @ring(ptr %p, ptr %q, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = add nsw i32 %w, -1
  %last = icmp eq i32 %t, %m
  %next = add nuw nsw i32 %t, 1
  %i = select i1 %last, i32 0, i32 %next
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; One of two lines: at an image's edge the pixel itself in place of its neighbour.
; CHECK-LABEL: define internal void @edge.body{{.*}}.packet(
; CHECK: icmp ult i32 {{.*}}, 16
; CHECK: label %ordered
; CHECK: ordered:
; CHECK-NEXT: load <16 x float>
; CHECK: other:
; CHECK: select <16 x i1>
; CHECK: gather
define ptx_kernel void @edge(ptr %p, ptr %q, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %last = icmp eq i32 %t, %w
  %next = add nuw nsw i32 %t, 1
  %i = select i1 %last, i32 %t, i32 %next
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; The same as LLVM writes it: the condition is the number that is added.
; CHECK-LABEL: define internal void @step.body{{.*}}.packet(
; CHECK: icmp ult i32 {{.*}}, 16
; CHECK: label %ordered
; CHECK: ordered:
; CHECK-NEXT: load <16 x float>
; CHECK: other:
; CHECK: zext <16 x i1>
; CHECK: gather
define ptx_kernel void @step(ptr %p, ptr %q, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp ne i32 %t, %w
  %more = zext i1 %inside to i32
  %i = add nuw nsw i32 %t, %more
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; What memory says has no ends, a bound that differs from lane to lane none either.
; CHECK-LABEL: define internal void @of_memory.body{{.*}}.packet(
; CHECK-NOT: label %ordered
; CHECK: ret void
define ptx_kernel void @of_memory(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = getelementptr i32, ptr %q, i32 %t
  %bound = load i32, ptr %b
  %is = icmp slt i32 %bound, 5
  %i = select i1 %is, i32 0, i32 %t
  %j = call i32 @llvm.smin.i32(i32 %t, i32 %bound)
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %c = getelementptr i32, ptr %p, i32 %j
  %u = load i32, ptr %c
  %sum = add i32 %u, %v
  store i32 %sum, ptr %b
  ret void
}
