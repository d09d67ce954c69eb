// SPDX-License-Identifier: Apache-2.0
// Which calls without a stream wait for a blocking stream when one side is managed or registered memory.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  constexpr std::size_t kBytes = 4096, kLarge = 1 << 20;
  char *device, *pinned, *managed;
  static char pageable[kLarge];
  alignas(4096) static char registered[kLarge];
  MUST(cudaMalloc(&device, kLarge));
  MUST(cudaMallocHost(&pinned, kLarge));
  MUST(cudaMallocManaged(&managed, kLarge));
  MUST(cudaHostRegister(registered, kLarge, cudaHostRegisterDefault));
  MUST(cudaMemset(managed, 0, kLarge));
  MUST(cudaDeviceSynchronize());
  struct Side {
    const char *name;
    char *pointer;
  } sides[] = {{"device", device}, {"pinned", pinned}, {"registered", registered}, {"managed", managed},
               {"pageable", pageable}};
  // Both directions of each pair in which one side is managed or registered, all with the kind left open.
  for (const Side &from : sides)
    for (const Side &to : sides) {
      bool interesting = from.pointer == managed || to.pointer == managed || from.pointer == registered ||
                         to.pointer == registered;
      if (!interesting) continue;
      char *target = to.pointer == from.pointer ? to.pointer + kBytes : to.pointer;
      char name[96];
      std::snprintf(name, sizeof name, "cudaMemcpy %s to %s", from.name, to.name);
      show_while_busy(name, blocking, [&] { return cudaMemcpy(target, from.pointer, kBytes, cudaMemcpyDefault); });
    }
  show_while_busy("cudaMemset managed", blocking, [&] { return cudaMemset(managed, 0, kBytes); });
  show_while_busy("cudaMemset registered", blocking, [&] { return cudaMemset(registered, 0, kBytes); });
}
