// SPDX-License-Identifier: Apache-2.0
// Memory for communication. All device memory serves: registering it changes nothing but what must be given back.
#include <string>

#include "libraries/nccl/comm.h"
#include "nccl_bodies.h"

struct ncclWindow {
  void* buffer;
  std::size_t bytes;
};

namespace riffle::nccl {

ncclResult_t mem_alloc(void** pointer, std::size_t bytes) {
  if (pointer == nullptr || bytes == 0)
    return fail(ncclInvalidArgument, "MemAlloc : ptr is NULL or size is 0");
  *pointer = nullptr;
  RIFFLE_NCCL_CUDA(cudaMalloc(pointer, bytes));
  return ncclSuccess;
}

ncclResult_t mem_free(void* pointer) {
  if (pointer == nullptr) return ncclSuccess;
  RIFFLE_NCCL_CUDA(cudaFree(pointer));
  return ncclSuccess;
}

ncclResult_t comm_register(const ncclComm_t comm, void* buffer, std::size_t bytes, void** handle) {
  RIFFLE_NCCL_TRY(check_ready(comm, "CommRegister"));
  if (handle == nullptr) return fail(ncclInvalidArgument, "CommRegister : handle argument is NULL");
  *handle = nullptr;
  if (buffer == nullptr || bytes == 0)
    return fail(ncclInvalidArgument, "CommRegister : buff is NULL or size is 0");
  *handle = new ncclWindow{buffer, bytes};
  return ncclSuccess;
}

ncclResult_t comm_deregister(const ncclComm_t comm, void* handle) {
  RIFFLE_NCCL_TRY(check_comm(comm, "CommDeregister"));
  delete static_cast<ncclWindow*>(handle);
  return ncclSuccess;
}

ncclResult_t comm_window_register(ncclComm_t comm, void* buffer, std::size_t bytes,
                                  ncclWindow_t* window, int) {
  RIFFLE_NCCL_TRY(check_ready(comm, "CommWindowRegister"));
  if (window == nullptr)
    return fail(ncclInvalidArgument, "CommWindowRegister : win argument is NULL");
  *window = nullptr;
  if (buffer == nullptr || bytes == 0)
    return fail(ncclInvalidArgument, "CommWindowRegister : buff is NULL or size is 0");
  *window = new ncclWindow{buffer, bytes};
  return ncclSuccess;
}

ncclResult_t comm_window_deregister(ncclComm_t comm, ncclWindow_t window) {
  RIFFLE_NCCL_TRY(check_comm(comm, "CommWindowDeregister"));
  delete window;
  return ncclSuccess;
}

}  // namespace riffle::nccl
