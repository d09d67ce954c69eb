; RUN: %opt --passes=up-to-bind-kernels %s | %check
; Constant memory is told by its bounds, local memory by where a pointer comes from; what is neither, nor shared, is
; global.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) externally_initialized constant [2 x float] [float 1.0, float 2.0]
@counter = addrspace(1) externally_initialized global i32 5
declare i1 @llvm.nvvm.isspacep.const(ptr)
declare i1 @llvm.nvvm.isspacep.local(ptr)
declare i1 @llvm.nvvm.isspacep.global(ptr)
declare void @use(ptr)

; CHECK-LABEL: define internal void @const.body(
; CHECK: %[[BEHIND:.*]] = sub i64 %{{.*}}, ptrtoint (ptr @table to i64)
; CHECK: icmp ult i64 %[[BEHIND]], 8
; CHECK-NOT: @counter
define ptx_kernel void @const(ptr %p, ptr %to) {
  %a = call i1 @llvm.nvvm.isspacep.const(ptr %p)
  store i1 %a, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @local.body(
; CHECK: %[[LOCAL:.*]] = phi i1 [ true, %entry ], [ %[[LOCAL]], %again ], [ false, %other ]
; CHECK: store i1 %[[LOCAL]]
define ptx_kernel void @local(ptr %p, ptr %to, i1 %c, i1 %d) {
entry:
  %x = alloca [4 x i32]
  store volatile i32 1, ptr %x
  br i1 %c, label %again, label %other
other:
  br label %again
again:
  %q = phi ptr [ %x, %entry ], [ %next, %again ], [ %p, %other ]
  %next = getelementptr i8, ptr %q, i64 4
  %v = load volatile i32, ptr %q
  br i1 %d, label %again, label %end
end:
  %a = call i1 @llvm.nvvm.isspacep.local(ptr %q)
  store i1 %a, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @global.body(
; CHECK: icmp ult i64 %{{.*}}, 8
; CHECK: %[[OTHER:.*]] = or i1 %{{.*}}, true
; CHECK: %[[GLOBAL:.*]] = xor i1 %[[OTHER]], true
; CHECK: store i1 %[[GLOBAL]]
define ptx_kernel void @global(ptr %to) {
  %x = alloca i32
  store volatile i32 1, ptr %x
  %a = call i1 @llvm.nvvm.isspacep.global(ptr %x)
  store i1 %a, ptr %to
  ret void
}
