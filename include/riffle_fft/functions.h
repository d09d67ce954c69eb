// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/cufft/generate.py from the table of functions. Not to be edited.
// The functions of cufft.h.
// clang-format off
#pragma once

cufftResult CUFFTAPI cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch);
cufftResult CUFFTAPI cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type);
cufftResult CUFFTAPI cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type);
cufftResult CUFFTAPI cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch);
cufftResult CUFFTAPI cufftCreate(cufftHandle* handle);
cufftResult CUFFTAPI cufftDestroy(cufftHandle plan);
cufftResult CUFFTAPI cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize);
cufftResult CUFFTAPI cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize);
cufftResult CUFFTAPI cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* workSize);
cufftResult CUFFTAPI cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch, size_t* workSize);
cufftResult CUFFTAPI cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, long long* onembed, long long ostride, long long odist, cufftType type, long long batch, size_t* workSize);
cufftResult CUFFTAPI cufftEstimate1d(int nx, cufftType type, int batch, size_t* workSize);
cufftResult CUFFTAPI cufftEstimate2d(int nx, int ny, cufftType type, size_t* workSize);
cufftResult CUFFTAPI cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* workSize);
cufftResult CUFFTAPI cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch, size_t* workSize);
cufftResult CUFFTAPI cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch, size_t* workSize);
cufftResult CUFFTAPI cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t* workSize);
cufftResult CUFFTAPI cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t* workSize);
cufftResult CUFFTAPI cufftGetSizeMany(cufftHandle handle, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch, size_t* workArea);
cufftResult CUFFTAPI cufftGetSizeMany64(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride, long long idist, long long* onembed, long long ostride, long long odist, cufftType type, long long batch, size_t* workSize);
cufftResult CUFFTAPI cufftGetSize(cufftHandle handle, size_t* workSize);
cufftResult CUFFTAPI cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata, int direction);
cufftResult CUFFTAPI cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata);
cufftResult CUFFTAPI cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata);
cufftResult CUFFTAPI cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata, int direction);
cufftResult CUFFTAPI cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata);
cufftResult CUFFTAPI cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata);
cufftResult CUFFTAPI cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult CUFFTAPI cufftSetWorkArea(cufftHandle plan, void* workArea);
cufftResult CUFFTAPI cufftSetAutoAllocation(cufftHandle plan, int autoAllocate);
cufftResult CUFFTAPI cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long inputValueInt);
cufftResult CUFFTAPI cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long* returnPtrValue);
cufftResult CUFFTAPI cufftResetPlanProperty(cufftHandle plan, cufftProperty property);
cufftResult CUFFTAPI cufftGetVersion(int* version);
cufftResult CUFFTAPI cufftGetProperty(libraryPropertyType type, int* value);
