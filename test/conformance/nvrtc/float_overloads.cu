// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc -lcuda
// Math functions without an f in programs that are compiled at run time, without any header: what they return for float,
// double, integers and mixed arguments, or that no such call is possible.
#include <nvrtc.h>

#include <string>

#include "../driver/driver.h"

static const char* const kStart = R"(
template <class...> struct nothing { typedef void type; };
template <class T> T make();
template <class T> struct number { enum { value = 9 }; };
template <> struct number<float> { enum { value = 1 }; };
template <> struct number<double> { enum { value = 2 }; };
template <> struct number<int> { enum { value = 3 }; };
template <> struct number<long> { enum { value = 4 }; };
template <> struct number<long long> { enum { value = 5 }; };
template <> struct number<bool> { enum { value = 6 }; };
template <> struct number<unsigned> { enum { value = 7 }; };
template <class F, class V, class... A> struct ask { enum { value = 0 }; };
template <class F, class... A>
struct ask<F, typename nothing<decltype(F::call(make<A>()...))>::type, A...> {
  enum { value = number<decltype(F::call(make<A>()...))>::value };
};
)";

static const char* const kOne[] = {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "logb", "sqrt", "rsqrt", "cbrt", "rcbrt", "fabs", "abs", "floor",
    "ceil", "trunc", "round", "rint", "nearbyint", "erf", "erfc", "erfinv", "erfcx", "lgamma", "tgamma", "normcdf", "sinpi", "cospi", "j0",
    "ilogb", "lrint", "lround", "llrint", "llround", "isnan", "isinf", "isfinite", "signbit"};
static const char* const kOneTypes[] = {"float", "double", "int", "unsigned", "long long", "unsigned long long", "bool", "char"};
static const char* const kTwo[] = {"atan2", "fmod", "remainder", "copysign", "nextafter", "pow", "fmin", "fmax", "fdim",
    "hypot", "min", "max", "ldexp", "scalbn"};
static const char* const kTwoTypes[] = {"float, float", "double, double", "float, double", "double, float", "int, int", "double, int",
    "int, double", "float, int", "int, float", "int, unsigned", "long long, int"};
static const char* const kOther[][2] = {{"fma", "float, float, float"}, {"fma", "float, double, float"}, {"fma", "int, int, int"},
    {"modf", "float, float*"}, {"modf", "double, double*"}, {"frexp", "float, int*"}, {"remquo", "float, float, int*"},
    {"scalbln", "float, long"}, {"norm3d", "float, float, float"}};

int main() {
  std::string source = kStart, table;
  std::vector<std::string> calls;
  std::vector<std::string> known;
  const auto ask = [&](const std::string& name, const std::string& types) {
    bool is_new = true;
    for (const std::string& other : known) is_new = is_new && other != name;
    if (is_new) {
      known.push_back(name);
      source += "struct " + name + "_ { template <class... A> static auto call(A... a) -> decltype(" + name + "(a...)); };\n";
    }
    table += "ask<" + name + "_, void, " + types + ">::value, ";
    calls.push_back(name + "(" + types + ")");
  };
  for (const char* name : kOne) {
    for (const char* types : kOneTypes) ask(name, types);
  }
  for (const char* name : kTwo) {
    for (const char* types : kTwoTypes) ask(name, types);
  }
  for (const auto& other : kOther) ask(other[0], other[1]);
  source += "__device__ int answers[] = {" + table + "};\n";

  use_primary();
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source.c_str(), "overloads.cu", 0, nullptr, nullptr);
  nvrtcAddNameExpression(program, "answers");
  const char* options[] = {"-arch=sm_80", "-std=c++17", "-default-device"};
  if (nvrtcCompileProgram(program, 3, options) != NVRTC_SUCCESS) {
    size_t bytes = 0;
    nvrtcGetProgramLogSize(program, &bytes);
    std::vector<char> log(bytes);
    nvrtcGetProgramLog(program, log.data());
    std::printf("%s\n", log.data());
    return 1;
  }
  size_t bytes = 0;
  nvrtcGetPTXSize(program, &bytes);
  std::vector<char> image(bytes);
  nvrtcGetPTX(program, image.data());
  CUmodule module;
  CUdeviceptr answers;
  MUST(cuModuleLoadData(&module, image.data()));
  MUST(cuModuleGetGlobal(&answers, &bytes, module, "answers"));
  const std::vector<int> found = read<int>(answers, calls.size());
  static const char* const kNames[] = {"none", "float", "double", "int", "long", "long long", "bool", "unsigned", "8", "another"};
  for (std::size_t i = 0; i < calls.size(); ++i) std::printf("%s: %s\n", calls[i].c_str(), kNames[found[i]]);
}
