# A CMake toolchain file: CUDA code of the project is compiled by Riffle and runs on CPU cores.
#
#   cmake --toolchain "$(riffle info --cmake-toolchain)" -B build
#
# It names Riffle as the CUDA compiler and as the toolkit, for projects that enable the language CUDA, for
# find_package(CUDAToolkit) and for the old find_package(CUDA). Nothing else is changed: the host compilers are those
# that CMake finds, and nothing is cross-compiled.
set(CMAKE_CUDA_COMPILER "${CMAKE_CURRENT_LIST_DIR}/bin/nvcc")
set(CUDAToolkit_ROOT "${CMAKE_CURRENT_LIST_DIR}")
set(CUDA_TOOLKIT_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}" CACHE PATH "CUDA toolkit")
# Hints of the find modules that come before a project's own settings.
set(ENV{CUDA_PATH} "${CMAKE_CURRENT_LIST_DIR}")
set(ENV{CUDAToolkit_ROOT} "${CMAKE_CURRENT_LIST_DIR}")

# find_package(CUDAToolkit) shall take no library of another toolkit: CMake 4 looks into the system's folders before it looks
# here. Those that Riffle does not have are not found: a value that is false, but no NOTFOUND, ends the search.
foreach(library cudart cudart_static cudadevrt nvrtc nvrtc_static nvrtc_builtins nvrtc_builtins_static nvJitLink nvJitLink_static nvptxcompiler_static
        nvfatbin nvfatbin_static cublas cublas_static cublasLt cublasLt_static cufft cufft_static cufft_static_nocallback cufftw
        cufftw_static curand curand_static cusparse cusparse_static cusolver cusolver_static cusolver_lapack_static
        cusolver_metis_static nvjpeg nvjpeg_static cupti cupti_static nvperf_host nvperf_target pcsamplingutil
        nvml_static cuFile cuFile_static cuFile_rdma cuFile_rdma_static cudla nvToolsExt culibos OpenCL nppc nppc_static nppial
        nppial_static nppicc nppicc_static nppicom nppicom_static nppidei nppidei_static nppif nppif_static nppig nppig_static
        nppim nppim_static nppist nppist_static nppisu nppisu_static nppitc nppitc_static npps npps_static)
  set(CUDA_${library}_LIBRARY OFF)
  foreach(file "${CMAKE_CURRENT_LIST_DIR}/lib64/lib${library}.so" "${CMAKE_CURRENT_LIST_DIR}/lib64/lib${library}.a")
    if(EXISTS "${file}")
      set(CUDA_${library}_LIBRARY "${file}")
    endif()
  endforeach()
  set(CUDA_${library}_LIBRARY "${CUDA_${library}_LIBRARY}" CACHE FILEPATH "of Riffle; OFF: not in Riffle")
endforeach()
set(CUDA_CUDART "${CMAKE_CURRENT_LIST_DIR}/lib64/libcudart.so" CACHE FILEPATH "of Riffle")
set(CUDA_cuda_driver_LIBRARY "${CMAKE_CURRENT_LIST_DIR}/lib64/libcuda.so" CACHE FILEPATH "of Riffle")
set(CUDA_nvml_LIBRARY "${CMAKE_CURRENT_LIST_DIR}/lib64/libnvidia-ml.so" CACHE FILEPATH "of Riffle")

# Host code in CUDA sources is compiled by clang: its OpenMP library serves code of gcc too, but not the other way round.
foreach(library "${CMAKE_CURRENT_LIST_DIR}/llvm/lib/libomp.so" /usr/lib/llvm-22/lib/libomp.so)
  if(EXISTS "${library}")
    set(OpenMP_gomp_LIBRARY "${library}" CACHE FILEPATH "OpenMP library of clang")
    break()
  endif()
endforeach()
