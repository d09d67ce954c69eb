; RUN: %opt --passes=to-follow,note-accesses %s | %check
; Shuffles one behind the other: lanes that have met, and have done nothing since, learn nothing by meeting again.
; CHECK-LABEL: define void @shuffles(
; CHECK: call preserve_mostcc void @riffle.followed.warp(i64 %mask)
; CHECK-NEXT: %sum = fadd
; CHECK-NEXT: %more = fadd
; Other lanes.
; CHECK: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.barrier()
; Something was done in between: a barrier, an access, another packet.
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK: store i32 32, ptr %frame
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK: call preserve_mostcc void @riffle.followed.lanes(
; CHECK-NEXT: call preserve_mostcc void @riffle.followed.warp(i64 255)
; CHECK-NEXT: ret
define void @shuffles(ptr %frame, ptr %addresses, <32 x float> %value, i64 %mask) {
  call void @riffle.follow.warp(i64 %mask)
  %sum = fadd <32 x float> %value, %value
  call void @riffle.follow.warp(i64 %mask)
  %more = fadd <32 x float> %sum, %value
  call void @riffle.follow.warp(i64 %mask)
  call void @riffle.follow.warp(i64 255)
  call void @riffle.follow.barrier()
  call void @riffle.follow.warp(i64 255)
  store i32 32, ptr %frame
  call void @riffle.follow.warp(i64 255)
  call void @riffle.follow.lanes(ptr %addresses, i64 3, ptr null, i64 4, i32 1)
  call void @riffle.follow.warp(i64 255)
  ret void
}
declare void @riffle.follow.warp(i64)
declare void @riffle.follow.barrier()
declare void @riffle.follow.lanes(ptr, i64, ptr, i64, i32)
