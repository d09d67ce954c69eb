; Indices that permute a packet's lanes.

;--- permuted_index
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Indices that permute a packet's lanes: one access if the number that the lanes share leaves their low bits as
; they are, else windows of memory and permutations of registers.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @partner.body{{.*}}.packet(
; CHECK: %low = and i64 {{.*}}, 15
; CHECK: %kept = icmp eq i64 %low, 0
; CHECK: br i1 %kept, label %ordered, label %other
; CHECK: ordered:
; CHECK-NEXT: load <16 x float>
; CHECK: other:
; CHECK: [[WINDOW:%.*]] = load <16 x i32>
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> [[WINDOW]]
; CHECK-NOT: gather
; CHECK: {{^}}}
define ptx_kernel void @partner(ptr %p, ptr %q, i32 %reach) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, %reach
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; A zero put between t's bits: lanes read every other run of elements. Only low bits that are all ones do that, and two
; registers that begin at a multiple of their size must have them all; these are read without a mask.
; CHECK-LABEL: define internal void @first_of_pair.body{{.*}}.packet(
; CHECK: %kept = icmp eq i64 %low, 15
; CHECK: %all.ones = icmp eq i64 {{.*}}, 0
; CHECK: br i1 %kept, label %ordered, label %other
; CHECK: other:
; CHECK: [[IN:%.*]] = and i8 {{.*}}, 127
; CHECK: [[PLACE:%.*]] = lshr i8 [[IN]], 3
; CHECK: %offset = zext i8 [[PLACE]] to i64
; CHECK: [[FITS:%.*]] = icmp ule i64 %offset
; CHECK: [[BOTH:%.*]] = and i1 %all.ones
; CHECK: br i1 [[BOTH]], label [[WINDOWS:%.*]], label [[APART:%.*]]
; CHECK: [[START:%.*]] = call ptr @llvm.ptrmask.p0.i64(ptr {{.*}}, i64 -128)
; CHECK: [[LOW:%.*]] = load <8 x i64>
; CHECK: [[HIGH:%.*]] = load <8 x i64>
; CHECK: call <8 x i64> @llvm.x86.avx512.vpermi2var.q.512(<8 x i64> [[LOW]], <8 x i64> {{.*}}, <8 x i64> [[HIGH]])
; CHECK: call <16 x double> @llvm.masked.gather
define ptx_kernel void @first_of_pair(ptr %p, ptr %q, i32 %reach) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mask = add i32 %reach, -1
  %l = and i32 %mask, %t
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %x = sext i32 %i to i64
  %a = getelementptr double, ptr %p, i64 %x
  %v = load double, ptr %a
  %b = getelementptr double, ptr %q, i32 %t
  store double %v, ptr %b
  ret void
}

