// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Memory that two processes share by a file descriptor (cuMemExportToShareableHandle).
#include <cuda.h>

#include "cases.h"
#include "processes.h"

constexpr size_t kBytes = 2 << 20;

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, int value) { out[threadIdx.x] += value; }

/// Physical memory at an address of this process.
class Mapped {
 public:
  Mapped() {
    CUmemAllocationProp wanted = {};
    wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    cudaFree(nullptr);
    cuMemCreate(&memory_, kBytes, &wanted, 0);
    map();
  }
  explicit Mapped(int descriptor) {
    cudaFree(nullptr);
    cuMemImportFromShareableHandle(&memory_, reinterpret_cast<void*>(static_cast<long>(descriptor)),
                                   CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    close(descriptor);
    map();
  }
  ~Mapped() {
    cudaDeviceSynchronize();
    cuMemUnmap(place_, kBytes);
    cuMemAddressFree(place_, kBytes);
    cuMemRelease(memory_);
  }
  void give(Channel& channel) const {
    int descriptor = -1;
    cuMemExportToShareableHandle(&descriptor, memory_, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
    channel.send_descriptor(descriptor);
    close(descriptor);
  }
  operator int*() const { return reinterpret_cast<int*>(place_); }

 private:
  void map() {
    CUmemAccessDesc all = {};
    all.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    all.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    cuMemAddressReserve(&place_, kBytes, 0, 0, 0);
    cuMemMap(place_, kBytes, 0, memory_, 0);
    cuMemSetAccess(place_, kBytes, &all, 1);
  }
  CUmemGenericAllocationHandle memory_ = 0;
  CUdeviceptr place_ = 0;
};

// expect: race/between processes
// says: kernel fill(int*, int) and kernel add(int*, int)
// Nobody waits. FIXED: the owner waits before it tells.
CASE(no_wait) {
  return run_two_processes(
      [](Channel& channel) {
        const Mapped memory;
        memory.give(channel);
        fill<<<1, 256>>>(memory, 1);
        if (FIXED) cudaDeviceSynchronize();
        channel.tell();
        channel.hear();
      },
      [](Channel& channel) {
        const Mapped memory(channel.receive_descriptor());
        channel.hear();
        add<<<1, 256>>>(memory, 2);
        cudaDeviceSynchronize();
        channel.tell();
      });
}

// expect: race/between processes
// says: copy
// An event of both that is recorded too early. FIXED: behind the kernel.
CASE(early_event) {
  return run_two_processes(
      [](Channel& channel) {
        const Mapped memory;
        memory.give(channel);
        SharedEvent done;
        done.give(channel);
        if (!FIXED) cudaEventRecord(done);
        fill<<<1, 256>>>(memory, 3);
        if (FIXED) cudaEventRecord(done);
        channel.tell();
        channel.hear();
      },
      [](Channel& channel) {
        const Mapped memory(channel.receive_descriptor());
        const SharedEvent done(channel);
        Device own(1024);
        channel.hear();
        cudaStreamWaitEvent(nullptr, done, 0);
        cudaMemcpyAsync(own, memory, 1024, cudaMemcpyDeviceToDevice);
        cudaDeviceSynchronize();
        channel.tell();
      });
}

// Other memory at the same addresses, which nobody shares with the first.
CASE(other_memory_norace) {
  return run_two_processes(
      [](Channel& channel) {
        {
          const Mapped memory;
          memory.give(channel);
          fill<<<1, 256>>>(memory, 1);
          channel.hear();
        }
        const Mapped other;
        fill<<<1, 256>>>(other, 2);
        channel.tell();
        channel.hear();
      },
      [](Channel& channel) {
        {
          const Mapped memory(channel.receive_descriptor());
          channel.tell();
          channel.hear();
        }
        const Mapped other;
        fill<<<1, 256>>>(other, 3);
        channel.tell();
      });
}
