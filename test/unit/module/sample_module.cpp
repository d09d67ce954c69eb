// SPDX-License-Identifier: Apache-2.0
// Stands in for a compiled device module: what the compiler emits, written by hand.
#include <cstring>

#include "compiler/abi/device_abi.h"

namespace {

using namespace riffle::abi;

const RuntimeTable* runtime = nullptr;
int counter = 7;
int table[4] = {1, 2, 3, 4};

struct Record {  // what `sum` writes
  int* out;
  long long wide;
  short narrow;
};

// __global__ void sum(int* out, long long wide, short narrow): out[0] += wide + narrow + counter, per block.
void sum(const GridLaunch* launch, Frame*, std::uint64_t first, std::uint64_t end) {
  Record record;
  std::memcpy(&record.out, launch->arguments, 8);
  std::memcpy(&record.wide, launch->arguments + 8, 8);
  std::memcpy(&record.narrow, launch->arguments + 16, 2);
  for (std::uint64_t block = first; block < end; ++block) {
    *record.out += static_cast<int>(record.wide) + record.narrow + counter;
  }
}

void bump(const GridLaunch*, Frame*, std::uint64_t first, std::uint64_t end) {
  counter += static_cast<int>(end - first);
}
void trap(const GridLaunch*, Frame* frame, std::uint64_t, std::uint64_t) {
  runtime->fault(frame, FaultKind::kTrap);
}

constexpr ParameterSlot kSumParameters[] = {{0, 8}, {8, 8}, {16, 2}};
constexpr KernelRow kKernels[] = {
    {"sum", &sum, kSumParameters, 3, 18, 0, 0, 0, 1024, 0, Strategy::kLoop, kKernelEnds, 0, nullptr,
     0},
    {"bump", &bump, nullptr, 0, 0, 4000, 0, 0, 128, 64, Strategy::kLoop, 0, 0, nullptr, 0},
    {"trap", &trap, nullptr, 0, 0, 0, 0, 0, 1024, 0, Strategy::kLoop, 0, 0, nullptr, 0},
};
const VariableRow kVariables[] = {
    {"counter", &counter, sizeof counter, 0},
    {"table", table, sizeof table, kVariableConstant},
};

}  // namespace

extern "C" [[gnu::visibility("default")]] const ModuleTable riffle_module;
const ModuleTable riffle_module = {SAMPLE_ABI_VERSION,
                                   3,
                                   2,
                                   kKernels,
                                   kVariables,
                                   &runtime,
                                   0,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   0,
                                   0};
