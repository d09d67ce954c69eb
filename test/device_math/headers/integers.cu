// SPDX-License-Identifier: Apache-2.0
// Integer, packed and DPX intrinsics.
__global__ void lanes(unsigned* u) {
  unsigned a = u[0], b = u[1], t = 0;
  t += __vabs2(a) + __vabs4(a);
  t += __vabsss2(a) + __vabsss4(a);
  t += __vneg2(a) + __vneg4(a);
  t += __vnegss2(a) + __vnegss4(a);
  t += __vadd2(a, b) + __vadd4(a, b);
  t += __vaddss2(a, b) + __vaddss4(a, b);
  t += __vaddus2(a, b) + __vaddus4(a, b);
  t += __vsub2(a, b) + __vsub4(a, b);
  t += __vsubss2(a, b) + __vsubss4(a, b);
  t += __vsubus2(a, b) + __vsubus4(a, b);
  t += __vabsdiffs2(a, b) + __vabsdiffs4(a, b);
  t += __vabsdiffu2(a, b) + __vabsdiffu4(a, b);
  t += __vavgs2(a, b) + __vavgs4(a, b);
  t += __vavgu2(a, b) + __vavgu4(a, b);
  t += __vhaddu2(a, b) + __vhaddu4(a, b);
  t += __vmaxs2(a, b) + __vmaxs4(a, b);
  t += __vmaxu2(a, b) + __vmaxu4(a, b);
  t += __vmins2(a, b) + __vmins4(a, b);
  t += __vminu2(a, b) + __vminu4(a, b);
  t += __vcmpeq2(a, b) + __vcmpeq4(a, b);
  t += __vcmpne2(a, b) + __vcmpne4(a, b);
  t += __vcmpges2(a, b) + __vcmpges4(a, b);
  t += __vcmpgeu2(a, b) + __vcmpgeu4(a, b);
  t += __vcmpgts2(a, b) + __vcmpgts4(a, b);
  t += __vcmpgtu2(a, b) + __vcmpgtu4(a, b);
  t += __vcmples2(a, b) + __vcmples4(a, b);
  t += __vcmpleu2(a, b) + __vcmpleu4(a, b);
  t += __vcmplts2(a, b) + __vcmplts4(a, b);
  t += __vcmpltu2(a, b) + __vcmpltu4(a, b);
  t += __vseteq2(a, b) + __vseteq4(a, b);
  t += __vsetne2(a, b) + __vsetne4(a, b);
  t += __vsetges2(a, b) + __vsetges4(a, b);
  t += __vsetgeu2(a, b) + __vsetgeu4(a, b);
  t += __vsetgts2(a, b) + __vsetgts4(a, b);
  t += __vsetgtu2(a, b) + __vsetgtu4(a, b);
  t += __vsetles2(a, b) + __vsetles4(a, b);
  t += __vsetleu2(a, b) + __vsetleu4(a, b);
  t += __vsetlts2(a, b) + __vsetlts4(a, b);
  t += __vsetltu2(a, b) + __vsetltu4(a, b);
  t += __vsads2(a, b) + __vsads4(a, b);
  t += __vsadu2(a, b) + __vsadu4(a, b);
  u[2] = t;
}
__global__ void integers(int* n, unsigned* u, long long* l, unsigned long long* w) {
  int a = n[0], b = n[1];
  unsigned x = u[0], y = u[1], z = u[2];
  n[2] = __popc(x) + __popcll(w[0]) + __clz(a) + __clzll(l[0]) + __ffs(a) + __ffsll(l[0]) +
         __mulhi(a, b) + __mul24(a, b) + __hadd(a, b) + __rhadd(a, b);
  u[3] = __brev(x) + __byte_perm(x, y, z) + __funnelshift_l(x, y, z) + __funnelshift_r(x, y, z) +
         __funnelshift_lc(x, y, z) + __funnelshift_rc(x, y, z);
  u[3] += __umulhi(x, y) + __umul24(x, y) + __sad(a, b, z) + __usad(x, y, z) + __uhadd(x, y) +
          __urhadd(x, y);
  l[1] = __mul64hi(l[0], 3);
  w[1] = __umul64hi(w[0], 3) + __brevll(w[0]);
  char4 c = make_char4(1, 2, 3, 4);
  uchar4 d = make_uchar4(1, 2, 3, 4);
  n[3] = __dp4a(a, b, a) + __dp2a_lo(a, b, a) + __dp2a_hi(a, b, a) + __dp4a(c, c, a) +
         __dp2a_lo(make_short2(1, 2), c, a) + __dp2a_hi(make_short2(1, 2), c, a);
  u[4] = __dp4a(x, y, x) + __dp2a_lo(x, y, x) + __dp2a_hi(x, y, x) + __dp4a(d, d, x) +
         __dp2a_lo(make_ushort2(1, 2), d, x);
  n[4] = min(a, 1) + max(a, b) + abs(a) + labs(l[0]) + llabs(l[0]) + min(x, 2u) + max(a, x) +
         min(l[0], 3ll) + max(w[0], 3ull) + min(3l, 4l) + umin(x, y) + llmax(l[0], l[1]);
}
__host__ __device__ unsigned programming(unsigned a, unsigned b, unsigned c) {
  bool p, q;
  int x = (int)a, y = (int)b, z = (int)c;
  unsigned t = 0;
  t += __viaddmax_s32(x, y, z) + __vimax3_s32(x, y, z);
  t += __viaddmax_s32_relu(x, y, z) + __vimax3_s32_relu(x, y, z);
  t += __viaddmax_u32(a, b, c) + __vimax3_u32(a, b, c) + __vimax_s32_relu(x, y) +
       __vimax_s16x2_relu(a, b);
  t += __viaddmax_s16x2(a, b, c) + __vimax3_s16x2(a, b, c);
  t += __viaddmax_s16x2_relu(a, b, c) + __vimax3_s16x2_relu(a, b, c);
  t += __viaddmax_u16x2(a, b, c) + __vimax3_u16x2(a, b, c);
  t += __vibmax_s32(x, y, &p) + __vibmax_u32(a, b, &p) + __vibmax_s16x2(a, b, &p, &q) +
       __vibmax_u16x2(a, b, &p, &q) + p + q;
  t += __viaddmin_s32(x, y, z) + __vimin3_s32(x, y, z);
  t += __viaddmin_s32_relu(x, y, z) + __vimin3_s32_relu(x, y, z);
  t += __viaddmin_u32(a, b, c) + __vimin3_u32(a, b, c) + __vimin_s32_relu(x, y) +
       __vimin_s16x2_relu(a, b);
  t += __viaddmin_s16x2(a, b, c) + __vimin3_s16x2(a, b, c);
  t += __viaddmin_s16x2_relu(a, b, c) + __vimin3_s16x2_relu(a, b, c);
  t += __viaddmin_u16x2(a, b, c) + __vimin3_u16x2(a, b, c);
  t += __vibmin_s32(x, y, &p) + __vibmin_u32(a, b, &p) + __vibmin_s16x2(a, b, &p, &q) +
       __vibmin_u16x2(a, b, &p, &q) + p + q;
  return t;
}
__global__ void run(unsigned* u) { u[0] = programming(u[0], u[1], u[2]); }
