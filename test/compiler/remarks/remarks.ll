; What remarks say of packets.

;--- packets
; RUN: %opt --passes=up-to-choose-strategies --remarks %s | %check
; RUN: %opt --passes=up-to-choose-strategies %s | %check --check-prefix=OFF
; RUN: %opt --passes=up-to-choose-strategies --remarks --width=64 %s | %check --check-prefix=WIDTH
; What became of accesses, branches and loops, by lines of the source; each has its opposite beside it.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; OFF-NOT: remark:
; WIDTH: ; k.cu:1: remark: kernel 'k': packets of 64 threads in vector registers: as RIFFLE_WIDTH asks
; CHECK: ; k.cu:1: remark: kernel 'k': packets of {{[0-9]+}} threads in vector registers: {{.*}} instructions [strategy]
; CHECK-NEXT: ; k.cu:2:1: remark: kernel 'k': consecutive load: one vector [memory]
; CHECK-NEXT: ; k.cu:3:1: remark: kernel 'k': gather: the address depends on what memory holds (line 2) [memory]
; CHECK-NEXT: ; k.cu:4:1: remark: kernel 'k': load of one address for all lanes: done once [memory]
; CHECK-NEXT: ; k.cu:5:1: remark: kernel 'k': scatter: lanes are 400 bytes apart [memory]
; CHECK-NEXT: ; k.cu:6:1: remark: kernel 'k': divergent branch: masked code, skipped where no lane takes it; that depends on the thread's index [branch]
; CHECK-NEXT: ; k.cu:7:1: remark: kernel 'k': all lanes at one address: their updates are combined into one atomic [atomic]
; CHECK-NEXT: ; k.cu:8:1: remark: kernel 'k': uniform branch: all lanes go one way [branch]
; CHECK-NEXT: ; k.cu:9:1: remark: kernel 'k': divergent loop: runs until its last lane has left; that depends on what memory holds (line 2) [loop]
; CHECK-NEXT: ; k.cu:10:1: remark: kernel 'k': uniform loop: all lanes leave it together [loop]
define ptx_kernel void @k(ptr %p, ptr %q, ptr %sum, i32 %n) !dbg !4 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext nneg i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %x
  %v = load i32, ptr %a, !dbg !12
  %y = sext i32 %v to i64
  %b = getelementptr i32, ptr %q, i64 %y
  %w = load i32, ptr %b, !dbg !13
  %u = load i32, ptr %q, !dbg !14
  %s = add i32 %u, %w
  %c = getelementptr [100 x i32], ptr %q, i64 %x
  store i32 %s, ptr %c, !dbg !15
  %few = icmp slt i32 %t, 7
  br i1 %few, label %add, label %next, !dbg !16
add:
  %old = atomicrmw add ptr %sum, i32 %s monotonic, !dbg !17
  br label %next
next:
  %some = icmp sgt i32 %n, 7
  br i1 %some, label %count, label %all, !dbg !18
count:
  %i = phi i32 [ %v, %next ], [ %less, %count ]
  %less = add i32 %i, -1
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %count, label %all, !dbg !19
all:
  %j = phi i32 [ %n, %next ], [ %n, %count ], [ %fewer, %all ]
  %fewer = add i32 %j, -1
  %again = icmp sgt i32 %fewer, 0
  br i1 %again, label %all, label %end, !dbg !20
end:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!12 = !DILocation(line: 2, column: 1, scope: !4)
!13 = !DILocation(line: 3, column: 1, scope: !4)
!14 = !DILocation(line: 4, column: 1, scope: !4)
!15 = !DILocation(line: 5, column: 1, scope: !4)
!16 = !DILocation(line: 6, column: 1, scope: !4)
!17 = !DILocation(line: 7, column: 1, scope: !4)
!18 = !DILocation(line: 8, column: 1, scope: !4)
!19 = !DILocation(line: 9, column: 1, scope: !4)
!20 = !DILocation(line: 10, column: 1, scope: !4)

;--- no_packets
; RUN: %opt --passes=up-to-choose-strategies --remarks %s | %check
; Why threads run one by one, at the line that is to blame; without debug information the kernel alone is named.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)

; CHECK-DAG: ; riffle: remark: kernel 'half': a stack for each thread of the block: named barriers, or barriers for some threads only [strategy]
; CHECK-DAG: ; riffle: remark: kernel 'half': this barrier prevents packets: it is named, or only some threads take part [barrier]
; CHECK-DAG: ; riffle: remark: kernel 'all': barrier: a region ends here; the block's packets run each region one after the other [barrier]
define ptx_kernel void @half(ptr %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  store i32 1, ptr %p
  ret void
}

define ptx_kernel void @all(ptr %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr %p
  ret void
}
