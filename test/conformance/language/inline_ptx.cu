// SPDX-License-Identifier: Apache-2.0
// Inline PTX.
#include "../cases.h"

__global__ void inline_ptx(unsigned *out, const unsigned *in) {
  unsigned t = threadIdx.x, *mine = out + 16 * t, r, s;
  unsigned long long wide;
  asm("mov.u32 %0, %%laneid;" : "=r"(mine[0]));
  asm("add.s32 %0, %1, %2;" : "=r"(mine[1]) : "r"(t), "r"(100u));
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(mine[2]) : "r"(t), "r"(7u), "r"(5u));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(mine[3]) : "r"(in[t]), "r"(4u), "r"(8u));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(mine[4]) : "r"(t), "r"(in[t]), "r"(8u), "r"(8u));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(mine[5]) : "r"(t), "r"(in[t]), "r"(0xff00ff00u));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(mine[6]) : "r"(in[t]), "r"(0xaabbccddu));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(in[t]), "r"(in[t]));
  mine[7] = unsigned(wide >> 32);
  asm("{ .reg .pred p; setp.gt.u32 p, %1, 10; selp.u32 %0, 1, 2, p; }" : "=r"(mine[8]) : "r"(t));
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(mine[9]) : "l"(in + t) : "memory");
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(mine[10]) : "r"(in[t]), "r"(t), "r"(5u));
  asm("clz.b32 %0, %1;" : "=r"(mine[11]) : "r"(in[t]));
  asm("popc.b32 %0, %1;" : "=r"(mine[12]) : "r"(in[t]));
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(r), "=r"(s) : "r"(in[t]), "r"(0x80000000u));
  mine[13] = r;
  mine[14] = s;
  float f;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(1.5f), "f"(float(t)), "f"(0.25f));
  mine[15] = __float_as_uint(f);
}

// Inline PTX of the kinds that programs use most.
CASE(inline_ptx) {
  std::vector<unsigned> in(32);
  for (int i = 0; i < 32; ++i) in[i] = 0x9e3779b9u * i;
  DeviceArray<unsigned> out(512), device_in(in);
  inline_ptx<<<1, 32>>>(out, device_in);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("thread", std::vector<unsigned>(v.begin() + 16 * t, v.begin() + 16 * t + 16));
}

#define U2(name, text)                                                            \
  {                                                                               \
    unsigned r;                                                                   \
    asm(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                          \
    *out++ = r;                                                                   \
  }

#define U1(name, text)                                                            \
  {                                                                               \
    unsigned r;                                                                   \
    asm(text " %0, %1;" : "=r"(r) : "r"(a));                                      \
    *out++ = r;                                                                   \
  }

#define U3(name, text)                                                            \
  {                                                                               \
    unsigned r;                                                                   \
    asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));              \
    *out++ = r;                                                                   \
  }

