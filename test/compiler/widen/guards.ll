; Code without masks behind guards.

;--- split_guard
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; Packets of which all threads pass the guard run code without masks; where warp operations follow, there
; is one code for all.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK: [[LAST:%.*]] = add i32 %thread.x, 15
; CHECK: %all = icmp slt i32 [[LAST]], %n
; CHECK: br i1 %all, label %then.all, label %guard
; CHECK: guard:
; CHECK: br i1 %any, label %then, label %end
; CHECK: then:
; CHECK: llvm.masked.load
; CHECK: then.all:
; CHECK-NOT: masked.load
; CHECK: load <16 x float>
; CHECK: store <16 x float>
; CHECK-LABEL: define internal void @waits.body{{.*}}.packet(
; CHECK-NOT: %all
; CHECK: llvm.masked.load
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %w = fadd float %v, 1.0
  store float %w, ptr %a
  br label %end
end:
  ret void
}
define ptx_kernel void @waits(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store float %v, ptr %a
  br label %end
end:
  ret void
}

;--- split_guards
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; Guards one behind the other: the code without masks is behind all of them, and asks the lanes at the ends of the
; packet. Where one guard fails, there is one code with masks.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define internal void @two.body{{.*}}.packet(
; CHECK-DAG: [[FIRST:%all.*]] = icmp sge i32 %thread.x, 1
; CHECK-DAG: [[ROW:%.*]] = xor i1 %top, true
; CHECK: [[ONE:%.*]] = select i1 [[FIRST]], i1 [[ROW]], i1 false
; CHECK: br i1 [[ONE]], label %second.all, label %guard
; CHECK: guard:
; CHECK: second:
; CHECK: then:
; CHECK: second.all:
; CHECK: [[LAST:%.*]] = add i32 %thread.x, 15
; CHECK: [[OTHER:%all.*]] = icmp slt i32 [[LAST]], %n
; CHECK: br i1 [[OTHER]], label %then.all, label %guard
; CHECK: then.all:
; CHECK-COUNT-2: call void @llvm.masked.store.v8i32
; CHECK-NOT: call void @llvm.masked.store
define ptx_kernel void @two(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %left = icmp slt i32 %t, 1
  %top = icmp eq i32 %y, 0
  %edge = or i1 %left, %top
  br i1 %edge, label %end, label %second
second:
  %right = icmp slt i32 %t, %n
  br i1 %right, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; A sum that may wrap inside the packet: lane 0 has to leave room.
; CHECK-LABEL: define internal void @may_wrap.body{{.*}}.packet(
; CHECK: [[ROOM:%no.wrap.*]] = icmp sle i32 {{%.*}}, 2147483632
; CHECK: select i1 [[ROOM]], i1 %all{{.*}}, i1 false
define ptx_kernel void @may_wrap(ptr %p, i32 %n, i32 %first) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %first, %t
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %t, ptr %a
  br label %end
end:
  ret void
}

; What lies between the guards stores: it runs once, and the second guard keeps its masks.
; CHECK-LABEL: define internal void @stores_between.body{{.*}}.packet(
; CHECK: br i1 %all{{.*}}, label %second.all, label %guard
; CHECK: br i1 %any{{.*}}, label %then.all, label %Flow.all
define ptx_kernel void @stores_between(ptr %p, i32 %n, i32 %m) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  %c = icmp slt i32 %t, %n
  br i1 %c, label %second, label %end
second:
  store i32 1, ptr %a
  %d = icmp slt i32 %t, %m
  br i1 %d, label %then, label %end
then:
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; The second guard asks what each lane reads: it fails for some lane often, and keeps its mask behind the first one.
; CHECK-LABEL: define internal void @by_memory.body{{.*}}.packet(
; CHECK: br i1 %all{{.*}}, label %second.all, label %guard
; CHECK: second.all:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load <16 x i32>
; CHECK-NOT: label %guard
; CHECK: br i1 %any{{.*}}, label %then.all, label %Flow.all
define ptx_kernel void @by_memory(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %second, label %end
second:
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %d = icmp sgt i32 %v, 0
  br i1 %d, label %then, label %end
then:
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %t, ptr %b
  br label %end
end:
  ret void
}

; A bound in memory is the same for all lanes: asked in turn.
; CHECK-LABEL: define internal void @bound_in_memory.body{{.*}}.packet(
; CHECK: br i1 %all{{.*}}, label %second.all, label %guard
; CHECK: br i1 %all{{.*}}, label %then.all, label %guard
define ptx_kernel void @bound_in_memory(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %second, label %end
second:
  %v = load i32, ptr %p
  %d = icmp slt i32 %t, %v
  br i1 %d, label %then, label %end
then:
  %b = getelementptr i32, ptr %q, i32 %t
  store i32 %t, ptr %b
  br label %end
end:
  ret void
}

;--- split_large_guard
; RUN: %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen %s | %check
; RUN: sed 's/^define ptx_kernel .*)/& "riffle-shape"="64,1,1"/' %s | %opt --cpu=haswell --passes=up-to-lower-runtime-calls,widen /dev/stdin | %check --check-prefix=SHAPE
; Much code behind a guard has its copy without masks in code for one shape only.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @k.body{{.*}}.packet(
; CHECK-NOT: %all
; CHECK: llvm.masked.load
; SHAPE-LABEL: define internal void @k.body{{.*}}.packet(
; SHAPE: br i1 %all, label %then.all, label %guard
; SHAPE: then.all:
; SHAPE-NOT: masked
; SHAPE: store <16 x float>
define ptx_kernel void @k(ptr %p, i32 %n, float %y) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr float, ptr %p, i32 %t
  %v = load float, ptr %a
  %x0 = fmul float %v, %y
  %x1 = fadd float %x0, %y
  %x2 = fmul float %x1, %y
  %x3 = fadd float %x2, %y
  %x4 = fmul float %x3, %y
  %x5 = fadd float %x4, %y
  %x6 = fmul float %x5, %y
  %x7 = fadd float %x6, %y
  %x8 = fmul float %x7, %y
  %x9 = fadd float %x8, %y
  %x10 = fmul float %x9, %y
  %x11 = fadd float %x10, %y
  %x12 = fmul float %x11, %y
  %x13 = fadd float %x12, %y
  %x14 = fmul float %x13, %y
  %x15 = fadd float %x14, %y
  %x16 = fmul float %x15, %y
  %x17 = fadd float %x16, %y
  %x18 = fmul float %x17, %y
  %x19 = fadd float %x18, %y
  %x20 = fmul float %x19, %y
  %x21 = fadd float %x20, %y
  %x22 = fmul float %x21, %y
  %x23 = fadd float %x22, %y
  %x24 = fmul float %x23, %y
  %x25 = fadd float %x24, %y
  %x26 = fmul float %x25, %y
  %x27 = fadd float %x26, %y
  %x28 = fmul float %x27, %y
  %x29 = fadd float %x28, %y
  %x30 = fmul float %x29, %y
  %x31 = fadd float %x30, %y
  %x32 = fmul float %x31, %y
  %x33 = fadd float %x32, %y
  %x34 = fmul float %x33, %y
  %x35 = fadd float %x34, %y
  %x36 = fmul float %x35, %y
  %x37 = fadd float %x36, %y
  %x38 = fmul float %x37, %y
  %x39 = fadd float %x38, %y
  %x40 = fmul float %x39, %y
  %x41 = fadd float %x40, %y
  %x42 = fmul float %x41, %y
  %x43 = fadd float %x42, %y
  %x44 = fmul float %x43, %y
  %x45 = fadd float %x44, %y
  %x46 = fmul float %x45, %y
  %x47 = fadd float %x46, %y
  %x48 = fmul float %x47, %y
  %x49 = fadd float %x48, %y
  %x50 = fmul float %x49, %y
  %x51 = fadd float %x50, %y
  %x52 = fmul float %x51, %y
  %x53 = fadd float %x52, %y
  %x54 = fmul float %x53, %y
  %x55 = fadd float %x54, %y
  %x56 = fmul float %x55, %y
  %x57 = fadd float %x56, %y
  %x58 = fmul float %x57, %y
  %x59 = fadd float %x58, %y
  %x60 = fmul float %x59, %y
  %x61 = fadd float %x60, %y
  %x62 = fmul float %x61, %y
  %x63 = fadd float %x62, %y
  %x64 = fmul float %x63, %y
  %x65 = fadd float %x64, %y
  %x66 = fmul float %x65, %y
  %x67 = fadd float %x66, %y
  %x68 = fmul float %x67, %y
  %x69 = fadd float %x68, %y
  %x70 = fmul float %x69, %y
  %x71 = fadd float %x70, %y
  %x72 = fmul float %x71, %y
  %x73 = fadd float %x72, %y
  %x74 = fmul float %x73, %y
  %x75 = fadd float %x74, %y
  %x76 = fmul float %x75, %y
  %x77 = fadd float %x76, %y
  %x78 = fmul float %x77, %y
  %x79 = fadd float %x78, %y
  %x80 = fmul float %x79, %y
  %x81 = fadd float %x80, %y
  %x82 = fmul float %x81, %y
  %x83 = fadd float %x82, %y
  %x84 = fmul float %x83, %y
  %x85 = fadd float %x84, %y
  %x86 = fmul float %x85, %y
  %x87 = fadd float %x86, %y
  %x88 = fmul float %x87, %y
  %x89 = fadd float %x88, %y
  %x90 = fmul float %x89, %y
  %x91 = fadd float %x90, %y
  %x92 = fmul float %x91, %y
  %x93 = fadd float %x92, %y
  %x94 = fmul float %x93, %y
  %x95 = fadd float %x94, %y
  %x96 = fmul float %x95, %y
  %x97 = fadd float %x96, %y
  %x98 = fmul float %x97, %y
  %x99 = fadd float %x98, %y
  %x100 = fmul float %x99, %y
  %x101 = fadd float %x100, %y
  %x102 = fmul float %x101, %y
  %x103 = fadd float %x102, %y
  %x104 = fmul float %x103, %y
  %x105 = fadd float %x104, %y
  %x106 = fmul float %x105, %y
  %x107 = fadd float %x106, %y
  %x108 = fmul float %x107, %y
  %x109 = fadd float %x108, %y
  %x110 = fmul float %x109, %y
  %x111 = fadd float %x110, %y
  %x112 = fmul float %x111, %y
  %x113 = fadd float %x112, %y
  %x114 = fmul float %x113, %y
  %x115 = fadd float %x114, %y
  %x116 = fmul float %x115, %y
  %x117 = fadd float %x116, %y
  %x118 = fmul float %x117, %y
  %x119 = fadd float %x118, %y
  %x120 = fmul float %x119, %y
  %x121 = fadd float %x120, %y
  %x122 = fmul float %x121, %y
  %x123 = fadd float %x122, %y
  %x124 = fmul float %x123, %y
  %x125 = fadd float %x124, %y
  %x126 = fmul float %x125, %y
  %x127 = fadd float %x126, %y
  %x128 = fmul float %x127, %y
  %x129 = fadd float %x128, %y
  %x130 = fmul float %x129, %y
  %x131 = fadd float %x130, %y
  %x132 = fmul float %x131, %y
  %x133 = fadd float %x132, %y
  %x134 = fmul float %x133, %y
  %x135 = fadd float %x134, %y
  %x136 = fmul float %x135, %y
  %x137 = fadd float %x136, %y
  %x138 = fmul float %x137, %y
  %x139 = fadd float %x138, %y
  %x140 = fmul float %x139, %y
  %x141 = fadd float %x140, %y
  %x142 = fmul float %x141, %y
  %x143 = fadd float %x142, %y
  %x144 = fmul float %x143, %y
  %x145 = fadd float %x144, %y
  %x146 = fmul float %x145, %y
  %x147 = fadd float %x146, %y
  %x148 = fmul float %x147, %y
  %x149 = fadd float %x148, %y
  %x150 = fmul float %x149, %y
  %x151 = fadd float %x150, %y
  %x152 = fmul float %x151, %y
  %x153 = fadd float %x152, %y
  %x154 = fmul float %x153, %y
  %x155 = fadd float %x154, %y
  %x156 = fmul float %x155, %y
  %x157 = fadd float %x156, %y
  %x158 = fmul float %x157, %y
  %x159 = fadd float %x158, %y
  store float %x159, ptr %a
  br label %end
end:
  ret void
}
