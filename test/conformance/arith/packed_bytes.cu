// SPDX-License-Identifier: Apache-2.0
// The SIMD-in-a-word functions.
#include "table.h"

#define U(name) UNARY(u_##name, unsigned, int, __##name(unsigned(x)))
#define B(name) BINARY(b_##name, unsigned, int, int, __##name(unsigned(x), unsigned(y)))
U(vabs2);
U(vabs4);
U(vabsss2);
U(vabsss4);
U(vneg2);
U(vneg4);
U(vnegss4);
B(vadd2);
B(vadd4);
B(vaddss2);
B(vaddss4);
B(vaddus2);
B(vaddus4);
B(vsub2);
B(vsub4);
B(vsubss4);
B(vsubus4);
B(vavgs4);
B(vavgu2);
B(vavgu4);
B(vhaddu4);
B(vmaxs2);
B(vmaxu4);
B(vmins4);
B(vminu2);
B(vcmpeq4);
B(vcmpgts2);
B(vcmpgtu4);
B(vcmples4);
B(vseteq2);
B(vsetgtu4);
B(vsetlts4);
B(vsads4);
B(vsadu2);
B(vsadu4);
B(vabsdiffs4);
B(vabsdiffu2);

int main() {
  std::vector<int> a = {0, -1, 0x12345678, int(0x80808080), int(0x80007fff), 0x7f80ff01, 0x00ff00ff, int(0xfedcba98)};
#define SU(name) SHOW_UNARY(u_##name, a)
#define SB(name) SHOW_BINARY(b_##name, a, a)
  SU(vabs2);
  SU(vabs4);
  SU(vabsss2);
  SU(vabsss4);
  SU(vneg2);
  SU(vneg4);
  SU(vnegss4);
  SB(vadd2);
  SB(vadd4);
  SB(vaddss2);
  SB(vaddss4);
  SB(vaddus2);
  SB(vaddus4);
  SB(vsub2);
  SB(vsub4);
  SB(vsubss4);
  SB(vsubus4);
  SB(vavgs4);
  SB(vavgu2);
  SB(vavgu4);
  SB(vhaddu4);
  SB(vmaxs2);
  SB(vmaxu4);
  SB(vmins4);
  SB(vminu2);
  SB(vcmpeq4);
  SB(vcmpgts2);
  SB(vcmpgtu4);
  SB(vcmples4);
  SB(vseteq2);
  SB(vsetgtu4);
  SB(vsetlts4);
  SB(vsads4);
  SB(vsadu2);
  SB(vsadu4);
  SB(vabsdiffs4);
  SB(vabsdiffu2);
}
