; What the lanes of a warp do together.

;--- shuffle
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; A shuffle by a constant is one permutation, a vote the bits of a mask, and what all lanes get is a scalar.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 16, i32 17, {{.*}}, i32 31, i32 16, i32 17,
; CHECK: bitcast <32 x i1> %{{.*}} to i32
; CHECK: call i32 @llvm.vector.reduce.add.v32i32
; CHECK: %sum = add i32
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 16, i32 31)
  %c = icmp slt i32 %s, %v
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %s, i32 -1)
  %sum = add i32 %b, %r
  store i32 %sum, ptr %a
  ret void
}

;--- divergent_warp_barrier
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Lanes that wait for each other on one path are in step there: all loads before all stores.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)

; CHECK: ; apart is not widened: lanes that wait for each other on two paths
; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: call <32 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: bar.warp.sync
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  br label %end
end:
  ret void
}

define ptx_kernel void @apart(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %then, label %else
then:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i32 1, ptr %p
  br label %end
else:
  store i32 2, ptr %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %end
end:
  ret void
}

;--- divergent_warp_operation
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Below a branch the lanes that are on take part: what others hold reads as 0, and does not count.
; CHECK: ; apart is not widened: lanes that wait for each other on two paths
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.min(i32, i32)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: %[[IN:.*]] = select <32 x i1> %c, <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
; CHECK: shufflevector <32 x i32> %[[IN]], <32 x i32> poison, <32 x i32> <i32 16,
; CHECK: %[[ON:.*]] = bitcast <32 x i1> %c to i32
; CHECK: and i32 {{.*}}%[[ON]]
; CHECK: select <32 x i1> %c, <32 x i32> %{{.*}}, <32 x i32> splat (i32 2147483647)
; CHECK: call i32 @llvm.vector.reduce.smin.v32i32
define ptx_kernel void @k(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 7
  br i1 %c, label %then, label %end
then:
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 127, i32 %t, i32 16, i32 31)
  %odd = trunc i32 %t to i1
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 127, i1 %odd)
  %r = call i32 @llvm.nvvm.redux.sync.min(i32 %s, i32 -1)
  %sum = add i32 %b, %r
  %all = add i32 %sum, %s
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %all, ptr %a
  br label %end
end:
  ret void
}

define ptx_kernel void @apart(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp ult i32 %t, 7
  br i1 %c, label %then, label %else
then:
  %x = call i32 @llvm.nvvm.activemask()
  store i32 %x, ptr %a
  br label %end
else:
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 16, i32 31)
  store i32 %s, ptr %p
  br label %end
end:
  ret void
}

;--- reductions_by_mask
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; Who is not in the mask adds nothing; where lanes name different ones, each group has a result of its own.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)

; CHECK-LABEL: define internal void @all.body{{.*}}.packet(
; CHECK-NOT: select
; CHECK: call i32 @llvm.vector.reduce.add.v32i32
; CHECK: ret void
define ptx_kernel void @all(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)
  store i32 %r, ptr %a
  ret void
}

; CHECK-LABEL: define internal void @some.body{{.*}}.packet(
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %odd to i32
; CHECK: %[[LANES:.*]] = bitcast i32 %{{.*}} to <32 x i1>
; CHECK: %[[HERE:.*]] = and <32 x i1> %[[LANES]], %odd
; CHECK: %[[IN:.*]] = select <32 x i1> %[[HERE]], <32 x i32> %{{.*}}, <32 x i32> splat (i32 -1)
; CHECK: call i32 @llvm.vector.reduce.umin.v32i32(<32 x i32> %[[IN]])
; CHECK-NOT: group:
; CHECK: ret void
define ptx_kernel void @some(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %odd = trunc i32 %v to i1
  %m = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
  br i1 %odd, label %then, label %end
then:
  %r = call i32 @llvm.nvvm.redux.sync.umin(i32 %v, i32 %m)
  store i32 %r, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @groups.body{{.*}}.packet(
; CHECK: group:
; CHECK: %[[LEFT:left.*]] = phi i32 [ -1, %{{.*}} ], [ %[[REST:.*]], %group ]
; CHECK: %[[RESULTS:results.*]] = phi <32 x i32> [ zeroinitializer, %{{.*}} ], [ %[[NEXT:.*]], %group ]
; CHECK: call i32 @llvm.cttz.i32(i32 %[[LEFT]], i1 false)
; CHECK: %[[MEMBERS:members.*]] = load i32
; CHECK: %[[SAME:same.*]] = icmp eq <32 x i32>
; CHECK: %[[LANES:.*]] = bitcast i32 %[[MEMBERS]] to <32 x i1>
; CHECK: %[[IN:.*]] = select <32 x i1> %[[LANES]], <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
; CHECK: call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %[[IN]])
; CHECK: %[[NEXT]] = select <32 x i1> %[[SAME]], <32 x i32> %{{.*}}, <32 x i32> %[[RESULTS]]
; CHECK: %[[REST]] = and i32 %[[LEFT]],
; CHECK: br i1 %{{.*}}, label %groups.end, label %group
define ptx_kernel void @groups(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %k = and i32 %v, 7
  %m = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %k)
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 %m)
  store i32 %r, ptr %a
  ret void
}

; The value of the first one there is, and whether all have it.
; CHECK-LABEL: define internal void @same.body{{.*}}.packet(
; CHECK: then:
; CHECK: %[[HERE:.*]] = and i32
; CHECK: call i32 @llvm.cttz.i32(i32 %[[HERE]], i1 false)
; CHECK: %[[SAME:.*]] = bitcast <32 x i1> %{{.*}} to i32
; CHECK: %[[IN:.*]] = and i32 %[[SAME]], %[[HERE]]
; CHECK: %[[ALL:.*]] = icmp eq i32 %[[IN]], %[[HERE]]
; CHECK: select i1 %[[ALL]], i32 %[[HERE]], i32 0
define ptx_kernel void @same(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %odd = trunc i32 %v to i1
  %m = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
  br i1 %odd, label %then, label %end
then:
  %all = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 %m, i32 %v)
  %r = extractvalue { i32, i1 } %all, 0
  store i32 %r, ptr %a
  br label %end
end:
  ret void
}

;--- volatile_in_step
; RUN: %opt --width=32 --passes=up-to-lower-runtime-calls,widen %s | %check
; A warp's lanes access volatile memory in step: masked, and at places of their own, each access is one, and nothing moves across it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @half.body{{.*}}.packet(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: [[VALUE:%.*]] = call <32 x float> @llvm.masked.load
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: call void @llvm.masked.store
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: ret void
define ptx_kernel void @half(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 16
  br i1 %low, label %add, label %end
add:
  %far = add nuw nsw i32 %t, 16
  %x = zext i32 %far to i64
  %a = getelementptr float, ptr %p, i64 %x
  %v = load volatile float, ptr %a
  %y = zext i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %y
  store volatile float %v, ptr %b
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @apart.body{{.*}}.packet(
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call <32 x i32> @llvm.masked.gather
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %q, i32 %t
  %i = load i32, ptr %a
  %b = getelementptr i32, ptr %p, i32 %i
  %v = load volatile i32, ptr %b
  store i32 %v, ptr %a
  ret void
}
