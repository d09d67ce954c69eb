// SPDX-License-Identifier: Apache-2.0
// Which atomic operations work between a device and the host, and between two devices: all, since one
// memory and one kind of processor serve them.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

constexpr unsigned kScalars = cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64;
constexpr unsigned kIntegers =
    cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction | kScalars;

bool is_operation(cudaAtomicOperation operation) {
  return operation >= cudaAtomicOperationIntegerAdd && operation <= cudaAtomicOperationFloatMax;
}

unsigned capabilities_of(cudaAtomicOperation operation) {
  switch (operation) {
    case cudaAtomicOperationIntegerAdd:
    case cudaAtomicOperationIntegerMin:
    case cudaAtomicOperationIntegerMax:
      return kIntegers | cudaAtomicCapabilitySigned;
    case cudaAtomicOperationIntegerIncrement:
    case cudaAtomicOperationIntegerDecrement:
      return cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction |
             cudaAtomicCapabilityScalar32;
    case cudaAtomicOperationAnd:
    case cudaAtomicOperationOr:
    case cudaAtomicOperationXOR:
      return kIntegers;
    case cudaAtomicOperationExchange:
    case cudaAtomicOperationCAS:
      return cudaAtomicCapabilityUnsigned | kScalars;
    case cudaAtomicOperationFloatAdd:
      return cudaAtomicCapabilityReduction | kScalars;
    case cudaAtomicOperationFloatMin:
    case cudaAtomicOperationFloatMax:
      break;  // no instruction of compute capability 8.0
  }
  return 0;
}

bool are_arguments(const unsigned* capabilities, const cudaAtomicOperation* operations,
                   unsigned count) {
  return capabilities != nullptr && operations != nullptr && count > 0;
}

cudaError_t answer(unsigned* capabilities, const cudaAtomicOperation* operations, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    if (!is_operation(operations[i])) return cudaErrorInvalidValue;
  }
  for (unsigned i = 0; i < count; ++i) capabilities[i] = capabilities_of(operations[i]);
  return cudaSuccess;
}

}  // namespace

cudaError_t device_get_host_atomic_capabilities(unsigned int* capabilities,
                                                const cudaAtomicOperation* operations,
                                                unsigned int count, int device) {
  if (!are_arguments(capabilities, operations, count)) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  return answer(capabilities, operations, count);
}

cudaError_t device_get_p2p_atomic_capabilities(unsigned int* capabilities,
                                               const cudaAtomicOperation* operations,
                                               unsigned int count, int srcDevice, int dstDevice) {
  if (!are_arguments(capabilities, operations, count)) return cudaErrorInvalidValue;
  if (srcDevice == dstDevice || !is_device(srcDevice) || !is_device(dstDevice))
    return cudaErrorInvalidDevice;
  return answer(capabilities, operations, count);
}

}  // namespace riffle::api::cudart
