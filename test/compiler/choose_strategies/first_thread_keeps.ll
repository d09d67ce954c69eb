; RUN: %opt --passes=up-to-choose-strategies %s | %check
; What the first thread alone has is a value of its own across a barrier: other packets have nothing to put in its place.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @first.run(
; CHECK-NOT: store <32 x i32> {{.*}}, ptr %common.out
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %scratch,
; CHECK: %[[KEPT:.*]] = insertelement <32 x i32> poison, i32 %kept
; CHECK: store <32 x i32> %{{.*}}, ptr %[[SLOT]]
; CHECK-NOT: store i32 %kept{{.*}}, ptr %common.out
; CHECK: ret void
@last = internal addrspace(3) global [1024 x i32] undef

define ptx_kernel void @first(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %is.first = icmp eq i32 %t, 0
  br i1 %is.first, label %load, label %go
load:
  %from = getelementptr i32, ptr %in, i32 %b
  %loaded = load i32, ptr %from
  br label %go
go:
  %kept = phi i32 [ %loaded, %load ], [ undef, %entry ]
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @last to ptr), i32 %t
  store i32 %t, ptr %own
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is.first, label %end, label %other
other:
  %at = getelementptr i32, ptr %own, i32 -1
  %beside = load i32, ptr %at
  br label %end
end:
  %before = phi i32 [ %kept, %go ], [ %beside, %other ]
  %to = getelementptr i32, ptr %out, i32 %t
  store i32 %before, ptr %to
  ret void
}