__device__ unsigned *integers(unsigned *out, unsigned a, unsigned b, unsigned c) {
  U2(add, "add.s32") U2(sat, "add.sat.s32") U2(subsat, "sub.sat.s32") U2(mulhi, "mul.hi.s32")
  U2(mulhiu, "mul.hi.u32") U3(mad, "mad.lo.u32") U3(madhi, "mad.hi.s32") U3(madsat, "mad.hi.sat.s32")
  U2(m24, "mul24.lo.s32") U2(m24h, "mul24.hi.u32") U3(mad24, "mad24.lo.u32") U3(sad, "sad.s32")
  U3(sadu, "sad.u32") U2(min, "min.s32") U2(max, "max.u32") U1(abs, "abs.s32") U1(neg, "neg.s32")
  U1(brev, "brev.b32") U1(popc, "popc.b32") U1(clz, "clz.b32") U1(bfindu, "bfind.u32") U1(bfinds, "bfind.s32")
  U1(bshift, "bfind.shiftamt.u32") U2(shl, "shl.b32") U2(shr, "shr.u32") U2(shrs, "shr.s32")
  U3(bfeu, "bfe.u32") U3(bfes, "bfe.s32") U3(prmt, "prmt.b32") U3(f4e, "prmt.b32.f4e") U3(b4e, "prmt.b32.b4e")
  U3(rc8, "prmt.b32.rc8") U3(ecl, "prmt.b32.ecl") U3(ecr, "prmt.b32.ecr") U3(rc16, "prmt.b32.rc16")
  U3(shfl, "shf.l.clamp.b32") U3(shfr, "shf.r.clamp.b32") U3(shfrw, "shf.r.wrap.b32") U2(bmskc, "bmsk.clamp.b32")
  U2(bmskw, "bmsk.wrap.b32") U3(dp4a, "dp4a.u32.u32") U3(dp4as, "dp4a.s32.s32") U3(dp4m, "dp4a.s32.u32")
  U3(dp2lo, "dp2a.lo.s32.s32") U3(dp2hi, "dp2a.hi.u32.s32") U1(cnot, "cnot.b32") U1(nota, "not.b32")
  {
    unsigned r;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "r"(a >> 3));
    *out++ = r;
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    *out++ = r;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    *out++ = r;
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    *out++ = r;
    asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    *out++ = r;
    asm("{ .reg .pred p, q, s; setp.lt.s32 s, %3, 5; setp.gt.and.s32 p|q, %1, %2, s; selp.u32 %0, 3, 0, p; @q add.u32 %0, "
        "%0, 16; @!p xor.b32 %0, %0, 64; }" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    *out++ = r;
    asm("{ .reg .u32 i; .reg .pred more; mov.u32 i, 0; mov.u32 %0, 1; again: mad.lo.u32 %0, %0, 5, i; add.u32 i, i, 1; "
        "setp.lt.u32 more, i, %1; @more bra again; }" : "=r"(r) : "r"(a & 7));
    *out++ = r;
    unsigned s, u, v;
    asm("add.cc.u32 %0, %4, %5; addc.cc.u32 %1, %5, %6; addc.u32 %2, 0, 7; sub.cc.u32 %3, %4, %5;"
        : "=&r"(r), "=&r"(s), "=&r"(u), "=&r"(v) : "r"(a), "r"(b), "r"(c));
    *out++ = r, *out++ = s, *out++ = u, *out++ = v;
    asm("sub.cc.u32 %0, %3, %4; subc.cc.u32 %1, %4, %5; subc.u32 %2, 9, 2;"
        : "=&r"(r), "=&r"(s), "=&r"(u) : "r"(a), "r"(b), "r"(c));
    *out++ = r, *out++ = s, *out++ = u;
    asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %4;" : "=&r"(r), "=&r"(s) : "r"(a), "r"(b), "r"(c));
    *out++ = r, *out++ = s;
    unsigned long long wide, other;
    asm("mov.b64 %0, {%1, %2};" : "=l"(wide) : "r"(a), "r"(b));
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(other) : "r"(a), "r"(b));
    *out++ = unsigned(wide >> 16), *out++ = unsigned(other >> 32);
    asm("bfe.s64 %0, %1, %2, %3;" : "=l"(other) : "l"(wide), "r"(c & 127), "r"(b & 127));
    *out++ = unsigned(other), *out++ = unsigned(other >> 32);
    asm("mov.b64 {%0, %1}, %2;" : "=r"(r), "=r"(s) : "l"(wide * 3));
    *out++ = r + s;
    short h;
    asm("cvt.sat.s8.s32 %0, %1;" : "=r"(r) : "r"(a));
    *out++ = r;
    asm("cvt.u16.u32 %0, %1;" : "=h"(h) : "r"(b));
    *out++ = unsigned(h);
    asm("cvt.sat.u16.s32 %0, %1;" : "=h"(h) : "r"(b));
    *out++ = unsigned(h);
    asm("cvt.s32.s8 %0, %1;" : "=r"(r) : "r"(c));
    *out++ = r;
    asm("mul.hi.u64 %0, %1, %2;" : "=l"(other) : "l"(wide), "l"(wide + a));
    *out++ = unsigned(other);
  }
  return out;
}

