// SPDX-License-Identifier: Apache-2.0
// Bessel functions of double beside their zeros below 8, where CUDA promises ulps and the C library keeps only the
// absolute error small. Elsewhere they are the C library's.
#pragma once

#include "number.h"

extern "C" {
double j0(double);
double j1(double);
double y0(double);
double y1(double);
}

namespace riffle_math {

/// f(zero + d) = d p(d) for |d| < reach. The zero is high + low.
template <int count>
struct BesselZero {
  double high, low, reach;
  double p[count];
};

/// f(x) for x >= 0. The zeros ascend, and coefficients are selected, not loaded.
template <int zeros, int count>
inline double bessel(const BesselZero<count> (&all)[zeros], double x, double (*elsewhere)(double)) {
  BesselZero<count> zero = all[0];
  for (int i = 1; i < zeros; ++i) {
    const bool is_next = x > all[i].high - all[i].reach;
    zero.high = is_next ? all[i].high : zero.high;
    zero.low = is_next ? all[i].low : zero.low;
    zero.reach = is_next ? all[i].reach : zero.reach;
    for (int k = 0; k < count; ++k) zero.p[k] = is_next ? all[i].p[k] : zero.p[k];
  }
  // Exact: the zero is less than twice as large, and more than half.
  const double from_high = x - zero.high;
  if (!(magnitude(from_high) < zero.reach)) return elsewhere(x);
  const double d = from_high - zero.low;
  return d * polynomial(zero.p, d);
}

inline double j0_double(double x) {
  constexpr BesselZero<15> zeros[] = {
      {0x1.33d152e971b4p+1,
       -0x1.0f539d7da258ep-53,
       0.6,
       {-0x1.09cdb3655128p-1, 0x1.ba1deea029494p-4, 0x1.cfae864368d7p-5, -0x1.1bb1cbe1a4071p-7,
        -0x1.1f992590d12bcp-9, 0x1.15382ba06cb3cp-12, 0x1.6ed3b9f07e729p-15, -0x1.232c77d1f1971p-18,
        -0x1.1cce30279862cp-21, 0x1.7ff990abfb338p-25, 0x1.2951bc0cbf5f9p-28,
        -0x1.5c2ae55dcac21p-32, -0x1.bdc15f184f40cp-36, 0x1.cacd856923373p-40,
        0x1.f34d4c499f7bdp-44}},
      {0x1.6148f5b2c2e45p+2,
       0x1.75054cd60a517p-54,
       0.9,
       {0x1.5c6e60a097823p-2, -0x1.f8f72e7a848ep-6, -0x1.b2150cb41e8c1p-5, 0x1.2f7ffe902567bp-8,
        0x1.27e31fe9a9735p-9, -0x1.6f641f418edcbp-13, -0x1.863f481a3a4ddp-15, 0x1.ad77d73f09a13p-19,
        0x1.32e6d993a6807p-21, -0x1.2da377070965fp-25, -0x1.41d723f8300bbp-28,
        0x1.1cfe6a8675b61p-32, 0x1.e2e791158b0b7p-36, -0x1.7fd8fa5597e96p-40,
        -0x1.0c9c65ef5ecc4p-43}}};
  return bessel(zeros, magnitude(x), ::j0);
}
inline double j1_double(double x) {
  constexpr BesselZero<16> zeros[] = {
      {0x1.ea75575af6f09p+1,
       -0x1.60155a9d1b256p-53,
       0.75,
       {-0x1.9c6cf582cbf7fp-2, 0x1.ae8a39f51ad04p-5, 0x1.b589d1da13905p-5, -0x1.537544c331da7p-8,
        -0x1.24b3409959061p-9, 0x1.6e4c2d535422cp-13, 0x1.83a06e30c37dp-15, -0x1.9799d4c9f32b9p-19,
        -0x1.33825cd1e2166p-21, 0x1.1706923499249p-25, 0x1.4569b045d2d92p-28,
        -0x1.03b9e9c3839d9p-32, -0x1.ec5e38293fffbp-36, 0x1.5ec7ba00fa2d1p-40,
        0x1.15788e972ac78p-43, -0x1.661386b808216p-48}},
      {0x1.c0ff5f3b4725p+2,
       -0x1.b226d9d243827p-54,
       1,
       {0x1.33518b3874e8ap-2, -0x1.5e70dc60362bfp-6, -0x1.80c83bdeee5bp-5, 0x1.9a4b292e3de43p-9,
        0x1.13fbc7d6981c3p-9, -0x1.07358bbdbffd4p-13, -0x1.796a751f7e9bfp-15, 0x1.4255b015b0849p-19,
        0x1.3026e0c475aa4p-21, -0x1.d48dcdad8777cp-26, -0x1.446392c3f111ap-28,
        0x1.c62cc61317b6fp-33, 0x1.eca1f692f9e97p-36, -0x1.3bb1ccb54dc41p-40,
        -0x1.146106bcc387cp-43, 0x1.473b92aa18b12p-48}}};
  // An odd function.
  return double_of(bits_of(bessel(zeros, magnitude(x), ::j1)) ^ (bits_of(x) & bits_of(-0.0)));
}
inline double y0_double(double x) {
  constexpr BesselZero<20> zeros[] = {
      {0x1.c982eb8d417eap-1,
       0x1.ea9d270347f83p-56,
       0.25,
       {0x1.c24371844b88ap-1, -0x1.f7e38a46d7102p-2, 0x1.c3b1338af3ef6p-3, -0x1.cf18e6a4b3a01p-3,
        0x1.c068086c1d472p-3, -0x1.a396a8057f5e3p-3, 0x1.9424b93a7b58fp-3, -0x1.8d35b495129bp-3,
        0x1.8c08cc66d9165p-3, -0x1.8f7e2ca195976p-3, 0x1.96df81d78577ep-3, -0x1.a1b82ceb28a82p-3,
        0x1.afa2d20cfdcf6p-3, -0x1.c0b3d71478de8p-3, 0x1.d7cad9ebac84fp-3, -0x1.efc522809453ep-3,
        0x1.e21c405c5936dp-3, -0x1.f881503174f59p-3, 0x1.a2bb8e3c54dfap-2, -0x1.c5e8848419424p-2}},
      {0x1.fa9534d98569cp+1,
       -0x1.f06ae7804384ep-54,
       0.75,
       {-0x1.9c34256a12a0cp-2,  0x1.a09c9290367efp-5,   0x1.df6d59bf50ebdp-5,
        -0x1.c116fdc598096p-8,  -0x1.1e32bc4ef8a44p-9,  0x1.998276516627p-13,
        0x1.ab2c1fecde0bep-15,  -0x1.486371e6aa54dp-18, -0x1.3b2168469d6a5p-22,
        -0x1.7770584e1e664p-26, 0x1.452ea288c9e79p-26,  -0x1.f6938f086e7c9p-29,
        0x1.a5a0b3f1175a8p-31,  -0x1.994ce5573b612p-33, 0x1.88dfaf3a8c55ap-35,
        -0x1.756b471dce0edp-37, 0x1.5faa2f978e0e1p-39,  -0x1.505caee23e86cp-41,
        0x1.82e1f57fb8649p-43,  -0x1.77a2e664762ecp-45}},
      {0x1.c581dc4e72103p+2,
       -0x1.9774a495f56cfp-54,
       1,
       {0x1.334cca0697a5bp-2,   -0x1.5aef611fc4d57p-6,  -0x1.8969c64cbf452p-5,
        0x1.b2f14a95527cbp-9,   0x1.1d35e85fde2a3p-9,   -0x1.26dd71e391c8bp-13,
        -0x1.8177e4fe52323p-15, 0x1.6a9227352f966p-19,  0x1.34aa7573eef77p-21,
        -0x1.0a2814d7abe4p-25,  -0x1.442a3d3323541p-28, 0x1.fa6c50942ba22p-33,
        0x1.f14e550a41727p-36,  -0x1.714c27e9c9473p-40, -0x1.06797850a8c61p-43,
        0x1.336436adadde7p-48,  0x1.3887bc09255c6p-51,  -0x1.2b325d4b15abfp-55,
        0x1.68969456b652ap-60,  -0x1.4ab41e3de9ab1p-62}}};
  return bessel(zeros, x, ::y0);
}
inline double y1_double(double x) {
  constexpr BesselZero<21> zeros[] = {
      {0x1.193bed4dff243p+1,
       -0x1.bd1e50d219bfdp-55,
       0.6,
       {0x1.0aa48442f014bp-1,   -0x1.e56f82217b8f1p-4,  -0x1.0d2af4e932389p-5,
        -0x1.3a6dec37299b1p-8,  0x1.e671c7d11a4p-8,     -0x1.5429dc5a0244ep-9,
        0x1.17ab4afa347aap-10,  -0x1.0b2d8799eff38p-11, 0x1.eea7bc19719fep-13,
        -0x1.c3fad652ab538p-14, 0x1.9d173945ce6e3p-15,  -0x1.79588d19387a7p-16,
        0x1.58683aa4922f6p-17,  -0x1.39fdeff1901a1p-18, 0x1.1e42eb28b55f3p-19,
        -0x1.076b518532fbap-20, 0x1.e0ece67f36eb3p-22,  -0x1.8a7a7f82e9ffbp-23,
        0x1.63292572e516ap-24,  -0x1.0d8db8a517c3ap-24, 0x1.f461b4822e8d7p-26}},
      {0x1.5b7fe4e87b02ep+2,
       0x1.dfe7bac228e8cp-52,
       0.95,
       {-0x1.5c7c556f0c19ap-2,  0x1.00b9f8571ca1fp-5,   0x1.a15d92dfe3e27p-5,
        -0x1.10a329e2c23fap-8,  -0x1.1be6db9923acfp-9,  0x1.337c7e138f489p-13,
        0x1.85b940eb607f1p-15,  -0x1.80619147b8663p-19, -0x1.255e6cf70bcf1p-21,
        0x1.b62cd0229646fp-26,  0x1.80b1aabd1c347p-28,  -0x1.a7ee07e4d63cdp-32,
        0x1.406614e5a8393p-39,  -0x1.3846252e30dd2p-38, 0x1.497f585f767d3p-40,
        -0x1.c048a2a134d2fp-43, 0x1.4061cfb0d67eep-45,  -0x1.d8aec1234c3bdp-48,
        0x1.5e72b715f548bp-50,  -0x1.3596cfcadf685p-52, 0x1.cd163421d6db4p-55}}};
  return bessel(zeros, x, ::y1);
}

}  // namespace riffle_math
