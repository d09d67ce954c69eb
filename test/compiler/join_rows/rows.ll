; Rows that are joined, and that are not.

;--- product
; RUN: %opt --cpu=haswell --passes=up-to-join-rows %s | %check
; RUN: %opt --cpu=haswell --passes=up-to-choose-strategies %s | %check --check-prefix=PACKET
; RUN: sed s/16,16,1/16,6,1/ %s | %opt --cpu=haswell --passes=up-to-join-rows /dev/stdin | %check --check-prefix=TWO
; RUN: sed s/16,16,1/16,7,1/ %s | %opt --cpu=haswell --passes=up-to-join-rows /dev/stdin | %check --check-prefix=ALONE
; RUN: sed s/riffle-shape/other/ %s | %opt --cpu=haswell --passes=up-to-join-rows /dev/stdin | %check --check-prefix=ALONE
; In code for one block shape rows of threads that load the same vectors go through the loop together, if all of them get there: else
; one by one, as before. Not where they share nothing, go through it unequally often, write in it, or may wait for each other.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define internal void @product.body(
; CHECK: %[[THIRD:.*]] = add nuw nsw i32 %thread.y, 3
; CHECK: br i1 %{{.*}}, label %{{together.*}}, label %apart, {{.*}}!riffle.one.way
; CHECK: %sum.together = phi float
; CHECK-NEXT: phi float
; CHECK-NEXT: phi float
; CHECK-NEXT: phi float
; CHECK-NOT: phi float
; CHECK-COUNT-5: load float
; CHECK-NOT: load float
; CHECK-COUNT-4: store float
; CHECK: apart:
; CHECK: %apart.row = add nuw nsw i32 %thread.y, %apart.index
; PACKET-LABEL: define internal void @product.run(
; PACKET: %joined.y = mul nuw i32 %{{.*}}, 4
; PACKET-COUNT-4: phi <16 x float>
; PACKET: icmp eq i32 %{{.*}}, 4
; TWO-LABEL: define internal void @product.body(
; TWO: br i1 %{{.*}}, label %{{together.*}}, label %apart, {{.*}}!riffle.one.way
; TWO: %sum.together = phi float
; TWO-NEXT: phi float
; TWO-NOT: phi float
; TWO-COUNT-3: load float
; TWO-NOT: load float
; TWO: ret void
; ALONE-NOT: together
define ptx_kernel void @product(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %x.in = icmp slt i32 %x, %n
  %y.in = icmp slt i32 %y, %n
  %in = and i1 %x.in, %y.in
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %of.a = add nuw nsw i32 %row, %k
  %p = getelementptr float, ptr %a, i32 %of.a
  %v = load float, ptr %p
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, %x
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = call float @llvm.fma.f32(float %v, float %w, float %sum)
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

;--- rows_stay_apart
; RUN: %opt --cpu=haswell --passes=up-to-join-rows %s | %check
; Rows of threads that load nothing alike but what all lanes have, go through the loop unequally often, store in it, tell
; their place otherwise, or whose way depends on memory.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @nothing_alike.body(
; CHECK-NOT: together
; CHECK: }
define ptx_kernel void @nothing_alike(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in = icmp slt i32 %y, %n
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.x = add nuw nsw i32 %line, %x
  %of.b = add nuw nsw i32 %of.x, %y
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @for_all_lanes.body(
; CHECK-NOT: together
; CHECK: }
define ptx_kernel void @for_all_lanes(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in = icmp slt i32 %y, %n
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, 0
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @unequally_often.body(
; CHECK-NOT: together
; CHECK: }
define ptx_kernel void @unequally_often(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in = icmp slt i32 %y, %n
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  %count = add nuw nsw i32 %y, 9
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, %x
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %count
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @stores.body(
; CHECK-NOT: together
; CHECK: }
define ptx_kernel void @stores(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in = icmp slt i32 %y, %n
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, %x
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  %s = getelementptr float, ptr %c, i32 %k
  store float %more, ptr %s
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @flag.body(
; CHECK-NOT: together
; CHECK: }
define ptx_kernel void @flag(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %f = getelementptr i1, ptr %a, i32 %y
  %in = load i1, ptr %f
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, %x
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @watches.body(
; CHECK-NOT: together
; CHECK: }
define ptx_kernel void @watches(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %f = load volatile i32, ptr %a
  %in = icmp slt i32 %f, %n
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, %x
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}

; The same without any of that.
; CHECK-LABEL: define internal void @together.body(
; CHECK: loop.together:
define ptx_kernel void @together(ptr %a, ptr %b, ptr %c, i32 %n) "riffle-shape"="16,16,1" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in = icmp slt i32 %y, %n
  br i1 %in, label %begin, label %exit
begin:
  %row = mul nuw nsw i32 %y, %n
  
  br label %loop
loop:
  %k = phi i32 [ 0, %begin ], [ %next, %loop ]
  %sum = phi float [ 0.0, %begin ], [ %more, %loop ]
  %line = mul nuw nsw i32 %k, %n
  %of.b = add nuw nsw i32 %line, %x
  %q = getelementptr float, ptr %b, i32 %of.b
  %w = load float, ptr %q
  %more = fadd float %w, %sum
  
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %behind, label %loop
behind:
  %of.c = add nuw nsw i32 %row, %x
  %r = getelementptr float, ptr %c, i32 %of.c
  store float %more, ptr %r
  br label %exit
exit:
  ret void
}
