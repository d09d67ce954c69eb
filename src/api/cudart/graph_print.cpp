// SPDX-License-Identifier: Apache-2.0
// cudaGraphDebugDotPrint: a graph as text for graphviz.
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <string>

#include "api/cudart/entry.h"
#include "api/cudart/graph.h"
#include "cudart_bodies.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

class DotPrinter {
 public:
  DotPrinter(std::FILE* file, unsigned flags) : file_(file), flags_(flags) {}

  void print(const graph::Graph& graph) {
    std::fprintf(file_, "digraph graph_%u {\n", number_);
    print_inside(graph);
    std::fprintf(file_, "}\n");
  }

 private:
  [[nodiscard]] bool shows(unsigned flag) const {
    return (flags_ & (flag | cudaGraphDebugDotFlagsVerbose)) != 0;
  }

  void print_inside(const graph::Graph& graph) {
    const unsigned own = number_++;
    for (graph::Node* const node : graph.nodes()) {
      std::fprintf(file_, "  \"graph_%u_node_%u\" [shape=record label=\"{%s}\"];\n", own,
                   node->index(), label(*node).c_str());
    }
    for (const graph::Node* const node : graph.nodes()) {
      for (const graph::Edge* edge = node->first_dependent(); edge; edge = edge->next_dependent) {
        std::fprintf(file_, "  \"graph_%u_node_%u\" -> \"graph_%u_node_%u\"%s;\n", own,
                     node->index(), own, edge->to->index(),
                     edge->data.is_default() ? "" : " [style=dashed]");
      }
    }
    for (const graph::Node* const node : graph.nodes()) {
      if (const auto* const child = node->as<graph::ChildGraphParams>()) {
        print_cluster(*child->graph, own, *node);
      } else if (const auto* const conditional = node->as<graph::ConditionalParams>()) {
        for (const auto& body : conditional->bodies) print_cluster(*body, own, *node);
      }
    }
  }

  void print_cluster(const graph::Graph& graph, unsigned parent, const graph::Node& node) {
    std::fprintf(file_, "  subgraph \"cluster_%u\" {\n  label=\"of graph_%u_node_%u\";\n", number_,
                 parent, node.index());
    print_inside(graph);
    std::fprintf(file_, "  }\n");
  }

  [[nodiscard]] std::string label(graph::Node& node) const {
    std::string text = std::to_string(node.index()) + " | ";
    std::visit([&](const auto& params) { describe(text, params); }, node.params);
    if (shows(cudaGraphDebugDotFlagsHandles)) {
      char handle[32];
      std::snprintf(handle, sizeof handle, " | %p", static_cast<void*>(handle_of(node)));
      text += handle;
    }
    return text;
  }

  void describe(std::string& text, const graph::KernelParams& params) const {
    const auto kernel = module::described_kernel_for(params.function, params.device);
    text += "kernel " + std::string(kernel ? (*kernel)->name() : "?");
    if (shows(cudaGraphDebugDotFlagsKernelNodeParams)) {
      const auto extent = [](Dim3 of) {
        return "(" + std::to_string(of.x) + "," + std::to_string(of.y) + "," +
               std::to_string(of.z) + ")";
      };
      text += " | grid " + extent(params.grid) + " block " + extent(params.block) + " shared " +
              std::to_string(params.dynamic_shared_bytes);
    }
    if (shows(cudaGraphDebugDotFlagsKernelNodeAttributes))
      text += " | priority " + std::to_string(params.priority);
  }
  void describe(std::string& text, const graph::CopyParams& params) const {
    text += "memcpy";
    if (!shows(cudaGraphDebugDotFlagsMemcpyNodeParams)) return;
    char what[128];
    std::snprintf(what, sizeof what, " | %p to %p, %zu x %zu x %zu bytes",
                  static_cast<void*>(params.source.pointer),
                  static_cast<void*>(params.destination.pointer), params.extent.width,
                  params.extent.height, params.extent.depth);
    text += what;
  }
  void describe(std::string& text, const graph::MemsetParams& params) const {
    text += "memset";
    if (!shows(cudaGraphDebugDotFlagsMemsetNodeParams)) return;
    char what[128];
    std::snprintf(what, sizeof what, " | %p, %zu x %zu elements of %u bytes, value %u",
                  static_cast<void*>(params.destination), params.width, params.height,
                  params.element_bytes, params.value);
    text += what;
  }
  void describe(std::string& text, const graph::HostParams& params) const {
    text += "host function";
    if (!shows(cudaGraphDebugDotFlagsHostNodeParams)) return;
    char what[64];
    std::snprintf(what, sizeof what, " | argument %p", params.user);
    text += what;
  }
  void describe(std::string& text, const graph::ChildGraphParams&) const { text += "child graph"; }
  void describe(std::string& text, const graph::EmptyParams&) const { text += "empty"; }
  void describe(std::string& text, const graph::EventParams& params, const char* what) const {
    text += what;
    if (!shows(cudaGraphDebugDotFlagsEventNodeParams)) return;
    char event[32];
    std::snprintf(event, sizeof event, " | %#" PRIxPTR, params.event);
    text += event;
  }
  void describe(std::string& text, const graph::EventWaitParams& params) const {
    describe(text, params, "event wait");
  }
  void describe(std::string& text, const graph::EventRecordParams& params) const {
    describe(text, params, "event record");
  }
  void describe(std::string& text, const graph::SemaphoreSignalParams&) const {
    text += "semaphore signal";
  }
  void describe(std::string& text, const graph::SemaphoreWaitParams&) const {
    text += "semaphore wait";
  }
  void describe(std::string& text, const graph::BatchMemOpParams& params) const {
    text += std::to_string(params.count) + " memory operations";
  }
  void describe(std::string& text, const graph::AllocationParams& params) const {
    text += "allocation of " + std::to_string(params.bytes) + " bytes";
  }
  void describe(std::string& text, const graph::FreeParams&) const { text += "free"; }
  void describe(std::string& text, const graph::ConditionalParams& params) const {
    constexpr const char* kNames[] = {"if", "while", "switch"};
    text += std::string("conditional ") + kNames[static_cast<std::size_t>(params.kind)];
  }

  std::FILE* const file_;
  const unsigned flags_;
  unsigned number_ = 0;
};

}  // namespace

cudaError_t graph_debug_dot_print(cudaGraph_t graph, const char* path, unsigned int flags) {
  const graph::Graph* const found = find_graph(graph);
  if (found == nullptr || path == nullptr) return cudaErrorInvalidValue;
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path, "w"));
  if (file == nullptr) return cudaErrorOperatingSystem;
  DotPrinter(file.get(), flags).print(*found);
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
