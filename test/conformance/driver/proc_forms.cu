// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuGetProcAddress: the form of a name that belongs to a version and to a kind of default stream. Each form is its symbol.
#include "first_forms.h"

static void gives(const char *name, int version, cuuint64_t flags, const char *symbol) {
  void *function = &function;
  CUdriverProcAddressQueryResult status;
  MUST(cuGetProcAddress(name, &function, version, flags, &status));
  std::printf("%s %d %d: %s\n", name, version, int(flags), symbol != nullptr ? symbol : "too early");
  const bool is_right = symbol != nullptr ? status == CU_GET_PROC_ADDRESS_SUCCESS && function == form<void *>(symbol)
                                          : status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT && function == nullptr;
  if (!is_right) expect("gives another", false);
}

int main() {
  constexpr cuuint64_t kPlain = CU_GET_PROC_ADDRESS_LEGACY_STREAM, kPerThread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  for (cuuint64_t flags : {cuuint64_t{CU_GET_PROC_ADDRESS_DEFAULT}, kPlain}) {
    gives("cuMemcpyHtoDAsync", 2000, flags, "cuMemcpyHtoDAsync");
    gives("cuMemcpyHtoDAsync", 3020, flags, "cuMemcpyHtoDAsync_v2");
    gives("cuStreamBeginCapture", 9000, flags, nullptr);
    gives("cuStreamBeginCapture", 10000, flags, "cuStreamBeginCapture");
    gives("cuStreamBeginCapture", 12080, flags, "cuStreamBeginCapture_v2");
  }
  // What has a variant for per-thread default streams has it since CUDA 7.0, and is not found before.
  gives("cuMemcpyHtoDAsync", 2000, kPerThread, nullptr);
  gives("cuMemcpyHtoDAsync", 6050, kPerThread, nullptr);
  gives("cuMemcpyHtoDAsync", 7000, kPerThread, "cuMemcpyHtoDAsync_v2_ptsz");
  gives("cuLaunchKernel", 4000, kPerThread, nullptr);
  gives("cuLaunchKernel", 13000, kPerThread, "cuLaunchKernel_ptsz");
  gives("cuMemsetD2D8", 7000, kPerThread, "cuMemsetD2D8_v2_ptds");
  gives("cuStreamGetCaptureInfo", 10010, kPerThread, "cuStreamGetCaptureInfo_ptsz");
  gives("cuStreamGetCaptureInfo", 12020, kPerThread, "cuStreamGetCaptureInfo_v2_ptsz");
  gives("cuMemAlloc", 2000, kPerThread, "cuMemAlloc");
  gives("cuGraphInstantiate", 10000, kPlain, "cuGraphInstantiate");
  gives("cuGraphInstantiate", 11000, kPlain, "cuGraphInstantiate_v2");
  gives("cuGraphInstantiateWithFlags", 12000, kPlain, "cuGraphInstantiateWithFlags");
  gives("cuGraphAddKernelNode", 11080, kPlain, "cuGraphAddKernelNode");
  gives("cuGraphAddKernelNode", 12000, kPlain, "cuGraphAddKernelNode_v2");
  gives("cuMemcpyBatchAsync", 12090, kPlain, "cuMemcpyBatchAsync");
  gives("cuMemcpyBatchAsync", 13000, kPerThread, "cuMemcpyBatchAsync_v2_ptsz");
  // Other systems' graphics, multicast and tensor maps have names, whatever they answer.
  gives("cuGLGetDevices", 4010, kPlain, "cuGLGetDevices");
  gives("cuGLGetDevices", 6050, kPlain, "cuGLGetDevices_v2");
  gives("cuGLMapBufferObject", 7000, kPerThread, "cuGLMapBufferObject_v2_ptds");
  gives("cuEGLStreamConsumerConnect", 7000, kPlain, "cuEGLStreamConsumerConnect");
  gives("cuVDPAUCtxCreate", 3010, kPlain, "cuVDPAUCtxCreate");
  gives("cuVDPAUCtxCreate", 3020, kPlain, "cuVDPAUCtxCreate_v2");
  gives("cuTensorMapEncodeTiled", 12000, kPlain, "cuTensorMapEncodeTiled");
  gives("cuTensorMapEncodeIm2colWide", 12000, kPlain, nullptr);
  gives("cuMulticastCreate", 12010, kPlain, "cuMulticastCreate");
  const void *table = nullptr;
  const CUuuid none = {};
  show_truth("an export table", cuGetExportTable(&table, &none) == CUDA_SUCCESS);
  return wrong_answers == 0 ? 0 : 1;
}