#define F2(text)                                                     \
  {                                                                  \
    float r;                                                         \
    asm(text " %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));             \
    *out++ = r != r ? 0x7fffffffu : __float_as_uint(r);              \
  }

#define F1(text)                                                     \
  {                                                                  \
    float r;                                                         \
    asm(text " %0, %1;" : "=f"(r) : "f"(x));                         \
    *out++ = r != r ? 0x7fffffffu : __float_as_uint(r);              \
  }

#define FI(text)                                                     \
  {                                                                  \
    unsigned r;                                                      \
    asm(text " %0, %1;" : "=r"(r) : "f"(x));                         \
    *out++ = r;                                                      \
  }

#define IF(text)                                                     \
  {                                                                  \
    float r;                                                         \
    asm(text " %0, %1;" : "=f"(r) : "r"(bits));                      \
    *out++ = __float_as_uint(r);                                     \
  }

__device__ unsigned *floats(unsigned *out, float x, float y) {
  unsigned bits = __float_as_uint(x) * 2654435761u;
  F2("add.rn.f32") F2("sub.rn.f32") F2("mul.rn.f32") F2("div.rn.f32") F2("add.rn.sat.f32") F2("min.f32") F2("max.f32")
  F2("min.NaN.f32") F2("max.NaN.f32") F2("copysign.f32") F1("neg.f32") F1("abs.f32") F1("sqrt.rn.f32") F1("rcp.rn.f32")
  F1("cvt.rni.f32.f32") F1("cvt.rzi.f32.f32") F1("cvt.rmi.f32.f32") F1("cvt.rpi.f32.f32") F1("cvt.sat.f32.f32")
  FI("cvt.rni.s32.f32") FI("cvt.rzi.u32.f32") FI("cvt.rmi.s32.f32") FI("cvt.rpi.s32.f32") FI("cvt.rzi.u8.f32")
  FI("cvt.rna.tf32.f32") IF("cvt.rn.f32.s32") IF("cvt.rz.f32.u32") IF("cvt.rp.f32.s32") IF("cvt.rm.f32.s32")
  {
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    *out++ = (h & 0x7fff) > 0x7c00 ? 0x7fff : h;
    asm("cvt.rz.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    *out++ = (h & 0x7fff) > 0x7c00 ? 0x7fff : h;
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(h));
    *out++ = r != r ? 0x7fffffffu : __float_as_uint(r);
    asm("{ .reg .f64 d; cvt.f64.f32 d, %1; mul.rn.f64 d, d, d; cvt.rn.f32.f64 %0, d; }" : "=f"(r) : "f"(x));
    *out++ = r != r ? 0x7fffffffu : __float_as_uint(r);
    asm("{ .reg .f64 d; cvt.f64.f32 d, %1; fma.rn.f64 d, d, d, 0d3FF0000000000001; cvt.rz.f32.f64 %0, d; }" : "=f"(r) : "f"(x));
    *out++ = r != r ? 0x7fffffffu : __float_as_uint(r);
    asm("fma.rn.f32 %0, %1, %2, 0f3F800001;" : "=f"(r) : "f"(x), "f"(y));
    *out++ = r != r ? 0x7fffffffu : __float_as_uint(r);
    unsigned p;
    asm("{ .reg .pred a, b, c; setp.lt.f32 a, %1, %2; setp.geu.f32 b, %1, %2; setp.num.f32 c, %1, %2; selp.u32 %0, 1, 0, a; "
        "@b or.b32 %0, %0, 2; @c or.b32 %0, %0, 4; }" : "=r"(p) : "f"(x), "f"(y));
    *out++ = p;
    asm("{ .reg .pred a, b, c; testp.finite.f32 a, %1; testp.notanumber.f32 b, %1; testp.subnormal.f32 c, %1; selp.u32 %0, 1, "
        "0, a; @b or.b32 %0, %0, 2; @c or.b32 %0, %0, 4; }" : "=r"(p) : "f"(x));
    *out++ = p;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(p) : "f"(x == x ? x : 1.0f), "f"(y == y ? y : 2.0f));
    *out++ = p;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(p) : "f"(x == x ? x : 1.0f), "f"(y == y ? y : 2.0f));
    *out++ = p;
    unsigned q = 0x3c004100u;
    asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(p) : "r"(q), "r"(0x40003e01u));
    *out++ = p;
    asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(p) : "r"(0x3f803f81u), "r"(0x40003e01u));
    *out++ = p;
  }
  return out;
}

