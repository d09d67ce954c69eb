; RUN: %opt --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check --check-prefix=DEAR
; Branches around an access, of which a packet's ends tell whether all lanes take them: those that do have no mask. Where masks
; are cheap, only in loops; elsewhere only where there is no mask already.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @taps.body{{.*}}.packet(
; CHECK: loop:
; CHECK: br i1 %all{{.*}}, label %then.all, label %some
; CHECK: some:
; CHECK: br i1 {{.*}}, label %then, label %latch
; CHECK: then:
; CHECK: @llvm.masked.load
; CHECK: latch:
; CHECK: phi <16 x float> [ {{.*}}, %some ], [ {{.*}}, %then ], [ {{.*}}, %then.all ]
; CHECK: then.all:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load <16 x float>
; CHECK-NEXT: fadd
; CHECK-NEXT: br label %latch
; DEAR-LABEL: define internal void @taps.body{{.*}}.packet(
; DEAR: label %then.all, label %some
define ptx_kernel void @taps(ptr %p, ptr %q, i32 %reach, i32 %w) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  %i = sub nsw i32 %t, %d
  %least = icmp sge i32 %i, 0
  %most = icmp slt i32 %i, %w
  %c = select i1 %least, i1 %most, i1 false
  br i1 %c, label %then, label %latch
then:
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  %s = fadd float %sum, %v
  br label %latch
latch:
  %sum1 = phi float [ %s, %then ], [ %sum, %loop ]
  %d1 = add i32 %d, 1
  %goes.on = icmp slt i32 %d1, %reach
  br i1 %goes.on, label %loop, label %end
end:
  %b = getelementptr float, ptr %q, i32 %t
  store float %sum1, ptr %b
  ret void
}

; No loop: the masks are cheap.
; CHECK-LABEL: define internal void @once.body{{.*}}.packet(
; CHECK-NOT: %some
; DEAR-LABEL: define internal void @once.body{{.*}}.packet(
; DEAR: label %then.all, label %some
define ptx_kernel void @once(ptr %p, ptr %q) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp sgt i32 %t, 0
  br i1 %c, label %then, label %end
then:
  %i = sub nsw i32 %t, 1
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  br label %end
end:
  %u = phi float [ %v, %then ], [ 0.0, %entry ]
  %b = getelementptr float, ptr %q, i32 %t
  store float %u, ptr %b
  ret void
}

; What memory says has no ends.
; CHECK-LABEL: define internal void @of_memory.body{{.*}}.packet(
; CHECK-NOT: %some
; CHECK: ret void
; DEAR-LABEL: define internal void @of_memory.body{{.*}}.packet(
; DEAR-NOT: %some
; DEAR: ret void
define ptx_kernel void @of_memory(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = getelementptr float, ptr %q, i32 %t
  br label %loop
loop:
  %d = phi i32 [ 0, %entry ], [ %d1, %latch ]
  %u = load float, ptr %b
  %c = fcmp olt float %u, 1.0
  br i1 %c, label %then, label %latch
then:
  %i = add nsw i32 %t, %d
  %a = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %a
  store float %v, ptr %b
  br label %latch
latch:
  %d1 = add i32 %d, 1
  %goes.on = icmp slt i32 %d1, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}
