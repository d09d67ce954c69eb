; RUN: %opt --passes=up-to-choose-strategies %s | %check
; RUN: sed s/riffle-shape/other/ %s | %opt --passes=up-to-choose-strategies /dev/stdin | %check --check-prefix=ANY
; A ring's neighbour: packets away from the edge need no division, and load without asking. In code for all shapes, and of
; divisors that are a choice of the program's, nothing is taken for granted.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @ring.run(
; CHECK: [[FIRST:%.*]] = sub i32 {{.*}}, %n
; CHECK: icmp ule i32 %n, 1073741824
; CHECK: icmp ult i32 [[FIRST]], %n
; CHECK: [[LAST:%.*]] = add i32 [[FIRST]], 31
; CHECK: icmp ult i32 [[LAST]], %n
; CHECK: [[SERVES:%.*]] = freeze i1
; CHECK-NEXT: br i1 [[SERVES]], label %here, label %edge
; CHECK: edge:
; CHECK: urem
; CHECK: here:
; CHECK-NEXT: icmp ult i32 %{{.*}}, 12
; CHECK: counted:
; CHECK-NEXT: %inner{{.*}} = phi i32 [ 1, %here ]
; All that a number of packets does without asking:
; CHECK: inner.packets:
; CHECK-NOT: rem
; CHECK-NOT: label %edge
; CHECK: load <32 x i32>
; CHECK: br i1 %{{.*}}, label %inner.packets.end, label %inner.packets
; ANY-LABEL: define internal void @ring.run(
; ANY-NOT: freeze i1
; ANY: }
define ptx_kernel void @ring(ptr %p, ptr %q, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = add i32 %n, -1
  %s = add i32 %t, %m
  %r = srem i32 %s, %n
  %x = sext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %y = zext nneg i32 %t to i64
  %b = getelementptr i32, ptr %q, i64 %y
  store i32 %v, ptr %b
  ret void
}

; Unsigned numbers that may wrap: the first and the last packet tell that none does.
; CHECK-LABEL: define internal void @unsigned_ring.run(
; CHECK: icmp ule i32 {{%.*}}, -32
; CHECK: freeze i1
; CHECK: inner.packets:
; CHECK-NOT: no.wrap
; CHECK: load <32 x i8>
; CHECK: br i1 %{{.*}}, label %inner.packets.end, label %inner.packets
define ptx_kernel void @unsigned_ring(ptr %p, ptr %q, i32 %n, i32 %row) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = add i32 %n, -1
  %s = add i32 %t, %m
  %r = urem i32 %s, %n
  %i = add i32 %r, %row
  %x = zext i32 %i to i64
  %a = getelementptr i8, ptr %p, i64 %x
  %v = load i8, ptr %a
  %y = zext nneg i32 %t to i64
  %b = getelementptr i8, ptr %q, i64 %y
  store i8 %v, ptr %b
  ret void
}

; A guard of the program's is such a comparison, too: behind it there are no masks.
; CHECK-LABEL: define internal void @guarded_ring.run(
; CHECK: inner.packets:
; CHECK-NOT: masked
; CHECK: store <32 x i32>
; CHECK: br i1 %{{.*}}, label %inner.packets.end, label %inner.packets
define ptx_kernel void @guarded_ring(ptr %p, ptr %q, i32 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %out = icmp sge i32 %t, %n
  br i1 %out, label %end, label %then
then:
  %m = add i32 %n, -1
  %s = add i32 %t, %m
  %r = srem i32 %s, %n
  %x = sext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %y = zext nneg i32 %t to i64
  %b = getelementptr i32, ptr %q, i64 %y
  store i32 %v, ptr %b
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @chosen.run(
; CHECK-NOT: freeze i1
; CHECK: }
define ptx_kernel void @chosen(ptr %p, ptr %q, i32 %n, i1 %one) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = select i1 %one, i32 1, i32 %n
  %r = urem i32 %t, %size
  %x = sext i32 %r to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a
  %y = zext nneg i32 %t to i64
  %b = getelementptr i32, ptr %q, i64 %y
  store i32 %v, ptr %b
  ret void
}

attributes #0 = { "riffle-shape"="64,1,1,row" }
