// SPDX-License-Identifier: Apache-2.0
#include "compiler/cache/key.h"

#include <cpuid.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "compiler/abi/device_abi.h"
#include "compiler/library.h"

namespace riffle::compiler {
namespace {

// Raised by hand when generated code changes while version and ABI stay: old entries must not be
// found.
constexpr int kGeneratorRevision = 14;

void append_words(std::string& out, std::initializer_list<unsigned> words) {
  for (unsigned word : words) out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

void append_text(std::string& out, std::string_view text) {
  append_words(out, {static_cast<unsigned>(text.size())});
  out.append(text);
}

std::string from_env(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

Grouping grouping_from_env() {
  const std::string value = from_env("RIFFLE_KERNELS");
  if (value == "together") return Grouping::kTogether;
  return value == "apart" ? Grouping::kApart : Grouping::kBySize;
}

/// What is no strategy is the default, as base/options.h says.
std::string strategy_from_env() {
  std::string value = from_env("RIFFLE_STRATEGY");
  constexpr std::array kStrategies = {"loop", "region", "simd", "fiber"};
  return std::ranges::find(kStrategies, value) == kStrategies.end() ? std::string() : value;
}

std::uint32_t width_from_env() {
  const std::string value = from_env("RIFFLE_WIDTH");
  for (const std::uint32_t width : {16U, 32U, 64U, 128U})
    if (value == std::to_string(width)) return width;
  return 0;
}

AccessNoting accesses_from_env() {
  const std::string value = from_env("RIFFLE_ACCESSES");
  if (value == "checked") return AccessNoting::kChecked;
  if (value == "threads") return AccessNoting::kFollowed;
  return value == "on" ? AccessNoting::kNoted : AccessNoting::kOff;
}

}  // namespace

CodegenOptions CodegenOptions::from_environment() {
  return {.strategy = strategy_from_env(),
          .cpu = from_env("RIFFLE_CPU"),
          .width = width_from_env(),
          .grouping = grouping_from_env(),
          .compiler = library_identity(kCompilerLibrary),
          .accesses = accesses_from_env(),
          .steps_off = from_env("RIFFLE_PASS_OFF"),
          .wants_remarks = from_env("RIFFLE_REMARKS") == "on",
          .dump_folder = from_env("RIFFLE_DUMP_IR"),
          .verifies_steps = from_env("RIFFLE_VERIFY") == "on"};
}

std::string host_cpu_fingerprint() {
  std::string out;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(0, &a, &b, &c, &d) != 0) append_words(out, {b, c, d});
  // Leaf 1's ebx names the core that answers (its APIC id): leave it out. Bit 27 of ecx is the
  // operating system's, the same everywhere on one machine.
  unsigned leaf1_ecx = 0;
  if (__get_cpuid(1, &a, &b, &leaf1_ecx, &d) != 0) append_words(out, {a, leaf1_ecx, d});
  for (unsigned sub = 0; sub < 2; ++sub) {
    if (__get_cpuid_count(7, sub, &a, &b, &c, &d) != 0) append_words(out, {a, b, c, d});
  }
  if (__get_cpuid(0x80000001U, &a, &b, &c, &d) != 0) append_words(out, {c, d});
  if ((leaf1_ecx & bit_OSXSAVE) != 0) {
    unsigned low = 0, high = 0;
    // XGETBV: which register files the operating system saves decides whether AVX-512 may be used.
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    append_words(out, {low, high});
  }
  return out;
}

Hash128 cache_key(const Source& source, const CodegenOptions& options) {
  std::string text;
  append_text(text, RIFFLE_VERSION_STRING);
  append_words(text, {abi::kAbiVersion, kGeneratorRevision, source.flags, source.optimization_level,
                      static_cast<unsigned>(options.grouping),
                      static_cast<unsigned>(options.accesses), options.width});
  append_text(text, options.strategy);
  append_text(text, options.cpu);
  append_text(text, options.steps_off);
  append_text(text, options.compiler);
  append_text(text, host_cpu_fingerprint());
  append_text(text, source.content.hex());
  append_text(text, source.part);
  return hash128(std::as_bytes(std::span(text)));
}

}  // namespace riffle::compiler
