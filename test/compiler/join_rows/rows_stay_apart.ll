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
