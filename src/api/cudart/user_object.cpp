// SPDX-License-Identifier: Apache-2.0
// User objects, and the references that graphs hold.
#include <climits>
#include <new>

#include "api/cudart/entry.h"
#include "api/cudart/graph.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

bool is_count(unsigned count) { return count >= 1 && count <= INT_MAX; }

graph::UserObject* find_object(cudaUserObject_t object) {
  return graph::user_objects().find(object);
}

}  // namespace

cudaError_t user_object_create(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy,
                               unsigned int initialRefcount, unsigned int flags) {
  // The flag says that nobody can wait for the destructor, and must be given.
  if (object_out == nullptr || destroy == nullptr || initialRefcount == 0 ||
      flags != cudaUserObjectNoDestructorSync)
    return cudaErrorInvalidValue;
  auto* const object = new graph::UserObject(ptr, destroy, initialRefcount);
  const std::uintptr_t handle = graph::user_objects().show(*object);
  if (handle == 0) {
    graph::UserObject::discard(object);
    return cudaErrorMemoryAllocation;
  }
  *object_out = reinterpret_cast<cudaUserObject_t>(handle);
  return cudaSuccess;
}

cudaError_t user_object_retain(cudaUserObject_t object, unsigned int count) {
  graph::UserObject* const found = find_object(object);
  if (found == nullptr || !is_count(count)) return cudaErrorInvalidValue;
  found->retain(count);
  return cudaSuccess;
}

cudaError_t user_object_release(cudaUserObject_t object, unsigned int count) {
  graph::UserObject* const found = find_object(object);
  if (found == nullptr || !is_count(count) || count > found->count()) return cudaErrorInvalidValue;
  graph::UserObject::release(found, count);
  return cudaSuccess;
}

cudaError_t graph_retain_user_object(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                     unsigned int flags) {
  graph::Graph* const holder = find_graph(graph);
  graph::UserObject* const found = find_object(object);
  if (holder == nullptr || found == nullptr || !is_count(count) ||
      (flags & ~static_cast<unsigned>(cudaGraphUserObjectMove)) != 0)
    return cudaErrorInvalidValue;
  const bool moves = (flags & cudaGraphUserObjectMove) != 0;
  if (moves && count > found->count()) return cudaErrorInvalidValue;
  if (!moves) found->retain(count);
  holder->user_objects.add(found, count);
  return cudaSuccess;
}

cudaError_t graph_release_user_object(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count) {
  graph::Graph* const holder = find_graph(graph);
  graph::UserObject* const found = find_object(object);
  if (holder == nullptr || found == nullptr || !is_count(count)) return cudaErrorInvalidValue;
  return holder->user_objects.release(found, count) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
