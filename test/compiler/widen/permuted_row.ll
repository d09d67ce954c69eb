; Permutations of short rows, and by numbers that threads share.

;--- permuted_row
; RUN: %opt --passes=up-to-choose-strategies --strategy=simd %s | %check
; In code for rows of 8 threads a packet fills half a register, or a quarter: permutations and windows of memory are of
; that size, so that no lane touches what belongs to the next row.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @store_partner.run(
; CHECK: [[MOVED:%.*]] = call <8 x i32> @llvm.x86.avx2.permd(
; CHECK: store <8 x i32> [[MOVED]]
; CHECK-NOT: <16 x i32>
; CHECK: {{^}}}
define ptx_kernel void @store_partner(ptr %p, ptr %q, i32 %u) "riffle-shape"="8,8,1,row" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl nuw nsw i32 %y, 3
  %t = add nuw nsw i32 %row, %x
  %i = zext i32 %t to i64
  %a = getelementptr i32, ptr %q, i64 %i
  %v = load i32, ptr %a
  %partner = xor i32 %t, %u
  %j = sext i32 %partner to i64
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 %v, ptr %b
  ret void
}

; Rows of 4 floats: one register of 128 bits.
; CHECK-LABEL: define internal void @load_partner.run(
; CHECK: [[WINDOW:%.*]] = load <4 x i32>
; CHECK: call <4 x i32> @llvm.x86.avx512.vpermi2var.d.128(<4 x i32> [[WINDOW]], <4 x i32> {{.*}}, <4 x i32> [[WINDOW]])
; CHECK-NOT: <16 x i32>
; CHECK: {{^}}}
define ptx_kernel void @load_partner(ptr %p, ptr %q, i32 %u) "riffle-shape"="4,4,1,row" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = shl nuw nsw i32 %y, 2
  %t = add nuw nsw i32 %row, %x
  %partner = xor i32 %t, %u
  %j = sext i32 %partner to i64
  %b = getelementptr float, ptr %p, i64 %j
  %v = load float, ptr %b
  %i = zext i32 %t to i64
  %a = getelementptr float, ptr %q, i64 %i
  store float %v, ptr %a
  ret void
}

;--- split_permutations
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=DEAR
; Indices permuted by a number that threads share: code of its own for numbers that leave the lanes in order, and for those
; that do nothing else than permute them.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@part = internal addrspace(3) global [2048 x i32] poison, align 4

