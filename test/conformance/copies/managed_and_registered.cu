// SPDX-License-Identifier: Apache-2.0
// Which copies and fills wait when one side is managed or registered memory.
#include "../gate.h"

int main() {
  prepare_gates();
  constexpr std::size_t kBytes = 4096, kLarge = 1 << 20;
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
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
      std::snprintf(name, sizeof name, "cudaMemcpyAsync %s to %s", from.name, to.name);
      show_while_busy(name, stream,
                      [&] { return cudaMemcpyAsync(target, from.pointer, kBytes, cudaMemcpyDefault, stream); });
    }
  show_while_busy("cudaMemsetAsync managed", stream, [&] { return cudaMemsetAsync(managed, 0, kBytes, stream); });
  show_while_busy("cudaMemsetAsync registered", stream, [&] { return cudaMemsetAsync(registered, 0, kBytes, stream); });
  show_while_busy("cudaStreamAttachMemAsync", stream,
                  [&] { return cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachSingle); });
  show_while_busy("cudaMemPrefetchAsync", stream, [&] {
    cudaMemLocation where = {};
    where.type = cudaMemLocationTypeDevice;
    return cudaMemPrefetchAsync(managed, kBytes, where, 0, stream);
  });
}
