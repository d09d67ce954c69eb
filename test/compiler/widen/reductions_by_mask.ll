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
