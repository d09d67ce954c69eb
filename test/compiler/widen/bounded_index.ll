; Indices that are bounded, restart or are quotients.

;--- bounded_index
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

; A choice between two lines: one if all lanes take one way, whichever that is.
; CHECK-LABEL: define internal void @next_or_same.body{{.*}}.packet(
; CHECK: [[ALL:%.*]] = freeze i1
; CHECK: [[FIRST:%.*]] = select i1 [[ALL]], i32 {{%.*}}, i32 {{%.*}}
; CHECK: [[NONE:%.*]] = freeze i1
; CHECK: %one.way = or i1 [[ALL]], [[NONE]]
; CHECK: label %ordered
define ptx_kernel void @next_or_same(ptr %p, ptr %q, i32 %w) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %next = add nuw nsw i32 %t, 1
  %inside = icmp ult i32 %next, %w
  %i = select i1 %inside, i32 %next, i32 %t
  %x = zext i32 %i to i64
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

;--- restarting_index
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

; A sum that may wrap behind the mask: both parts are asked, and scattered if one does.
; CHECK-LABEL: define internal void @wraps_behind.body{{.*}}.packet(
; CHECK: %straight = icmp
; CHECK: [[LOW:%.*]] = icmp sge i64 {{%.*}}, 0
; CHECK: [[HIGH:%.*]] = icmp sle i64 {{%.*}}, 4294967295
; CHECK: %no.wrap = and i1 [[LOW]], [[HIGH]]
; CHECK: br i1 {{%.*}}, label %ordered, label %other
; CHECK: br i1 %no.wrap
; CHECK: getelementptr i8, ptr %a, i64 -256
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
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

;--- quotients
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Quotients and remainders of threads' numbers: a packet whose lanes share the quotient accesses memory in order, at
; row * width + column too. In one that goes on in the next row, lanes behind the restart are a constant distance away.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; One division, of which the remainder is asked.
; CHECK-LABEL: define internal void @row_and_column.body{{.*}}.packet(
; CHECK: [[COLUMN:%.*]] = urem i32 [[N:%.*]], [[M:%.*]]
; CHECK: %straight = icmp ult i32 15, {{%.*}}
; CHECK: udiv i32 [[N]], [[M]]
; CHECK: load float, ptr
; CHECK-NEXT: insertelement <16 x float>
; CHECK: load <16 x float>
define ptx_kernel void @row_and_column(ptr noalias %a, ptr noalias %b, ptr noalias %o, i32 %offset, i32 %width) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = add i32 %offset, %t
  %row = udiv i32 %n, %width
  %begin = mul i32 %row, %width
  %column = sub i32 %n, %begin
  %i = zext i32 %row to i64
  %j = zext i32 %column to i64
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr %b, i64 %j
  %y = load float, ptr %q
  %s = fadd float %x, %y
  %r = getelementptr float, ptr %o, i32 %t
  store float %s, ptr %r
  ret void
}

; Rows of 40 behind each other: a packet that goes on in the next row is in order as well.
; CHECK-LABEL: define internal void @whole_rows.body{{.*}}.packet(
; CHECK-NOT: masked.load
; CHECK: load <16 x float>
; CHECK: load <16 x float>
; CHECK-NOT: masked.load
; CHECK: ret void
define ptx_kernel void @whole_rows(ptr noalias %a, ptr noalias %o, i16 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t.short = trunc i32 %t to i16
  %n = add nuw i16 %offset, %t.short
  %row = udiv i16 %n, 40
  %column = urem i16 %n, 40
  %i = zext i16 %row to i64
  %j = zext i16 %column to i64
  %p = getelementptr [40 x float], ptr %a, i64 %i
  %q = getelementptr float, ptr %p, i64 %j
  %x = load float, ptr %q
  %r = getelementptr float, ptr %o, i32 %t
  store float %x, ptr %r
  ret void
}

; A divisor of one value is turned over once; 64 bits go through double where they fit.
; CHECK-LABEL: define internal void @values.body{{.*}}.packet(
; CHECK: %reciprocal = fdiv double 1.000000e+00
; CHECK: fmul <16 x double>
; CHECK: %are.small = icmp eq i16
; CHECK: fdiv <16 x double>
; CHECK: udiv <16 x i64>
define ptx_kernel void @values(ptr noalias %a, ptr noalias %b, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  %v = load i32, ptr %p
  %u = udiv i32 %v, %m
  store i32 %u, ptr %p
  %q = getelementptr i64, ptr %b, i32 %t
  %w = load i64, ptr %q
  %long = zext i32 %v to i64
  %k = or i64 %long, 1
  %x = udiv i64 %w, %k
  store i64 %x, ptr %q
  ret void
}
