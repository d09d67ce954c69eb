; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; Whether some lane of a whole packet passes a guard: one lane tells, by a scalar comparison.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @first_lane.body{{.*}}.packet(
; CHECK: %any = icmp ult i32 %thread.x, %n
; CHECK: br i1 %any, label %then, label %end
; CHECK: call void @llvm.masked.store
define ptx_kernel void @first_lane(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; n <= t, or not t < n.
; CHECK-LABEL: define internal void @last_lane.body{{.*}}.packet(
; CHECK: %[[LAST:.*]] = add i32 %thread.x, 15
; CHECK: %any = icmp uge i32 %[[LAST]], %n
; CHECK: br i1 %any, label %then, label %end
; CHECK: call void @llvm.masked.store
define ptx_kernel void @last_lane(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %end, label %then
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @one_lane.body{{.*}}.packet(
; CHECK: %[[D:.*]] = sub i32 %n, %thread.x
; CHECK: %any = icmp ult i32 %[[D]], 16
; CHECK: br i1 %any, label %then, label %end
define ptx_kernel void @one_lane(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %n, %t
  br i1 %c, label %then, label %end
then:
  store i32 %t, ptr %p
  br label %end
end:
  ret void
}

; The sum may wrap within the packet: lane 0's may be large and lane 1's zero.
; CHECK-LABEL: define internal void @may_wrap.body{{.*}}.packet(
; CHECK: %any = icmp ne i16
define ptx_kernel void @may_wrap(ptr %p, i32 %n, i32 %first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %first, %t
  %c = icmp ult i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; Lanes are off: lane 0 may be one of them.
; CHECK-LABEL: define internal void @masked.body{{.*}}.packet(
; CHECK: %any = icmp ne i16
; CHECK: br i1 %any
; CHECK: %any{{.*}} = icmp ne i16
define ptx_kernel void @masked(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %square = mul i32 %t, %t
  %c = icmp ult i32 %square, %n
  br i1 %c, label %then, label %end
then:
  %d = icmp ult i32 %t, %n
  br i1 %d, label %inner, label %end
inner:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}
