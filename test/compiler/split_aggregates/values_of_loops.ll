; RUN: %opt --passes=up-to-split-aggregates %s | %check
; RUN: %opt --passes=up-to-choose-strategies --remarks %s | %check --check-prefix=REMARK
; A structure that a loop carries is carried element by element, also one within another, and through a choice.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @pairs.body(
; CHECK-NOT: insertvalue
; CHECK-NOT: extractvalue
; CHECK: loop:
; CHECK: %[[FIRST:.*]] = phi i32 [ %thread.x, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[SECOND:.*]] = phi float [ 0.000000e+00, %entry ], [ %[[SUM:.*]], %loop ]
; CHECK-NOT: insertvalue
; CHECK: %[[MORE:.*]] = add i32 %[[FIRST]], 3
; CHECK: %[[NEXT]] = select i1 %odd, i32 %[[FIRST]], i32 %[[MORE]]
; CHECK: %[[SUM]] = select i1 %odd, float %[[SECOND]]
; CHECK-NOT: extractvalue
; CHECK: ret void
; REMARK: ; riffle: remark: kernel 'pairs': packets of
define ptx_kernel void @pairs(ptr %out, ptr %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = insertvalue { i32, { float, i32 } } poison, i32 %t, 0
  %b = insertvalue { i32, { float, i32 } } %a, float 0.0, 1, 0
  %begin = insertvalue { i32, { float, i32 } } %b, i32 7, 1, 1
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %pair = phi { i32, { float, i32 } } [ %begin, %entry ], [ %chosen, %loop ]
  %first = extractvalue { i32, { float, i32 } } %pair, 0
  %second = extractvalue { i32, { float, i32 } } %pair, 1, 0
  %more = add i32 %first, 3
  %at = getelementptr float, ptr %in, i32 %more
  %x = load float, ptr %at
  %sum = fadd float %second, %x
  %c = insertvalue { i32, { float, i32 } } %pair, i32 %more, 0
  %next = insertvalue { i32, { float, i32 } } %c, float %sum, 1, 0
  %odd = trunc i32 %k to i1
  %chosen = select i1 %odd, { i32, { float, i32 } } %pair, { i32, { float, i32 } } %next
  %k.next = add i32 %k, 1
  %goes = icmp slt i32 %k.next, %n
  br i1 %goes, label %loop, label %done
done:
  %inner = extractvalue { i32, { float, i32 } } %chosen, 1
  %result = extractvalue { float, i32 } %inner, 0
  %place = getelementptr float, ptr %out, i32 %t
  store float %result, ptr %place
  ret void
}

; A switch comes from one block twice.
; CHECK-LABEL: define internal void @of_a_switch.body(
; CHECK: %[[LOADED:.*]] = extractvalue { i32, i1 } %swapped, 0
; CHECK: phi i32 [ 3, %other ], [ %[[LOADED]], %entry ], [ %[[LOADED]], %entry ]
define ptx_kernel void @of_a_switch(ptr %out, i32 %way) {
entry:
  %swapped = cmpxchg ptr %out, i32 0, i32 1 monotonic monotonic
  switch i32 %way, label %other [
    i32 1, label %done
    i32 2, label %done
  ]
other:
  br label %done
done:
  %pair = phi { i32, i1 } [ { i32 3, i1 true }, %other ], [ %swapped, %entry ], [ %swapped, %entry ]
  %first = extractvalue { i32, i1 } %pair, 0
  store i32 %first, ptr %out
  ret void
}
