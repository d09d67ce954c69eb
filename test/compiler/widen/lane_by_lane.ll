; RUN: %opt --width=8 --passes=up-to-lower-runtime-calls,widen %s | %check
; Lane by lane: addresses are made from the lane's index, and if all lanes are on none is asked.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @sums.body{{.*}}.packet(
; CHECK: [[C:%.*]] = call <8 x i32> @llvm.masked.load.v8i32
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> {{.*}} to i8
; CHECK: %all = icmp eq i8 {{%.*}}, -1
; CHECK: br i1 %all, label %ordered, label %other
; CHECK: ordered:
; CHECK-NEXT: [[C0:%.*]] = extractelement <8 x i32> [[C]], i64 0
; CHECK-NEXT: [[X0:%.*]] = zext i32 [[C0]] to i64
; CHECK-NEXT: [[A0:%.*]] = getelementptr float, ptr %sums, i64 [[X0]]
; CHECK-NEXT: atomicrmw fadd ptr [[A0]]
; CHECK: lane:
; CHECK: atomicrmw fadd
define ptx_kernel void @sums(ptr %p, ptr %sums, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  %i = load i32, ptr %a
  %x = zext i32 %i to i64
  %s = getelementptr float, ptr %sums, i64 %x
  %r = atomicrmw fadd ptr %s, float 1.0 monotonic
  br label %end
end:
  ret void
}

; What it gives is used: each lane is asked for its own.
; CHECK-LABEL: define internal void @tickets.body{{.*}}.packet(
; CHECK-NOT: %all
; CHECK: atomicrmw xchg
; CHECK: phi i32 [ poison
define ptx_kernel void @tickets(ptr %p, ptr %next, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %r = atomicrmw xchg ptr %next, i32 %t monotonic
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %r, ptr %a
  br label %end
end:
  ret void
}