; Lanes in order share what is asked about a higher bit of their index; within a packet it is asked of the first one and of the
; others' distances from it.
; CHECK-LABEL: define internal void @step.body{{.*}}.packet(
; CHECK: [[LOW:%.*]] = and i32 {{.*}}, 15
; CHECK: [[ORDER:%.*]] = icmp eq i32 [[LOW]], 15
; CHECK: [[ASKED:%.*]] = and i32 {{.*}}, 15
; CHECK: [[SHARED:%.*]] = icmp eq i32 [[ASKED]], 0
; CHECK: [[BOTH:%.*]] = and i1 [[ORDER]], [[SHARED]]
; CHECK: br i1 [[BOTH]], label %in.order, label %otherwise
; CHECK: in.order:
; CHECK: [[FIRST:%.*]] = and i32 %thread.x, -16
; CHECK: icmp eq i32 {{.*}}, 0
; CHECK: otherwise:
; CHECK: [[HIGH:%.*]] = and i32 {{.*}}, 1008
; CHECK: [[NONE:%.*]] = icmp eq i32 [[HIGH]], 0
; CHECK: br i1 [[NONE]], label %within, label %[[REST:.*]]
; CHECK: within:
; CHECK: %lane{{.*}} = and i32 %thread.x, 15
; CHECK: [[LANES:%.*]] = icmp eq <16 x i32> {{.*}}, zeroinitializer
; CHECK: [[WHOLE:%.*]] = bitcast i16 {{.*}} to <16 x i1>
; CHECK: and <16 x i1> [[WHOLE]], [[LANES]]
; CHECK: [[REST]]:
; CHECK: br i1 %kept
; CHECK: {{^.*}}.in.order:
; CHECK: load <16 x i32>
; CHECK-NEXT: load <16 x i32>
; Without instructions that permute by any number, each number of a sorting network has code of its own.
; DEAR-LABEL: define internal void @step.body{{.*}}.packet(
; DEAR: br i1 {{.*}}, label %in.order, label %[[OTHERWISE:[a-z0-9]*]], !riffle.permutation.question
; DEAR: {{^}}[[OTHERWISE]]:
; DEAR: lshr i64 278,
; DEAR: br i1 {{.*}}, label %known{{.*}}, label
; DEAR: .split.at.1:
; DEAR: [[PAIRS:%.*]] = load <32 x i32>
; DEAR: shufflevector <32 x i32> [[PAIRS]], <32 x i32> poison, <16 x i32> <i32 0, i32 2, i32 4,
; DEAR: .split.at.8:
; DEAR: [[PAIRS:%.*]] = load <32 x i32>
; DEAR: shufflevector <32 x i32> [[PAIRS]], <32 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16,
; DEAR: shufflevector <32 x i32> [[PAIRS]], <32 x i32> poison, <16 x i32> <i32 8,
define ptx_kernel void @step(i32 %reach, i32 %length) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = add i32 %reach, -1
  %l = and i32 %m, %t
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %k = add nsw i32 %i, %reach
  %q = and i32 %i, %length
  %up = icmp eq i32 %q, 0
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %i
  %b = getelementptr i32, ptr addrspace(3) @part, i32 %k
  %v = load i32, ptr addrspace(3) %a
  %w = load i32, ptr addrspace(3) %b
  %g = icmp sgt i32 %v, %w
  %c = xor i1 %g, %up
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr addrspace(3) %a
  store i32 %v, ptr addrspace(3) %b
  br label %end
end:
  ret void
}

; Values that leave the code come from one of its copies.
; CHECK-LABEL: define internal void @partner.body{{.*}}.packet(
; CHECK: br i1 {{.*}}, label %in.order, label %[[REST:.*]]
; CHECK: in.order:
; CHECK-NEXT: %first
; CHECK: [[PARTNERS:%.*]] = xor i32 {{.*}}, %reach
; CHECK: [[SEEN:%.*]] = phi <16 x i32> [ [[ONE:%.*]], {{.*}} ], [ [[OTHER:%.*]], {{.*}} ]
; CHECK: call void @llvm.nvvm.barrier
; CHECK: store <16 x i32> [[SEEN]]
; DEAR-LABEL: define internal void @partner.body{{.*}}.packet(
; DEAR: at.4:
; DEAR: shufflevector <16 x i32> {{.*}}, <16 x i32> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0,
define ptx_kernel void @partner(i32 %reach) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, %reach
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %i
  %v = load i32, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @part, i32 %t
  store i32 %v, ptr addrspace(3) %b
  ret void
}

; What is known at compile time needs no question.
; CHECK-LABEL: define internal void @constant.body{{.*}}.packet(
; CHECK-NOT: in.order
; CHECK: {{^}}}
define ptx_kernel void @constant(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = xor i32 %t, 5
  %x = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %v, ptr %b
  ret void
}

; An address that is used behind a barrier as well stays one address.
; CHECK-LABEL: define internal void @both_sides.body{{.*}}.packet(
; CHECK-NOT: in.order
; CHECK: {{^}}}
; DEAR-LABEL: define internal void @both_sides.body{{.*}}.packet(
; DEAR-NOT: at.4
; DEAR: {{^}}}
define ptx_kernel void @both_sides(i32 %reach, ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @part, i32 %t
  store i32 %t, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %a
  %i = xor i32 %t, %reach
  %x = add i32 %i, 1
  %b = getelementptr i32, ptr addrspace(3) @part, i32 %x
  store i32 %v, ptr addrspace(3) %b
  %y = add i32 %i, 2
  %s = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = getelementptr i32, ptr addrspace(3) @part, i32 %y
  store i32 %s, ptr addrspace(3) %c
  ret void
}

; Lanes that are off must not store to memory of others: a copy for each number would scatter there, too.
; DEAR-LABEL: define internal void @elsewhere.body{{.*}}.packet(
; DEAR-NOT: at.1
; DEAR: {{^}}}
define ptx_kernel void @elsewhere(ptr %p, i32 %reach) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = add i32 %reach, -1
  %l = and i32 %m, %t
  %d = shl nuw nsw i32 %t, 1
  %i = sub nsw i32 %d, %l
  %k = add nsw i32 %i, %reach
  %a = getelementptr i32, ptr %p, i32 %i
  %b = getelementptr i32, ptr %p, i32 %k
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %c = icmp sgt i32 %v, %w
  br i1 %c, label %then, label %end
then:
  store i32 %w, ptr %a
  store i32 %v, ptr %b
  br label %end
end:
  ret void
}