__device__ unsigned *memory(unsigned *out, unsigned *room) {
  unsigned r, s, t = threadIdx.x;
  unsigned *mine = room + 8 * t;
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(mine), "r"(t), "r"(t + 1), "r"(t + 2), "r"(t + 3) : "memory");
  asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2+8];" : "=r"(r), "=r"(s) : "l"(mine) : "memory");
  *out++ = r * 100 + s;
  asm volatile("ld.volatile.global.u8 %0, [%1];" : "=r"(r) : "l"(mine) : "memory");
  asm volatile("st.global.cs.u16 [%0+18], %1;" ::"l"(mine), "h"(short(t * 3)) : "memory");
  asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(s) : "l"(mine + 4) : "memory");
  *out++ = r, *out++ = s;
  asm volatile("atom.global.add.u32 %0, [%1], 5;" : "=r"(r) : "l"(mine) : "memory");
  asm volatile("red.global.max.s32 [%0], %1;" ::"l"(mine), "r"(20) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(s) : "l"(mine + 1), "r"(t + 1), "r"(77) : "memory");
  *out++ = r, *out++ = s;
  asm volatile("atom.acq_rel.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(r) : "l"(mine + 2), "r"(4) : "memory");
  asm volatile("atom.global.inc.u32 %0, [%1], 6;" : "=r"(s) : "l"(mine + 3) : "memory");
  *out++ = r, *out++ = s;
  asm volatile("membar.gl; fence.acq_rel.gpu;" ::: "memory");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(mine));
  for (int i = 0; i < 5; ++i) *out++ = mine[i];
  unsigned p;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r) : "r"(t * 10));
  asm volatile("{ .reg .pred in; shfl.sync.up.b32 %0|in, %2, 4, 0, 0xffffffff; selp.u32 %1, 1, 0, in; }" : "=r"(s), "=r"(p) : "r"(t));
  *out++ = r, *out++ = s * 2 + p;
  asm volatile("{ .reg .pred odd, any; setp.eq.u32 odd, %1, 1; vote.sync.ballot.b32 %0, odd, 0xffffffff; }" : "=r"(r) : "r"(t % 2));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(s) : "r"(t / 5));
  *out++ = r, *out++ = s;
  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t * 7 % 31));
  asm volatile("activemask.b32 %0;" : "=r"(s));
  *out++ = r, *out++ = s;
  asm volatile("bar.warp.sync 0xffffffff; bar.sync 0;" ::: "memory");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 9; bar.red.popc.u32 %0, 0, p; }" : "=r"(r) : "r"(t) : "memory");
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(s));
  *out++ = r, *out++ = s;
  asm volatile("{ mov.u32 %0, %%ntid.x; mad.lo.u32 %0, %0, 100, %1; }" : "=&r"(r) : "r"(t));
  asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(s));
  *out++ = r, *out++ = s;
  return out;
}

__global__ void inline_ptx_more(unsigned *out, unsigned *room) {
  const unsigned a[] = {0, 1, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x12345678u, 40, 0xdeadbeefu};
  const float x[] = {0.0f, -1.5f, 3.25f, INFINITY, NAN, 1e-40f, -70000.5f, 2147483648.0f};
  unsigned t = threadIdx.x, *mine = out + 256 * t;
  unsigned *end = integers(mine, a[t % 8], a[(t * 5 + 3) % 8], a[(t * 3 + t / 8) % 8]);
  end = floats(end, x[t % 8], x[(t * 3 + 1 + t / 8) % 8]);
  end = memory(end, room);
  mine[255] = unsigned(end - mine);
}

// Inline PTX, instruction by instruction, at the edges of their operands.
CASE(inline_ptx_more) {
  DeviceArray<unsigned> out(256 * 32), room(256);
  inline_ptx_more<<<1, 32>>>(out, room);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t)
    show_hex_row("thread", std::vector<unsigned>(v.begin() + 256 * t, v.begin() + 256 * t + v[256 * t + 255]));
}
