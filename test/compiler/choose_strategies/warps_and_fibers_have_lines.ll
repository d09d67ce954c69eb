; RUN: %opt --passes=up-to-choose-strategies %s | %check
; A kernel with debug information that is run as packets, or as fibers: each function has a subprogram of its own.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK-LABEL: define internal void @k.thread(
; CHECK-SAME: !dbg [[FIBER:![0-9]+]]
; CHECK-LABEL: define internal void @k.run(
; CHECK-SAME: !dbg [[RANGE:![0-9]+]]
; CHECK: shufflevector <32 x i32>
; CHECK-DAG: [[FIBER]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: [[RANGE]] = distinct !DISubprogram(name: "k"
define ptx_kernel void @k(ptr %p) !dbg !4 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %a = getelementptr i32, ptr %p, i32 %t, !dbg !6
  %v = load i32, ptr %a, !dbg !6
  %s = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 3, i32 31), !dbg !6
  store i32 %s, ptr %a, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocation(line: 2, scope: !4)
