; Parameters and memory of kernels.

;--- parameters
; RUN: %opt --passes=up-to-emit-tables --strategy=loop %s | %check
; Offsets as the host packs them: int at 0, structure at 8, double at 24; a structure that the kernel
; changes is copied per thread.
target triple = "nvptx64-nvidia-cuda"
%P = type { i32, [2 x float] }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: @riffle.table{{.*}} = {{.*}}[3 x { i32, i32 }] [{ i32, i32 } { i32 0, i32 4 }, { i32, i32 } { i32 8, i32 12 }, { i32, i32 } { i32 24, i32 8 }]
; CHECK: @riffle_module = constant
; CHECK-LABEL: define internal void @k.run(ptr %launch, ptr %frame, i64 %0, i64 %1)
; CHECK: %p.own{{.*}} = alloca %P
; CHECK: thread.x:
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 %p.own
define ptx_kernel void @k(i32 %a, ptr byval(%P) align 8 %p, double %d) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %p
  ret void
}

;--- shared_memory
; RUN: %opt --passes=up-to-bind-kernels %s | %check
; Each kernel has its own layout; all extern arrays lie behind the static part, aligned.
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [5 x i8] undef
@b = internal addrspace(3) global [4 x double] undef
@dynamic = external addrspace(3) global [0 x float], align 4

; CHECK-LABEL: define internal void @one.body(
; CHECK-DAG: %a = getelementptr inbounds i8, ptr %shared, i64 0
; CHECK-DAG: %b = getelementptr inbounds i8, ptr %shared, i64 8
; CHECK-DAG: %dynamic = getelementptr inbounds i8, ptr %shared, i64 48
define ptx_kernel void @one() {
  store i8 1, ptr addrspacecast (ptr addrspace(3) @a to ptr)
  store double 1.0, ptr addrspacecast (ptr addrspace(3) @b to ptr)
  store float 1.0, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr)
  ret void
}

; CHECK-LABEL: define internal void @other.body(
; CHECK: %b = getelementptr inbounds i8, ptr %shared, i64 0
define ptx_kernel void @other() {
  store double 1.0, ptr addrspacecast (ptr addrspace(3) @b to ptr)
  ret void
}
; CHECK-NOT: addrspace(3)

;--- shared_memory_of_callee
; RUN: %opt --passes=up-to-bind-kernels %s | %check
; A shared variable of a function that is inlined: the copy's addresses are constants again.
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [8 x float] undef

define internal void @store(i64 %i) noinline {
  %p = getelementptr float, ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 %i
  store float 1.0, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @k.body(
; CHECK: %a = getelementptr inbounds i8, ptr %shared, i64 0
; CHECK: getelementptr i8, ptr %a, i64 12
define ptx_kernel void @k() {
  call void @store(i64 3)
  ret void
}
; CHECK-NOT: addrspace(3)

;--- state_spaces
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
