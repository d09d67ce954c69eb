// SPDX-License-Identifier: Apache-2.0
// Graphs: build, query, instantiate and launch them.
#ifndef RIFFLE_API_CALLS_GRAPHS_H
#define RIFFLE_API_CALLS_GRAPHS_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaGraphCreate(cudaGraph_t* graph, unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphDestroy(cudaGraph_t graph);
#ifndef RIFFLE_CUDA_12
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  const cudaGraphNode_t* dependencies,
                                                  const cudaGraphEdgeData* edges,
                                                  size_t dependency_count,
                                                  struct cudaGraphNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphAddDependencies(cudaGraph_t graph,
                                                          const cudaGraphNode_t* from_nodes,
                                                          const cudaGraphNode_t* to_nodes,
                                                          const cudaGraphEdgeData* edges,
                                                          size_t dependency_count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                             const cudaGraphNode_t* from_nodes,
                                                             const cudaGraphNode_t* to_nodes,
                                                             const cudaGraphEdgeData* edges,
                                                             size_t dependency_count);
#endif
RIFFLE_API cudaError_t CUDARTAPI cudaGraphDestroyNode(cudaGraphNode_t node);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeFindInClone(cudaGraphNode_t* node,
                                                          cudaGraphNode_t original,
                                                          cudaGraph_t clone);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetType(cudaGraphNode_t node,
                                                      enum cudaGraphNodeType* type);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeSetParams(cudaGraphNode_t node,
                                                        struct cudaGraphNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                                   size_t* node_count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                                       size_t* node_count);
#ifndef RIFFLE_CUDA_12
RIFFLE_API cudaError_t CUDARTAPI cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from_nodes,
                                                   cudaGraphNode_t* to_nodes,
                                                   cudaGraphEdgeData* edges, size_t* edge_count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                              cudaGraphNode_t* dependencies,
                                                              cudaGraphEdgeData* edges,
                                                              size_t* dependency_count);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                                cudaGraphNode_t* dependents,
                                                                cudaGraphEdgeData* edges,
                                                                size_t* dependent_count);
#endif
RIFFLE_API cudaError_t CUDARTAPI
cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                 unsigned int default_launch_value RIFFLE_API_DEFAULT(0),
                                 unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path,
                                                        unsigned int flags);

RIFFLE_API cudaError_t CUDARTAPI cudaGraphInstantiate(
    cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaGraphInstantiateWithFlags(
    cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaGraphInstantiateWithParams(
    cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphInstantiateParams* instantiate_params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecGetFlags(cudaGraphExec_t exec,
                                                       unsigned long long* flags);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                                     cudaGraphExecUpdateResultInfo* result);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecDestroy(cudaGraphExec_t exec);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphExecNodeSetParams(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node,
                                                            struct cudaGraphNodeParams* params);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                         unsigned int* enabled);
RIFFLE_API cudaError_t CUDARTAPI cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                         unsigned int enabled);

RIFFLE_API cudaError_t CUDARTAPI cudaUserObjectCreate(cudaUserObject_t* object, void* ptr,
                                                      cudaHostFn_t destroy,
                                                      unsigned int initial_count,
                                                      unsigned int flags);
RIFFLE_API cudaError_t CUDARTAPI cudaUserObjectRetain(cudaUserObject_t object,
                                                      unsigned int count RIFFLE_API_DEFAULT(1));
RIFFLE_API cudaError_t CUDARTAPI cudaUserObjectRelease(cudaUserObject_t object,
                                                       unsigned int count RIFFLE_API_DEFAULT(1));
RIFFLE_API cudaError_t CUDARTAPI cudaGraphRetainUserObject(
    cudaGraph_t graph, cudaUserObject_t object, unsigned int count RIFFLE_API_DEFAULT(1),
    unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaGraphReleaseUserObject(
    cudaGraph_t graph, cudaUserObject_t object, unsigned int count RIFFLE_API_DEFAULT(1));

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_GRAPHS_H
