; Pointers to the spaces of a GPU.

;--- globals
; RUN: %opt --passes=retarget,flatten-address-spaces %s | %check
; Constant memory becomes writable for the host; shared variables keep a cast as their mark.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) externally_initialized constant [2 x float] [float 1.0, float 2.0]
@counter = addrspace(1) externally_initialized global i32 5
@where = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @counter to ptr)
@tile = internal addrspace(3) global [4 x float] undef

; CHECK-DAG: @table = {{.*}}global [2 x float]
; CHECK-DAG: @counter = {{.*}}global i32 5
; CHECK-DAG: @where = {{.*}}global ptr @counter
; CHECK-LABEL: define {{.*}}@k(
; CHECK: load float, ptr @table
; CHECK: %[[T:.*]] = addrspacecast ptr addrspace(3) @tile to ptr
; CHECK: store float {{.*}}, ptr %[[T]]
; CHECK: atomicrmw add ptr @counter
define ptx_kernel void @k() {
  %a = load float, ptr addrspacecast (ptr addrspace(4) @table to ptr)
  store float %a, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  %b = atomicrmw add ptr addrspace(1) @counter, i32 1 monotonic
  ret void
}

;--- shared_in_constants
; RUN: %opt --passes=retarget,flatten-address-spaces %s | %check
; Each block has its shared variables elsewhere, so that a constant cannot hold their addresses.
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [4 x float] undef
@b = internal addrspace(3) global [4 x float] undef
@pair = private unnamed_addr constant [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr)]
@inner = private unnamed_addr constant { ptr, i32 } { ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 8), i32 7 }
@outer = private unnamed_addr constant { i64, ptr } { i64 0, ptr @inner }
@other = private unnamed_addr constant [2 x i32] [i32 1, i32 2]

; CHECK-NOT: @pair
; CHECK-NOT: @inner
; CHECK-NOT: @outer
; CHECK: @other =

; One of a few, without memory.
; CHECK-LABEL: define {{.*}}@chosen(
; CHECK: [[IS:%.*]] = icmp eq i64 %i, 0
; CHECK: [[P:%.*]] = select i1 [[IS]], ptr %{{.*}}, ptr %{{.*}}
; CHECK: store float 1.000000e+00, ptr [[P]]
define ptx_kernel void @chosen(i64 %i) {
  %at = getelementptr inbounds [2 x ptr], ptr @pair, i64 0, i64 %i
  %p = load ptr, ptr %at
  store float 1.0, ptr %p
  ret void
}

; CHECK-LABEL: define {{.*}}@copied(
; CHECK-NOT: memcpy
; CHECK: store ptr %{{.*}}, ptr %own
; CHECK: store ptr %{{.*}}, ptr
; CHECK-NOT: memcpy
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)
define ptx_kernel void @copied() {
  %own = alloca [2 x ptr]
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 @pair, i64 16, i1 false)
  call void @use(ptr %own)
  ret void
}

; CHECK-LABEL: define {{.*}}@nested(
; CHECK-DAG: %inner = alloca { ptr, i32 }
; CHECK-DAG: %outer = alloca { i64, ptr }
; CHECK-DAG: store i32 7
; CHECK-DAG: store ptr %inner
; CHECK: call void @use(ptr %outer)
define ptx_kernel void @nested() {
  call void @use(ptr @outer)
  ret void
}