; Stores go the other way; of lanes that are off, nothing is stored.
; CHECK-LABEL: define internal void @store_to_partner.body{{.*}}.packet(
; CHECK: other:
; CHECK: [[ON:%.*]] = sext <16 x i1> {{.*}} to <16 x i32>
; CHECK: [[MOVED:%.*]] = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> [[ON]]
; CHECK: %on = icmp ne <16 x i32> [[MOVED]], zeroinitializer
; CHECK: call void @llvm.masked.store{{.*}}, <16 x i1> %on)
; CHECK-NOT: call void @llvm.masked.scatter
; CHECK: {{^}}}
define ptx_kernel void @store_to_partner(ptr %p, i32 %reach, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %i = xor i32 %t, %reach
  %x = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; Where some lanes are off, so may be their memory.
; CHECK-LABEL: define internal void @first_of_pair_under_mask.body{{.*}}.packet(
; CHECK: [[START:%.*]] = call ptr @llvm.ptrmask.p0.i64(ptr {{.*}}, i64 -128)
; CHECK-NOT: load <
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
define ptx_kernel void @first_of_pair_under_mask(ptr %p, ptr %q, i32 %reach, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %mask = add i32 %reach, -1
  %l = and i32 %mask, %t
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  br label %end
end:
  ret void
}

; No instruction permutes narrow numbers: a gather where the low bits change.
; CHECK-LABEL: define internal void @narrow.body{{.*}}.packet(
; CHECK: %kept = icmp
; CHECK-NOT: permvar
; CHECK: call <16 x i16> @llvm.masked.gather
define ptx_kernel void @narrow(ptr %p, ptr %q, i32 %reach) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, %reach
  %x = zext i32 %i to i64
  %a = getelementptr i16, ptr %p, i64 %x
  %v = load i16, ptr %a
  %b = getelementptr i16, ptr %q, i32 %t
  store i16 %v, ptr %b
  ret void
}

; Lanes that do not begin at a multiple of their number differ in more than the low bits.
; CHECK-LABEL: define internal void @unaligned.body{{.*}}.packet(
; CHECK-NOT: %kept
; CHECK: call <16 x float> @llvm.masked.gather
define ptx_kernel void @unaligned(ptr %p, ptr %q, i32 %reach, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %t, %offset
  %i = xor i32 %s, %reach
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; As many places as lanes: all of them are read, and turned.
; CHECK-LABEL: define internal void @in_a_ring.body{{.*}}.packet(
; CHECK: [[FIRST:%.*]] = and i32 {{%.*}}, 15
; CHECK: br i1 %straight, label %ordered, label %other
; CHECK: other:
; CHECK: load <16 x float>
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512
; CHECK-NOT: masked
; CHECK: {{^}}}
define ptx_kernel void @in_a_ring(ptr %p, ptr %q, i32 %offset) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %t, %offset
  %i = and i32 %s, 15
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; Where some lanes are off, so may be memory: those before the restart and those behind it.
; CHECK-LABEL: define internal void @in_a_ring_under_mask.body{{.*}}.packet(
; CHECK: other:
; CHECK: call void @llvm.masked.store
; CHECK: call void @llvm.masked.store
; CHECK-NOT: permvar
; CHECK: {{^}}}
define ptx_kernel void @in_a_ring_under_mask(ptr %p, i32 %offset, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %s = add i32 %t, %offset
  %i = and i32 %s, 15
  %x = zext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  store float 1.0, ptr %a
  br label %end
end:
  ret void
}

; A part of the index may be in no order as long as the whole has one: (t - low) * 4 + low.
; CHECK-LABEL: define internal void @first_of_four.body{{.*}}.packet(
; CHECK: %kept = icmp eq i64 %low, 15
; CHECK: ordered:
; CHECK-NEXT: load <16 x float>
define ptx_kernel void @first_of_four(ptr %p, ptr %q, i32 %u) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, %u
  %h = sub nsw i32 %t, %l
  %f = shl nsw i32 %h, 2
  %i = add nsw i32 %f, %l
  %x = sext i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

; No order: all lanes have the same where the bits stay.
; CHECK-LABEL: define internal void @rest.body{{.*}}.packet(
; CHECK: gather
define ptx_kernel void @rest(ptr %p, ptr %q, i32 %u) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, %u
  %h = sub nsw i32 %t, %l
  %x = sext i32 %h to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %q, i32 %t
  store float %v, ptr %b
  ret void
}

;--- known_permutations
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where no instruction permutes by any number, lanes that a constant permutes have one access and a shuffle.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [1024 x i32] poison, align 4

; CHECK-LABEL: define internal void @partner.body{{.*}}.packet(
; CHECK: [[BEGIN:%.*]] = getelementptr i8, ptr %a, i64 -20
; CHECK: [[SPAN:%.*]] = load <16 x i32>, ptr [[BEGIN]], align 1
; CHECK: shufflevector <16 x i32> [[SPAN]], <16 x i32> poison, <16 x i32> <i32 5, i32 4, i32 7, i32 6, i32 1, i32 0, i32 3, i32 2, i32 13,
; CHECK: [[VALUE:%.*]] = shufflevector <16 x i32> {{.*}}, <16 x i32> poison, <16 x i32> <i32 5, i32 4,
; CHECK: store <16 x i32> [[VALUE]], ptr {{.*}}, align 4{{$}}
; CHECK-NOT: store <
; CHECK: ret void
; FREE-LABEL: define internal void @partner.body{{.*}}.packet(
; FREE: call <16 x i32> @llvm.x86.avx512.permvar.si.512
define ptx_kernel void @partner(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, 5
  %x = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i64 %x
  store i32 %v, ptr %b
  ret void
}

; Lanes leave a loop at different times: what each saw last is kept for it, behind the copies.
; CHECK-LABEL: define internal void @left.body{{.*}}.packet(
; CHECK: [[MASK:%mask.*]] = phi <16 x i1>
; CHECK-NEXT: [[SEEN:%.*]] = phi <16 x i32> [ poison, %{{.*}} ], [ [[LAST:%[^ ]*]],
; CHECK: br i1 {{.*}}, label %in.order
; CHECK: [[NOW:%.*]] = phi <16 x i32> {{.*}}, %loaded
; CHECK: [[LAST]] = select <16 x i1> [[MASK]], <16 x i32> [[NOW]], <16 x i32> [[SEEN]]
; CHECK: ret void
define ptx_kernel void @left(ptr %p, ptr %q, i32 %u) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, %u
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add nuw nsw i32 %k, 1
  %j = add nsw i32 %i, %k
  %x = sext i32 %j to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %goes.on = icmp slt i32 %v, 5
  br i1 %goes.on, label %loop, label %behind
behind:
  %y = zext i32 %t to i64
  %b = getelementptr inbounds i32, ptr %q, i64 %y
  store i32 %v, ptr %b
  ret void
}

; Both of a pair are loaded at once, and stored at once: lanes that are off store what they have read.
; CHECK-LABEL: define internal void @pairs.body{{.*}}.packet(
; CHECK: [[SPAN:%.*]] = load <32 x i32>
; CHECK-NEXT: [[LOW:%.*]] = shufflevector <32 x i32> [[SPAN]], <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8,
; CHECK-NEXT: [[HIGH:%.*]] = shufflevector <32 x i32> [[SPAN]], <32 x i32> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12,
; CHECK-NEXT: [[MASK:%.*]] = icmp sgt <16 x i32> [[LOW]], [[HIGH]]
; CHECK-NEXT: br i1 true
; CHECK: select <16 x i1> [[MASK]], <16 x i32> [[HIGH]], <16 x i32> [[LOW]]
; CHECK: select <16 x i1> [[MASK]], <16 x i32> [[LOW]], <16 x i32> [[HIGH]]
; CHECK: [[BOTH:%.*]] = shufflevector <16 x i32> {{.*}}, <16 x i32> {{.*}}, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 4,
; CHECK-NEXT: store <32 x i32> [[BOTH]]
; CHECK-NOT: masked
; CHECK: ret void
define ptx_kernel void @pairs(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, 3
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr addrspace(3) @part, i64 %x
  %b = getelementptr i8, ptr addrspace(3) %a, i64 16
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %behind ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %a
  %w = load i32, ptr addrspace(3) %b
  %c = icmp sgt i32 %v, %w
  br i1 %c, label %then, label %behind
then:
  store i32 %w, ptr addrspace(3) %a
  store i32 %v, ptr addrspace(3) %b
  br label %behind
behind:
  %next = add i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; One of the two alone: loaded with the gaps between its elements, stored without.
; CHECK-LABEL: define internal void @one_of_two.body{{.*}}.packet(
; CHECK: load <28 x i32>
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define ptx_kernel void @one_of_two(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, 3
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %x = sext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %s = add i32 %v, 1
  store i32 %s, ptr %a
  ret void
}

; Lanes at one place may all load from there; the last one that stores is to win.
; CHECK-LABEL: define internal void @repeated.body{{.*}}.packet(
; CHECK: [[FOUR:%.*]] = load <4 x i32>
; CHECK: shufflevector <4 x i32> [[FOUR]], <4 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1,
; CHECK: call void @llvm.masked.scatter
; CHECK: ret void
define ptx_kernel void @repeated(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %t, 3
  %x = zext i32 %l to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i64 %x
  store i32 %v, ptr %b
  ret void
}

; A ring that has as many places as there are lanes is turned by a constant; one of which the turn is not known is not.
; CHECK-LABEL: define internal void @ring.body{{.*}}.packet(
; CHECK: [[RING:%.*]] = load <16 x i32>
; CHECK: shufflevector <16 x i32> [[RING]], <16 x i32> poison, <16 x i32> <i32 15, i32 0, i32 1,
; CHECK: store <16 x i32>
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK: ret void
define ptx_kernel void @ring(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add i32 %t, 31
  %i = and i32 %s, 15
  %x = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  %u = add i32 %t, %n
  %j = and i32 %u, 15
  %y = zext i32 %j to i64
  %c = getelementptr i32, ptr %p, i64 %y
  %w = load i32, ptr %c
  store i32 %w, ptr %b
  ret void
}

; Remainders of other numbers are no permutations.
; CHECK-LABEL: define internal void @remainder.body{{.*}}.packet(
; CHECK-NOT: shufflevector <{{.*}}, <{{.*}} poison, <16 x i32> <i32 {{[1-9]}}
; CHECK: ret void
define ptx_kernel void @remainder(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = add nuw nsw i32 %t, 31
  %i = urem i32 %s, 40
  %x = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  ret void
}
