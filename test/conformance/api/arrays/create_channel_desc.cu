// SPDX-License-Identifier: Apache-2.0
// cudaCreateChannelDesc: keeps what it is given, in its plain form and for types.
#include "../../transcript.h"

static void tell(const char *what, const cudaChannelFormatDesc &d) {
  std::printf("%s: %d %d %d %d kind %d\n", what, d.x, d.y, d.z, d.w, static_cast<int>(d.f));
}

CASES() {
  tell("1 2 3 4 float", cudaCreateChannelDesc(1, 2, 3, 4, cudaChannelFormatKindFloat));
  tell("zeros, none", cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone));
  tell("negative", cudaCreateChannelDesc(-1, 0, 8, 0, cudaChannelFormatKindSigned));
  tell("unknown kind", cudaCreateChannelDesc(8, 8, 8, 8, static_cast<cudaChannelFormatKind>(99)));
  tell("char", cudaCreateChannelDesc<char>());
  tell("signed char", cudaCreateChannelDesc<signed char>());
  tell("unsigned char", cudaCreateChannelDesc<unsigned char>());
  tell("char1", cudaCreateChannelDesc<char1>());
  tell("uchar2", cudaCreateChannelDesc<uchar2>());
  tell("char4", cudaCreateChannelDesc<char4>());
  tell("short", cudaCreateChannelDesc<short>());
  tell("unsigned short", cudaCreateChannelDesc<unsigned short>());
  tell("ushort2", cudaCreateChannelDesc<ushort2>());
  tell("short4", cudaCreateChannelDesc<short4>());
  tell("int", cudaCreateChannelDesc<int>());
  tell("unsigned", cudaCreateChannelDesc<unsigned>());
  tell("int2", cudaCreateChannelDesc<int2>());
  tell("uint4", cudaCreateChannelDesc<uint4>());
  tell("float", cudaCreateChannelDesc<float>());
  tell("float1", cudaCreateChannelDesc<float1>());
  tell("float2", cudaCreateChannelDesc<float2>());
  tell("float4", cudaCreateChannelDesc<float4>());
  tell("half", cudaCreateChannelDescHalf());
  tell("half1", cudaCreateChannelDescHalf1());
  tell("half2", cudaCreateChannelDescHalf2());
  tell("half4", cudaCreateChannelDescHalf4());
  tell("double, which is no format", cudaCreateChannelDesc<double>());
  show_last_error("at the end");
}
