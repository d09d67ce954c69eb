// SPDX-License-Identifier: Apache-2.0
// Headers of CUDA, and of libraries that come with it, that Riffle does not have, and what to do without them.
#pragma once

#include <array>
#include <string_view>

namespace riffle::front {

struct AbsentHeader {
  std::string_view pattern;  ///< a name as it is included; a final * stands for any rest
  std::string_view advice;   ///< follows "file not found: "
};

inline constexpr std::string_view kCcclAdvice =
    "it is a header of NVIDIA's CCCL (Thrust, CUB, libcu++), which Riffle does not include; "
    "'pip download --no-deps nvidia-cuda-cccl && python3 -m zipfile -e nvidia_cuda_cccl-*.whl "
    "cccl' gets it, and -Icccl/nvidia/cu13/include/cccl finds it";
inline constexpr std::string_view kCudnnAdvice =
    "Riffle has the headers of cuDNN 9 only; include cudnn.h";
inline constexpr std::string_view kCuptiAdvice =
    "Riffle has CUPTI's activities and callbacks only, cupti.h; 'riffle trace' shows what a "
    "program does";
inline constexpr std::string_view kNppAdvice =
    "Riffle does not have NPP; build the program without it";
inline constexpr std::string_view kGraphicsAdvice =
    "Riffle does not work with OpenGL, EGL or VDPAU; build the program without it";
inline constexpr std::string_view kNvblasAdvice =
    "Riffle does not have NVBLAS; call cuBLAS, cublas_v2.h or cublasXt.h";
inline constexpr std::string_view kCusolverAdvice =
    "Riffle has cuSOLVER's dense part only, cusolverDn.h";
inline constexpr std::string_view kPartAdvice =
    "Riffle does not have this part of CUDA; build the program without it";
inline constexpr std::string_view kCurandAdvice =
    "Riffle has cuRAND's device functions in curand_kernel.h; include that";

/// The first pattern that fits counts. Riffle's own headers may fit, too: they are found before anybody asks here.
inline constexpr auto kAbsentHeaders = std::to_array<AbsentHeader>({
    {"cub/*", kCcclAdvice},
    {"cuda/*", kCcclAdvice},
    {"nv/target", kCcclAdvice},
    {"nv/detail/*", kCcclAdvice},
    {"thrust/*", kCcclAdvice},
    {"cudaEGL*", kGraphicsAdvice},
    {"cudaGL*", kGraphicsAdvice},
    {"cudaProfilerTypedefs.h", kPartAdvice},
    {"cudaVDPAU*", kGraphicsAdvice},
    {"cuda_egl_interop.h", kGraphicsAdvice},
    {"cuda_gl_interop.h", kGraphicsAdvice},
    {"cuda_occupancy.h",
     "cuda_runtime_api.h has cudaOccupancyMaxActiveBlocksPerMultiprocessor and "
     "similar functions; call these"},
    {"cuda_stdint.h", "include stdint.h"},
    {"cuda_vdpau_interop.h", kGraphicsAdvice},
    {"cudart_platform.h", kPartAdvice},
    {"cudnn*", kCudnnAdvice},
    {"cupti*", kCuptiAdvice},
    {"curand_*", kCurandAdvice},
    {"cusolverMg.h", kCusolverAdvice},
    {"cusolverRf.h", kCusolverAdvice},
    {"cusolverSp*", kCusolverAdvice},
    {"fatbinary_section.h", kPartAdvice},
    {"nccl_device*", "Riffle has NCCL's host API only, nccl.h"},
    {"npp*", kNppAdvice},
    {"nv_decode.h", kPartAdvice},
    {"nvblas.h", kNvblasAdvice},
    {"nvperf_*", kCuptiAdvice},
    {"nvvm.h", "Riffle does not have libNVVM; NVRTC compiles at run time, nvrtc.h"},
});

/// Null: the name is none of these.
constexpr const AbsentHeader* absent_header(std::string_view name) {
  for (const AbsentHeader& header : kAbsentHeaders) {
    const bool is_family = header.pattern.ends_with('*');
    const std::string_view begin = header.pattern.substr(0, header.pattern.size() - is_family);
    if (is_family ? name.starts_with(begin) : name == begin) return &header;
  }
  return nullptr;
}

}  // namespace riffle::front
