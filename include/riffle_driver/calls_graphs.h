// SPDX-License-Identifier: Apache-2.0
// Graphs.
#ifndef RIFFLE_DRIVER_CALLS_GRAPHS_H
#define RIFFLE_DRIVER_CALLS_GRAPHS_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphCreate(CUgraph* graph, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph,
                                                        const CUgraphNode* dependencies,
                                                        size_t num_dependencies,
                                                        const CUDA_KERNEL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphKernelNodeGetParams(CUgraphNode node,
                                                              CUDA_KERNEL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph,
                                                        const CUgraphNode* dependencies,
                                                        size_t num_dependencies,
                                                        const CUDA_MEMCPY3D* copy_params,
                                                        CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode node,
                                                              CUDA_MEMCPY3D* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphMemcpyNodeSetParams(CUgraphNode node,
                                                              const CUDA_MEMCPY3D* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddMemsetNode(
    CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t num_dependencies,
    const CUDA_MEMSET_NODE_PARAMS* memset_params, CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode node,
                                                              CUDA_MEMSET_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode* node, CUgraph graph,
                                                      const CUgraphNode* dependencies,
                                                      size_t num_dependencies,
                                                      const CUDA_HOST_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode node,
                                                            CUDA_HOST_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph,
                                                            const CUgraphNode* dependencies,
                                                            size_t num_dependencies,
                                                            CUgraph child_graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph,
                                                       const CUgraphNode* dependencies,
                                                       size_t num_dependencies);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph,
                                                             const CUgraphNode* dependencies,
                                                             size_t num_dependencies,
                                                             CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphEventRecordNodeGetEvent(CUgraphNode node,
                                                                  CUevent* event_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph,
                                                           const CUgraphNode* dependencies,
                                                           size_t num_dependencies, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphEventWaitNodeGetEvent(CUgraphNode node,
                                                                CUevent* event_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t num_dependencies,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExternalSemaphoresSignalNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t num_dependencies,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExternalSemaphoresWaitNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_WAIT_NODE_PARAMS* params_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphAddBatchMemOpNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                         size_t num_dependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params_out);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphBatchMemOpNodeSetParams(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecBatchMemOpNodeSetParams(
    CUgraphExec graph_exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph,
                                                          const CUgraphNode* dependencies,
                                                          size_t num_dependencies,
                                                          CUDA_MEM_ALLOC_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS* params_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddMemFreeNode(CUgraphNode* node, CUgraph graph,
                                                         const CUgraphNode* dependencies,
                                                         size_t num_dependencies,
                                                         CUdeviceptr pointer);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphMemFreeNodeGetParams(CUgraphNode node,
                                                               CUdeviceptr* dptr_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGraphMemTrim(CUdevice device);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceGetGraphMemAttribute(CUdevice device,
                                                                CUgraphMem_attribute attribute,
                                                                void* value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuDeviceSetGraphMemAttribute(CUdevice device,
                                                                CUgraphMem_attribute attribute,
                                                                void* value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphClone(CUgraph* graph_clone, CUgraph original_graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode* node,
                                                          CUgraphNode original_node,
                                                          CUgraph cloned_graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes,
                                                   size_t* num_nodes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphGetRootNodes(CUgraph graph, CUgraphNode* root_nodes,
                                                       size_t* num_root_nodes);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphGetEdges(CUgraph graph, CUgraphNode* from,
                                                   CUgraphNode* to, CUgraphEdgeData* edge_data,
                                                   size_t* num_edges);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode node,
                                                              CUgraphNode* dependencies,
                                                              CUgraphEdgeData* edge_data,
                                                              size_t* num_dependencies);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode node,
                                                                CUgraphNode* dependent_nodes,
                                                                CUgraphEdgeData* edge_data,
                                                                size_t* num_dependent_nodes);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                                          const CUgraphNode* to,
                                                          const CUgraphEdgeData* edge_data,
                                                          size_t num_dependencies);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                             const CUgraphNode* to,
                                                             const CUgraphEdgeData* edge_data,
                                                             size_t num_dependencies);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphDestroyNode(CUgraphNode node);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphInstantiate(CUgraphExec* graph_exec, CUgraph graph,
                                                      unsigned long long flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphInstantiateWithParams(
    CUgraphExec* graph_exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiate_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec graph_exec, cuuint64_t* flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecKernelNodeSetParams(
    CUgraphExec graph_exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec graph_exec,
                                                                  CUgraphNode node,
                                                                  const CUDA_MEMCPY3D* copy_params,
                                                                  CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuGraphExecMemsetNodeSetParams(CUgraphExec graph_exec, CUgraphNode node,
                               const CUDA_MEMSET_NODE_PARAMS* memset_params, CUcontext context);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecHostNodeSetParams(
    CUgraphExec graph_exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecChildGraphNodeSetParams(CUgraphExec graph_exec,
                                                                      CUgraphNode node,
                                                                      CUgraph child_graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecEventRecordNodeSetEvent(CUgraphExec graph_exec,
                                                                      CUgraphNode node,
                                                                      CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecEventWaitNodeSetEvent(CUgraphExec graph_exec,
                                                                    CUgraphNode node,
                                                                    CUevent event);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec graph_exec, CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec graph_exec, CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec graph_exec, CUgraphNode node,
                                                         unsigned int is_enabled);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec graph_exec, CUgraphNode node,
                                                         unsigned int* is_enabled);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphUpload(CUgraphExec graph_exec, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphLaunch(CUgraphExec graph_exec, CUstream stream);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec graph_exec);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphDestroy(CUgraph graph);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecUpdate(CUgraphExec graph_exec, CUgraph graph,
                                                     CUgraphExecUpdateResultInfo* result_info);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode dst,
                                                                   CUgraphNode src);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode node,
                                                                 CUkernelNodeAttrID attribute,
                                                                 CUkernelNodeAttrValue* value_out);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphKernelNodeSetAttribute(
    CUgraphNode node, CUkernelNodeAttrID attribute, const CUkernelNodeAttrValue* value);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph graph, const char* path,
                                                        unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuUserObjectCreate(CUuserObject* object_out, void* ptr,
                                                      CUhostFn destroy,
                                                      unsigned int initial_refcount,
                                                      unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuUserObjectRetain(CUuserObject object, unsigned int count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuUserObjectRelease(CUuserObject object, unsigned int count);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object,
                                                           unsigned int count, unsigned int flags);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph graph, CUuserObject object,
                                                            unsigned int count);
#ifndef RIFFLE_CUDA_12
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphAddNode(CUgraphNode* node, CUgraph graph,
                                                  const CUgraphNode* dependencies,
                                                  const CUgraphEdgeData* dependency_data,
                                                  size_t num_dependencies,
                                                  CUgraphNodeParams* node_params);
#endif
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphNodeSetParams(CUgraphNode node,
                                                        CUgraphNodeParams* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphExecNodeSetParams(CUgraphExec graph_exec,
                                                            CUgraphNode node,
                                                            CUgraphNodeParams* node_params);
RIFFLE_DRIVER_API CUresult CUDAAPI cuGraphConditionalHandleCreate(
    CUgraphConditionalHandle* handle_out, CUgraph graph, CUcontext context,
    unsigned int default_launch_value, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_GRAPHS_H
