// SPDX-License-Identifier: Apache-2.0
// With __CUDA_API_VERSION_INTERNAL, for libraries that replace the driver's: each name is its own symbol, even if there is a newer
// form, and all forms are declared.
#ifndef RIFFLE_DRIVER_INTERNAL_FORMS_H
#define RIFFLE_DRIVER_INTERNAL_FORMS_H

#include <riffle_driver/declare.h>
#include <riffle_driver/first_forms.h>
#include <riffle_driver/types.h>

#undef cuArray3DCreate
#undef cuArray3DGetDescriptor
#undef cuArrayCreate
#undef cuArrayGetDescriptor
#undef cuCtxCreate
#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuDeviceGetUuid
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
#undef cuDeviceTotalMem
#undef cuEventDestroy
#undef cuEventElapsedTime
#undef cuGetProcAddress
#undef cuGraphAddDependencies
#undef cuGraphAddKernelNode
#undef cuGraphAddNode
#undef cuGraphExecKernelNodeSetParams
#undef cuGraphExecUpdate
#undef cuGraphGetEdges
#undef cuGraphInstantiate
#undef cuGraphKernelNodeGetParams
#undef cuGraphKernelNodeSetParams
#undef cuGraphNodeGetDependencies
#undef cuGraphNodeGetDependentNodes
#undef cuGraphRemoveDependencies
#undef cuGraphicsResourceGetMappedPointer
#undef cuGraphicsResourceSetMapFlags
#undef cuIpcOpenMemHandle
#undef cuLinkAddData
#undef cuLinkAddFile
#undef cuLinkCreate
#undef cuMemAdvise
#undef cuMemAlloc
#undef cuMemAllocHost
#undef cuMemAllocPitch
#undef cuMemFree
#undef cuMemGetAddressRange
#undef cuMemGetInfo
#undef cuMemHostGetDevicePointer
#undef cuMemHostRegister
#undef cuMemPrefetchAsync
#undef cuMemcpy2D
#undef cuMemcpy2DAsync
#undef cuMemcpy2DUnaligned
#undef cuMemcpy3D
#undef cuMemcpy3DAsync
#undef cuMemcpy3DBatchAsync
#undef cuMemcpyAtoA
#undef cuMemcpyAtoD
#undef cuMemcpyAtoH
#undef cuMemcpyAtoHAsync
#undef cuMemcpyBatchAsync
#undef cuMemcpyDtoA
#undef cuMemcpyDtoD
#undef cuMemcpyDtoDAsync
#undef cuMemcpyDtoH
#undef cuMemcpyDtoHAsync
#undef cuMemcpyHtoA
#undef cuMemcpyHtoAAsync
#undef cuMemcpyHtoD
#undef cuMemcpyHtoDAsync
#undef cuMemsetD16
#undef cuMemsetD2D16
#undef cuMemsetD2D32
#undef cuMemsetD2D8
#undef cuMemsetD32
#undef cuMemsetD8
#undef cuModuleGetGlobal
#undef cuStreamBatchMemOp
#undef cuStreamBeginCapture
#undef cuStreamDestroy
#undef cuStreamGetCaptureInfo
#undef cuStreamUpdateCaptureDependencies
#undef cuStreamWaitValue32
#undef cuStreamWaitValue64
#undef cuStreamWriteValue32
#undef cuStreamWriteValue64
#undef cuTexRefGetAddress
#undef cuTexRefSetAddress
#undef cuTexRefSetAddress2D

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceTotalMem(unsigned int* bytes, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDevicePrimaryCtxReset(CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate(CUcontext* context, unsigned int flags,
                                               CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate_v2(CUcontext* context, unsigned int flags,
                                                  CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* params,
                                                  int num_params, unsigned int flags,
                                                  CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxDestroy(CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxPushCurrent(CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuCtxPopCurrent(CUcontext* context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuModuleGetGlobal(CUdeviceptr_v1* pointer, unsigned int* bytes,
                                                     CUmodule module, const char* name);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkCreate(unsigned int num_options, CUjit_option* options,
                                                void** option_values, CUlinkState* state_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkAddData(CUlinkState state, CUjitInputType type, void* data,
                                                 size_t size, const char* name,
                                                 unsigned int num_options, CUjit_option* options,
                                                 void** option_values);
RIFFLE_DRIVER_API CUresult CUDAAPI cuLinkAddFile(CUlinkState state, CUjitInputType type,
                                                 const char* path, unsigned int num_options,
                                                 CUjit_option* options, void** option_values);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetInfo(unsigned int* free, unsigned int* total);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAlloc(CUdeviceptr_v1* pointer, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocPitch(CUdeviceptr_v1* pointer, unsigned int* pitch,
                                                   unsigned int width_in_bytes, unsigned int height,
                                                   unsigned int element_size_bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemFree(CUdeviceptr_v1 pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemGetAddressRange(CUdeviceptr_v1* base, unsigned int* size,
                                                        CUdeviceptr_v1 pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAllocHost(void** pointer, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostGetDevicePointer(CUdeviceptr_v1* device_pointer,
                                                             void* pointer, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr* device_pointer,
                                                      CUipcMemHandle handle, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemHostRegister(void* pointer, size_t bytes,
                                                     unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoD(CUdeviceptr_v1 dst_device, const void* src_host,
                                                unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoH(void* dst_host, CUdeviceptr_v1 src_device,
                                                unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoD(CUdeviceptr_v1 dst_device,
                                                CUdeviceptr_v1 src_device, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoA(CUarray dst_array, unsigned int dst_offset,
                                                CUdeviceptr_v1 src_device, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoD(CUdeviceptr_v1 dst_device, CUarray src_array,
                                                unsigned int src_offset, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoA(CUarray dst_array, unsigned int dst_offset,
                                                const void* src_host, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoH(void* dst_host, CUarray src_array,
                                                unsigned int src_offset, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoA(CUarray dst_array, unsigned int dst_offset,
                                                CUarray src_array, unsigned int src_offset,
                                                unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy2D(const CUDA_MEMCPY2D_v1* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3D(const CUDA_MEMCPY3D_v1* copy);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr_v1 dst_device,
                                                     const void* src_host, unsigned int bytes,
                                                     CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoHAsync(void* dst_host, CUdeviceptr_v1 src_device,
                                                     unsigned int bytes, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyDtoDAsync(CUdeviceptr_v1 dst_device,
                                                     CUdeviceptr_v1 src_device, unsigned int bytes,
                                                     CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyHtoAAsync(CUarray dst_array, unsigned int dst_offset,
                                                     const void* src_host, unsigned int bytes,
                                                     CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyAtoHAsync(void* dst_host, CUarray src_array,
                                                     unsigned int src_offset, unsigned int bytes,
                                                     CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1* copy, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1* copy, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs,
                                                      size_t* sizes, size_t count,
                                                      CUmemcpyAttributes* attrs, size_t* attrs_idxs,
                                                      size_t num_attrs, size_t* fail_idx,
                                                      CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemcpy3DBatchAsync(size_t num_ops,
                                                        CUDA_MEMCPY3D_BATCH_OP* op_list,
                                                        size_t* fail_idx, unsigned long long flags,
                                                        CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD8(CUdeviceptr_v1 dst_device, unsigned char value,
                                              unsigned int count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD16(CUdeviceptr_v1 dst_device, unsigned short value,
                                               unsigned int count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD32(CUdeviceptr_v1 dst_device, unsigned int value,
                                               unsigned int count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D8(CUdeviceptr_v1 dst_device, unsigned int dst_pitch,
                                                unsigned char value, unsigned int width,
                                                unsigned int height);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D16(CUdeviceptr_v1 dst_device, unsigned int dst_pitch,
                                                 unsigned short value, unsigned int width,
                                                 unsigned int height);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemsetD2D32(CUdeviceptr_v1 dst_device, unsigned int dst_pitch,
                                                 unsigned int value, unsigned int width,
                                                 unsigned int height);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayCreate(CUarray* array,
                                                 const CUDA_ARRAY_DESCRIPTOR_v1* allocate_array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1* array_descriptor,
                                                        CUarray array);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR_v1* allocate_array);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1* array_descriptor, CUarray array);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr dev_ptr, size_t count,
                                                      CUdevice dst_device, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuMemAdvise(CUdeviceptr dev_ptr, size_t count,
                                               CUmem_advise advice, CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamBeginCapture(CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream stream,
                                                          CUstreamCaptureStatus* capture_status_out,
                                                          cuuint64_t* id_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamGetCaptureInfo_v2(
    CUstream stream, CUstreamCaptureStatus* capture_status_out, cuuint64_t* id_out,
    CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* num_dependencies_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream stream,
                                                                     CUgraphNode* dependencies,
                                                                     size_t num_dependencies,
                                                                     unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamDestroy(CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventDestroy(CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuEventElapsedTime(float* milliseconds, CUevent start,
                                                      CUevent end);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWaitValue32(CUstream stream, CUdeviceptr addr,
                                                       cuuint32_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWaitValue64(CUstream stream, CUdeviceptr addr,
                                                       cuuint64_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWriteValue32(CUstream stream, CUdeviceptr addr,
                                                        cuuint32_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamWriteValue64(CUstream stream, CUdeviceptr addr,
                                                        cuuint64_t value, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuStreamBatchMemOp(CUstream stream, unsigned int count,
                                                      CUstreamBatchMemOpParams* param_array,
                                                      unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                     size_t num_dependencies, const CUDA_KERNEL_NODE_PARAMS_v1* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphGetEdges(CUgraph graph, CUgraphNode* from,
                                                   CUgraphNode* to, size_t* num_edges);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node,
                                                              CUgraphNode* dependencies,
                                                              size_t* num_dependencies);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode node,
                                                                CUgraphNode* dependent_nodes,
                                                                size_t* num_dependent_nodes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                                          const CUgraphNode* to,
                                                          size_t num_dependencies);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                             const CUgraphNode* to,
                                                             size_t num_dependencies);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphInstantiate(CUgraphExec* graph_exec, CUgraph graph,
                                                      CUgraphNode* error_node, char* log_buffer,
                                                      size_t buffer_size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphInstantiate_v2(CUgraphExec* graph_exec, CUgraph graph,
                                                         CUgraphNode* error_node, char* log_buffer,
                                                         size_t buffer_size);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecKernelNodeSetParams(
    CUgraphExec graph_exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecUpdate(CUgraphExec graph_exec, CUgraph graph,
                                                     CUgraphNode* error_node_out,
                                                     CUgraphExecUpdateResult* update_result_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddNode(CUgraphNode* node, CUgraph graph,
                                                  const CUgraphNode* dependencies,
                                                  size_t num_dependencies,
                                                  CUgraphNodeParams* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetAddress(unsigned int* byte_offset, CUtexref texture,
                                                      CUdeviceptr_v1 pointer, unsigned int bytes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetAddress2D(CUtexref texture,
                                                        const CUDA_ARRAY_DESCRIPTOR_v1* desc,
                                                        CUdeviceptr_v1 pointer, unsigned int pitch);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetAddress2D_v2(CUtexref texture,
                                                           const CUDA_ARRAY_DESCRIPTOR* desc,
                                                           CUdeviceptr pointer, size_t pitch);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefGetAddress(CUdeviceptr_v1* device_pointer,
                                                      CUtexref texture);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1* pointer,
                                                                      unsigned int* bytes,
                                                                      CUgraphicsResource resource);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphicsResourceSetMapFlags(CUgraphicsResource resource,
                                                                 unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGetProcAddress(const char* symbol, void** function,
                                                    int cuda_version, cuuint64_t flags);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_INTERNAL_FORMS_H
