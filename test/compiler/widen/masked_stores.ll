; RUN: %opt --dear-masks --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=FREE
; Where stores under masks are dear, registers of which all lanes or none are on have none.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: kept:
; CHECK-NEXT: [[BITS:%.*]] = bitcast <16 x i1> %c to i16
; CHECK: {{%.*}} = lshr i16 [[BITS]], 0
; CHECK: [[ON:%.*]] = trunc i16 {{%.*}} to i8
; CHECK: switch i8 [[ON]], label %partly [
; CHECK-NEXT: i8 0, label %behind
; CHECK-NEXT: i8 -1, label %whole
; CHECK: whole:
; CHECK: store <8 x i32>
; CHECK: partly:
; CHECK: llvm.masked.store.v8i32
; CHECK: lshr i16 [[BITS]], 8
; CHECK: switch i8
; FREE-LABEL: define internal void @k.body{{.*}}.packet(
; FREE-NOT: switch
; FREE: llvm.masked.store.v16i32
define ptx_kernel void @k(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = shl i32 %t, 1
  %a = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %q, i32 %t
  %c = icmp ne i32 %v, 0
  br i1 %c, label %then, label %end
then:
  store i32 %t, ptr %b
  br label %end
end:
  store i32 7, ptr %p
  ret void
}

; Of less than 32 bits there is no such store: an element for each bit that is on. The values lie in memory meanwhile.
; CHECK-LABEL: define internal void @bytes.body{{.*}}.packet(
; CHECK: partly:
; CHECK: store <16 x i8> {{%.*}}, ptr %lanes
; CHECK: lane.on:
; CHECK: [[LEFT:%.*]] = phi i64
; CHECK: [[LANE:%.*]] = call i64 @llvm.cttz.i64(i64 [[LEFT]], i1 true)
; CHECK: getelementptr inbounds i8, ptr %lanes, i64 [[LANE]]
; CHECK: store i8
; CHECK: [[LESS:%.*]] = sub i64 [[LEFT]], 1
; CHECK: [[REST:%.*]] = and i64 [[LEFT]], [[LESS]]
; CHECK: icmp eq i64 [[REST]], 0
; CHECK-NOT: llvm.masked.store
; FREE-LABEL: define internal void @bytes.body{{.*}}.packet(
; FREE-NOT: switch
; FREE: llvm.masked.store.v16i8
define ptx_kernel void @bytes(ptr %p, ptr %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i8, ptr %p, i32 %t
  %v = load i8, ptr %a
  %b = getelementptr i8, ptr %q, i32 %t
  %c = icmp ne i8 %v, 0
  br i1 %c, label %then, label %end
then:
  store i8 %v, ptr %b
  br label %end
end:
  store i8 7, ptr %p
  ret void
}

; One value for all lanes needs no place.
; CHECK-LABEL: define internal void @same.body{{.*}}.packet(
; CHECK-NOT: alloca
; CHECK: lane.on:
; CHECK: store i16 %value
define ptx_kernel void @same(ptr %p, ptr %q, i16 %value) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i8, ptr %p, i32 %t
  %v = load i8, ptr %a
  %b = getelementptr i16, ptr %q, i32 %t
  %c = icmp ne i8 %v, 0
  br i1 %c, label %then, label %end
then:
  store i16 %value, ptr %b
  br label %end
end:
  store i8 7, ptr %p
  ret void
}
