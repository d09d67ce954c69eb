// SPDX-License-Identifier: Apache-2.0
// Graph nodes of each kind: add one, get its parameters, set them in a graph or in an executable graph.
#ifndef RIFFLE_API_CALLS_GRAPH_NODES_H
#define RIFFLE_API_CALLS_GRAPH_NODES_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                        const cudaGraphNode_t* dependencies,
                                                        size_t dependency_count,
                                                        const struct cudaKernelNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                                              struct cudaKernelNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t dst,
                                                                   cudaGraphNode_t src);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node,
                                                                 cudaLaunchAttributeID attr,
                                                                 cudaLaunchAttributeValue* value);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphKernelNodeSetAttribute(
    cudaGraphNode_t node, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* value);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams* params);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                        const cudaGraphNode_t* dependencies,
                                                        size_t dependency_count,
                                                        const struct cudaMemcpy3DParms* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    size_t dependency_count, const void* symbol, const void* src, size_t count, size_t offset,
    enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    size_t dependency_count, void* dst, const void* symbol, size_t count, size_t offset,
    enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                                          const cudaGraphNode_t* dependencies,
                                                          size_t dependency_count, void* dst,
                                                          const void* src, size_t count,
                                                          enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                                              struct cudaMemcpy3DParms* params);
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                                      const void* symbol,
                                                                      const void* src, size_t count,
                                                                      size_t offset,
                                                                      enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node,
                                                                        void* dst,
                                                                        const void* symbol,
                                                                        size_t count, size_t offset,
                                                                        enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst,
                                                                const void* src, size_t count,
                                                                enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemcpy3DParms* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const void* symbol, const void* src, size_t count,
    size_t offset, enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void* dst, const void* symbol, size_t count,
    size_t offset, enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                                                    cudaGraphNode_t node, void* dst,
                                                                    const void* src, size_t count,
                                                                    enum cudaMemcpyKind kind);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                        const cudaGraphNode_t* dependencies,
                                                        size_t dependency_count,
                                                        const struct cudaMemsetParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                                              struct cudaMemsetParams* params);
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecMemsetNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemsetParams* params);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                      const cudaGraphNode_t* dependencies,
                                                      size_t dependency_count,
                                                      const struct cudaHostNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                                            struct cudaHostNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecHostNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams* params);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddChildGraphNode(cudaGraphNode_t* node,
                                                            cudaGraph_t graph,
                                                            const cudaGraphNode_t* dependencies,
                                                            size_t dependency_count,
                                                            cudaGraph_t child);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                                                 cudaGraph_t* graph);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                                      cudaGraphNode_t node,
                                                                      cudaGraph_t child);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                       const cudaGraphNode_t* dependencies,
                                                       size_t dependency_count);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddEventRecordNode(cudaGraphNode_t* node,
                                                             cudaGraph_t graph,
                                                             const cudaGraphNode_t* dependencies,
                                                             size_t dependency_count,
                                                             cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node,
                                                                  cudaEvent_t* event);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node,
                                                                  cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                                      cudaGraphNode_t node,
                                                                      cudaEvent_t event);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                           const cudaGraphNode_t* dependencies,
                                                           size_t dependency_count,
                                                           cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node,
                                                                cudaEvent_t* event);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node,
                                                                cudaEvent_t event);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec,
                                                                    cudaGraphNode_t node,
                                                                    cudaEvent_t event);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    size_t dependency_count, const struct cudaExternalSemaphoreSignalNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExternalSemaphoresSignalNodeGetParams(
    cudaGraphNode_t node, struct cudaExternalSemaphoreSignalNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreSignalNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreSignalNodeParams* params);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
    size_t dependency_count, const struct cudaExternalSemaphoreWaitNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExternalSemaphoresWaitNodeGetParams(
    cudaGraphNode_t node, struct cudaExternalSemaphoreWaitNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreWaitNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreWaitNodeParams* params);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                          const cudaGraphNode_t* dependencies,
                                                          size_t dependency_count,
                                                          struct cudaMemAllocNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams* params);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                         const cudaGraphNode_t* dependencies,
                                                         size_t dependency_count, void* ptr);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* ptr);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_GRAPH_NODES_H
