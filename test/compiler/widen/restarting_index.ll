; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=DEAR
; Remainders that restart inside the packet: one access if none does, two under masks if one does, a gather if
; nothing is known of their order.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; A mask is always in order: no gather.
; CHECK-LABEL: define internal void @of_mask.body{{.*}}.packet(
; CHECK: [[T:%.*]] = and i32 {{%.*}}, 31
; CHECK: [[LEFT:%.*]] = sub i32 32, [[T]]
; CHECK: %restarted = icmp uge <16 x i32> {{.*}}
; CHECK: %straight = icmp ult i32 15, [[LEFT]]
; CHECK: br i1 %straight, label %ordered, label %other
; CHECK: ordered:
; CHECK-NEXT: load <16 x i32>
; CHECK: other:
; CHECK: select <16 x i1> %restarted
; CHECK: getelementptr i8, ptr {{.*}}, i64 -128
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK-NOT: gather
; CHECK: ret void
define ptx_kernel void @of_mask(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %r = and i32 %i, 31
  %x = zext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  ret void
}

; CHECK-LABEL: define internal void @of_size.body{{.*}}.packet(
; CHECK: icmp sgt i32 {{.*}}, 15
; CHECK: icmp sge i32 {{.*}}, 0
; CHECK: %no.wrap = icmp sle i32 {{.*}}, 2147483632
; CHECK: [[ONE:%.*]] = select i1 [[ORDERED:%.*]], i32 {{.*}}, i32 1
; CHECK: urem i32 {{.*}}, [[ONE]]
; CHECK: br i1 [[ORDERED]], label %ordered, label %other
; CHECK-DAG: fmul <16 x double>
; CHECK-DAG: call void @llvm.masked.store
; CHECK-DAG: call void @llvm.masked.scatter
define ptx_kernel void @of_size(ptr %p, i32 %offset, i32 %size) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %r = srem i32 %i, %size
  %y = add nsw i32 %r, %offset
  %x = sext i32 %y to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %offset, ptr %a
  ret void
}

; Fewer than the packet has lanes: they restart twice.
; CHECK-LABEL: define internal void @of_small_mask.body{{.*}}.packet(
; CHECK-NOT: %straight
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @of_small_mask(ptr %p, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %r = and i32 %i, 7
  %x = zext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %offset, ptr %a
  ret void
}

; A sum that may wrap behind the mask: asked too, and scattered if the mask restarts.
; CHECK-LABEL: define internal void @wraps_behind.body{{.*}}.packet(
; CHECK: %straight = icmp
; CHECK: %no.wrap = icmp ule i32
; CHECK: and i1
; CHECK-NOT: masked.store
; CHECK: call void @llvm.masked.scatter
define ptx_kernel void @wraps_behind(ptr %p, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %r = and i32 %i, 63
  %y = add i32 %r, %offset
  %x = zext i32 %y to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %offset, ptr %a
  ret void
}

; Before AVX-512 what lies one ring further on is asked for, beside the accesses in two parts; not behind a small ring.
; CHECK-LABEL: define internal void @row_of_torus.body{{.*}}.packet(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
; DEAR-LABEL: define internal void @row_of_torus.body{{.*}}.packet(
; DEAR: [[RING:%.*]] = mul i64 {{%.*}}, 4
; DEAR: [[NEXT:%.*]] = getelementptr i8, ptr {{%.*}}, i64 [[RING]]
; DEAR: call void @llvm.prefetch.p0(ptr {{%.*}}, i32 0, i32 3, i32 1)
; DEAR-NEXT: call <16 x i32> @llvm.masked.load
; DEAR-NEXT: call <16 x i32> @llvm.masked.load
; DEAR: ret void
define ptx_kernel void @row_of_torus(ptr %p, ptr %q, i32 %offset, i32 %size) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %r = srem i32 %i, %size
  %x = sext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  ret void
}

; DEAR-LABEL: define internal void @small_ring.body{{.*}}.packet(
; DEAR-NOT: call void @llvm.prefetch
; DEAR: ret void
define ptx_kernel void @small_ring(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %offset, %t
  %r = and i32 %i, 31
  %x = zext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  ret void
}
