// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/cufft/generate.py from the table of functions. Not to be edited.
// The functions of cufftXt.h.
// clang-format off
#pragma once

cufftResult CUFFTAPI cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, cudaDataType inputtype, long long* onembed, long long ostride, long long odist, cudaDataType outputtype, long long batch, size_t* workSize, cudaDataType executiontype);
cufftResult CUFFTAPI cufftXtGetSizeMany(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, cudaDataType inputtype, long long* onembed, long long ostride, long long odist, cudaDataType outputtype, long long batch, size_t* workSize, cudaDataType executiontype);
cufftResult CUFFTAPI cufftXtExec(cufftHandle plan, void* input, void* output, int direction);
cufftResult CUFFTAPI cufftXtSetWorkArea(cufftHandle plan, void** workArea);
cufftResult CUFFTAPI cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t* workSize);
cufftResult CUFFTAPI cufftXtSetCallback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType, void** caller_info);
cufftResult CUFFTAPI cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType);
cufftResult CUFFTAPI cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType, size_t sharedSize);
cufftResult CUFFTAPI cufftXtSetJITCallback(cufftHandle plan, const char* lto_callback_symbol_name, const void* lto_callback_fatbin, size_t lto_callback_fatbin_size, cufftXtCallbackType type, void** caller_info);
cufftResult CUFFTAPI cufftXtSetGPUs(cufftHandle handle, int nGPUs, int* whichGPUs);
cufftResult CUFFTAPI cufftXtMalloc(cufftHandle plan, cudaLibXtDesc** descriptor, cufftXtSubFormat format);
cufftResult CUFFTAPI cufftXtMemcpy(cufftHandle plan, void* dstPointer, void* srcPointer, cufftXtCopyType type);
cufftResult CUFFTAPI cufftXtFree(cudaLibXtDesc* descriptor);
cufftResult CUFFTAPI cufftXtQueryPlan(cufftHandle plan, void* queryStruct, cufftXtQueryType queryType);
cufftResult CUFFTAPI cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
