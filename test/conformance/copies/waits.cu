// SPDX-License-Identifier: Apache-2.0
// Which calls return while a stream is busy, and when they read their sources.
#include "../cases.h"
#include "../gate.h"

// Which copies and fills return while their stream is busy.
CASE(which_calls_wait) {
  prepare_gates();
  constexpr std::size_t kBytes = 4096, kBig = 4u << 20;
  DeviceArray<char> a(kBig), b(kBig);
  std::vector<char> pageable(kBig);
  char *pinned, *managed;
  MUST(cudaMallocHost(&pinned, kBig));
  MUST(cudaMallocManaged(&managed, kBytes));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaMemcpy(a, pageable.data(), kBig, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy(pageable.data(), a, kBig, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(pinned, a, kBig, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(b, a, kBig, cudaMemcpyDeviceToDevice));
  MUST(cudaMemsetAsync(pinned, 0, kBytes, s));
  MUST(cudaDeviceSynchronize());

  show_while_busy("MemsetAsync of device memory", s, [&] { return cudaMemsetAsync(a, 1, kBytes, s); });
  show_while_busy("MemcpyAsync H2D from pinned", s,
                  [&] { return cudaMemcpyAsync(a, pinned, kBig, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync D2H to pinned", s,
                  [&] { return cudaMemcpyAsync(pinned, a, kBig, cudaMemcpyDeviceToHost, s); });
  show_while_busy("MemcpyAsync D2D", s, [&] { return cudaMemcpyAsync(b, a, kBig, cudaMemcpyDeviceToDevice, s); });
  show_while_busy("MemcpyAsync H2H pinned", s,
                  [&] { return cudaMemcpyAsync(pinned, pinned + kBytes, kBytes, cudaMemcpyHostToHost, s); });
  show_while_busy("MemcpyAsync H2D from pageable, 4 KiB", s,
                  [&] { return cudaMemcpyAsync(a, pageable.data(), kBytes, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync H2D from pageable, 64 KiB", s,
                  [&] { return cudaMemcpyAsync(a, pageable.data(), 65536, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync H2D from pageable, 4 MiB", s,
                  [&] { return cudaMemcpyAsync(a, pageable.data(), kBig, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync D2H to pageable, 4 KiB", s,
                  [&] { return cudaMemcpyAsync(pageable.data(), a, kBytes, cudaMemcpyDeviceToHost, s); });
  show_while_busy("MemcpyAsync Default D2D", s, [&] { return cudaMemcpyAsync(b, a, kBytes, cudaMemcpyDefault, s); });
}

// Which of the calls without a stream return while a blocking stream is busy.
CASE(which_sync_calls_wait) {
  prepare_gates();
  constexpr std::size_t kBytes = 4096;
  DeviceArray<char> a(kBytes), b(kBytes);
  std::vector<char> pageable(kBytes), pageable2(kBytes);
  char *pinned;
  MUST(cudaMallocHost(&pinned, 2 * kBytes));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaMemset(pinned, 0, kBytes));
  MUST(cudaDeviceSynchronize());
  show_while_busy("Memset of device memory", s, [&] { return cudaMemset(a, 1, kBytes); });
  show_while_busy("Memset of pinned memory", s, [&] { return cudaMemset(pinned, 1, kBytes); });
  show_while_busy("Memcpy D2D", s, [&] { return cudaMemcpy(b, a, kBytes, cudaMemcpyDeviceToDevice); });
  show_while_busy("Memcpy D2H pageable", s,
                  [&] { return cudaMemcpy(pageable.data(), a, kBytes, cudaMemcpyDeviceToHost); });
  show_while_busy("Memcpy D2H pinned", s, [&] { return cudaMemcpy(pinned, a, kBytes, cudaMemcpyDeviceToHost); });
  show_while_busy("Memcpy H2D pageable", s,
                  [&] { return cudaMemcpy(a, pageable.data(), kBytes, cudaMemcpyHostToDevice); });
  show_while_busy("Memcpy H2D pinned", s, [&] { return cudaMemcpy(a, pinned, kBytes, cudaMemcpyHostToDevice); });
  show_while_busy("Memcpy H2H pageable", s,
                  [&] { return cudaMemcpy(pageable.data(), pageable2.data(), kBytes, cudaMemcpyHostToHost); });
  show_while_busy("Memset2D of device memory", s, [&] { return cudaMemset2D(a, 64, 1, 32, 4); });
  show_while_busy("Memcpy2D D2D", s, [&] { return cudaMemcpy2D(b, 64, a, 64, 32, 4, cudaMemcpyDeviceToDevice); });
  show_while_busy("Memcpy of zero bytes", s, [&] { return cudaMemcpy(pageable.data(), a, 0, cudaMemcpyDeviceToHost); });
}

// Which copies and fills wait when one side is managed or registered memory.
CASE(managed_and_registered) {
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

// Which calls without a stream wait for a blocking stream when one side is managed or registered memory.
CASE(managed_and_registered_sync) {
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

// Which allocation calls return while a stream is busy, also one that never blocks.
CASE(allocation_waits) {
  prepare_gates();
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  void *device[4] = {}, *host[4] = {}, *managed[4] = {}, *ordered = nullptr;
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMalloc(&device[i], 4096));
    MUST(cudaMallocHost(&host[i], 4096));
    MUST(cudaMallocManaged(&managed[i], 4096));
  }
  MUST(cudaMallocAsync(&ordered, 4096, s));
  MUST(cudaFreeAsync(ordered, s));
  MUST(cudaDeviceSynchronize());
  show_while_busy("cudaMalloc", s, [&] { return cudaMalloc(&device[3], 4096); });
  show_while_busy("cudaMallocHost", s, [&] { return cudaMallocHost(&host[3], 4096); });
  show_while_busy("cudaMallocManaged", s, [&] { return cudaMallocManaged(&managed[3], 4096); });
  show_while_busy("cudaMallocAsync", s, [&] { return cudaMallocAsync(&ordered, 4096, s); });
  show_while_busy("cudaFreeAsync", s, [&] { return cudaFreeAsync(ordered, s); });
  show_while_busy("cudaFree of device memory", s, [&] { return cudaFree(device[0]); });
  show_while_busy("cudaFreeHost", s, [&] { return cudaFreeHost(host[0]); });
  show_while_busy("cudaFree of managed memory", s, [&] { return cudaFree(managed[0]); });
  show_while_busy("cudaFree(NULL)", s, [&] { return cudaFree(nullptr); });
  show_while_busy("cudaStreamCreate", s, [&] {
    cudaStream_t created;
    return cudaStreamCreate(&created);
  });
  show_while_busy("cudaStreamDestroy of another stream", s, [&] { return cudaStreamDestroy(other); });
  show_while_busy("cudaEventCreate", s, [&] {
    cudaEvent_t event;
    return cudaEventCreate(&event);
  });
  show_while_busy("cudaHostRegister", s, [&] {
    static char page[8192];
    return cudaHostRegister(page, sizeof page, 0);
  });
  show_while_busy("cudaMemGetInfo", s, [&] {
    std::size_t free_bytes, total_bytes;
    return cudaMemGetInfo(&free_bytes, &total_bytes);
  });
}

// When the source of an asynchronous copy is read: pageable memory at the call, pinned memory when the copy runs.
CASE(source_read_when) {
  prepare_gates();
  DeviceArray<int> word(2);
  int *pinned;
  MUST(cudaMallocHost(&pinned, sizeof(int)));
  int pageable = 1;
  *pinned = 1;
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaMemcpyAsync(word, &pageable, sizeof(int), cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(word + 1, pinned, sizeof(int), cudaMemcpyHostToDevice, s));
  MUST(cudaStreamSynchronize(s));
  {
    Gate gate(s);
    pageable = 10;
    *pinned = 10;
    MUST(cudaMemcpyAsync(word, &pageable, sizeof(int), cudaMemcpyHostToDevice, s));
    MUST(cudaMemcpyAsync(word + 1, pinned, sizeof(int), cudaMemcpyHostToDevice, s));
    pageable = 20;
    *pinned = 20;
  }
  MUST(cudaStreamSynchronize(s));
  show_row("pageable, pinned", word.read());
}

static void write_two(void *words) {
  int *const first = static_cast<int *>(words);
  *first = 2;
}

// The legacy stream comes after a blocking stream's work: does its copy read a pinned source that the work still writes?
CASE(pinned_source_and_legacy) {
  prepare_gates();
  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  for (std::size_t bytes : {std::size_t{4}, std::size_t{512}, std::size_t{4096}, std::size_t{65536}, std::size_t{1} << 20}) {
    int *pinned = nullptr, *device = nullptr;
    MUST(cudaMallocHost(&pinned, bytes));
    MUST(cudaMalloc(&device, bytes));
    for (int order = 0; order < 2; ++order) {
      std::memset(pinned, 0, bytes);
      *pinned = 1;
      MUST(cudaMemset(device, 0, bytes));
      MUST(cudaDeviceSynchronize());
      {
        Gate gate(blocking);
        MUST(cudaLaunchHostFunc(blocking, write_two, pinned));
        if (order == 1) {  // something of the legacy stream's own is before the copy
          MUST(cudaMemsetAsync(device, 1, bytes, cudaStreamLegacy));
        }
        MUST(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, cudaStreamLegacy));
        gate.open();
      }
      MUST(cudaDeviceSynchronize());
      int seen = 0;
      MUST(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
      std::printf("%zu bytes, %s: %d\n", bytes, order == 1 ? "after own work" : "first of its stream", seen);
    }
    MUST(cudaFree(device));
    MUST(cudaFreeHost(pinned));
  }
}
