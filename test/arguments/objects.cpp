// SPDX-License-Identifier: Apache-2.0
#include "objects.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>

namespace {

constexpr std::size_t kBytes = std::size_t{64} << 10;
constexpr char kPtx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .b8 v[16];\n"
    ".visible .entry k()\n{\nret;\n}\n";

template <class T>
Value value_of(std::string what, const T& content) {
  Value value;
  value.what = std::move(what);
  std::memcpy(value.bytes, &content, sizeof content);
  return value;
}

/// Memory of the host for one argument, whole pages of one byte's repetition.
void* buffer(unsigned char byte) {
  static std::deque<std::vector<unsigned char>> buffers;
  if (buffers.size() == 64) buffers.pop_front();
  return buffers.emplace_back(kBytes, byte).data();
}

bool ends_with(const std::string& text, const char* end) {
  const std::size_t size = std::strlen(end);
  return text.size() >= size && text.compare(text.size() - size, size, end) == 0;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

std::string plain_type(const char* type) {
  std::string text = type;
  for (const char* const word : {"const ", "struct ", "enum "}) {
    if (const auto at = text.find(word); at != std::string::npos) text.erase(at, std::strlen(word));
  }
  return text;
}

bool is_device_pointer(const std::string& type) {
  return type == "CUdeviceptr" || type == "CUdeviceptr_v1" || type == "void*";
}
bool is_integer(const std::string& type) {
  for (const char* const each :
       {"int", "unsigned", "unsigned int", "size_t", "unsigned long long", "cuuint32_t",
        "cuuint64_t", "unsigned char", "unsigned short", "CUdevice"}) {
    if (type == each) return true;
  }
  return false;
}

void called(void*) {}

void need(CUresult result, int line) {
  if (result == CUDA_SUCCESS) return;
  const char* name = nullptr;
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "setup failed in line %d: %s\n", line, name != nullptr ? name : "?");
  std::fflush(stdout);
  std::_Exit(3);
}
#define NEED(...) need((__VA_ARGS__), __LINE__)

}  // namespace

Objects::Objects() {
  NEED(cuInit(0));
  NEED(cuDevicePrimaryCtxRetain(&context_, 0));
  NEED(cuCtxSetCurrent(context_));
  NEED(cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING));
  NEED(cuStreamCreate(&ended_stream_, 0));
  NEED(cuStreamDestroy(ended_stream_));
  NEED(cuEventCreate(&event_, 0));
  NEED(cuMemAlloc(&memory_, kBytes));
  NEED(cuMemsetD8(memory_, 0, 256));
  NEED(cuMemAllocHost(&pinned_, kBytes));
  NEED(cuModuleLoadData(&module_, kPtx));
  NEED(cuModuleGetFunction(&function_, module_, "k"));
  NEED(cuLibraryLoadData(&library_, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  NEED(cuLibraryGetKernel(&kernel_, library_, "k"));
  NEED(cuLinkCreate(0, nullptr, nullptr, &link_));
  CUmemPoolProps pool = {};
  pool.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  pool.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  NEED(cuMemPoolCreate(&pool_, &pool));
  CUDA_ARRAY3D_DESCRIPTOR array = {64, 64, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
  NEED(cuArray3DCreate(&array_, &array));
  NEED(cuMipmappedArrayCreate(&mipmapped_, &array, 3));
  NEED(cuTexRefCreate(&texture_reference_));
  NEED(cuUserObjectCreate(&user_object_, buffer(0), called, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array_;
  CUDA_TEXTURE_DESC texture = {};
  NEED(cuTexObjectCreate(&texture_, &resource, &texture, nullptr));
  NEED(cuSurfObjectCreate(&surface_, &resource));
  CUmemAllocationProp allocation = {};
  allocation.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  allocation.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  NEED(cuMemCreate(&allocation_, std::size_t{2} << 20, &allocation, 0));
  make_nodes();
}

void Objects::make_nodes() {
  NEED(cuGraphCreate(&graph_, 0));
  NEED(cuGraphCreate(&child_, 0));
  CUgraphNode node;
  NEED(cuGraphAddEmptyNode(&node, child_, nullptr, 0));
  const auto keep = [&](const char* kind) { nodes_.emplace_back(kind, node); };
  CUDA_KERNEL_NODE_PARAMS kernel = {};
  kernel.func = function_;
  kernel.gridDimX = kernel.gridDimY = kernel.gridDimZ = kernel.blockDimX = kernel.blockDimY =
      kernel.blockDimZ = 1;
  NEED(cuGraphAddKernelNode(&node, graph_, nullptr, 0, &kernel)), keep("KernelNode");
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = memory_, copy.dstDevice = memory_ + 4096;
  copy.WidthInBytes = 16, copy.Height = copy.Depth = 1;
  NEED(cuGraphAddMemcpyNode(&node, graph_, nullptr, 0, &copy, context_)), keep("MemcpyNode");
  CUDA_MEMSET_NODE_PARAMS fill = {};
  fill.dst = memory_, fill.elementSize = fill.width = 4, fill.height = 1;
  NEED(cuGraphAddMemsetNode(&node, graph_, nullptr, 0, &fill, context_)), keep("MemsetNode");
  CUDA_HOST_NODE_PARAMS host = {called, nullptr};
  NEED(cuGraphAddHostNode(&node, graph_, nullptr, 0, &host)), keep("HostNode");
  NEED(cuGraphAddChildGraphNode(&node, graph_, nullptr, 0, child_)), keep("ChildGraphNode");
  NEED(cuGraphAddEventRecordNode(&node, graph_, nullptr, 0, event_)), keep("EventRecordNode");
  NEED(cuGraphAddEventWaitNode(&node, graph_, nullptr, 0, event_)), keep("EventWaitNode");
  NEED(cuGraphAddEmptyNode(&node, graph_, nullptr, 0)), keep("");
  NEED(cuGraphInstantiate(&exec_, graph_, 0));
  // A handle without its node is refused by instantiation.
  NEED(cuGraphConditionalHandleCreate(&conditional_, graph_, context_, 0, 0));
}

const void* Objects::handle(const Call& call, const Parameter& parameter) const {
  const std::string type = plain_type(parameter.type);
  const std::pair<const char*, const void*> all[] = {{"CUcontext", &context_},
                                                     {"CUstream", &stream_},
                                                     {"cudaStream_t", &stream_},
                                                     {"CUevent", &event_},
                                                     {"cudaEvent_t", &event_},
                                                     {"CUgraph", &graph_},
                                                     {"cudaGraph_t", &graph_},
                                                     {"CUgraphExec", &exec_},
                                                     {"cudaGraphExec_t", &exec_},
                                                     {"CUmemoryPool", &pool_},
                                                     {"cudaMemPool_t", &pool_},
                                                     {"CUmodule", &module_},
                                                     {"CUfunction", &function_},
                                                     {"cudaFunction_t", &function_},
                                                     {"CUlibrary", &library_},
                                                     {"cudaLibrary_t", &library_},
                                                     {"CUkernel", &kernel_},
                                                     {"cudaKernel_t", &kernel_},
                                                     {"CUlinkState", &link_},
                                                     {"CUarray", &array_},
                                                     {"cudaArray_t", &array_},
                                                     {"cudaArray_const_t", &array_},
                                                     {"CUmipmappedArray", &mipmapped_},
                                                     {"cudaMipmappedArray_t", &mipmapped_},
                                                     {"cudaMipmappedArray_const_t", &mipmapped_},
                                                     {"CUtexref", &texture_reference_},
                                                     {"CUuserObject", &user_object_},
                                                     {"cudaUserObject_t", &user_object_},
                                                     {"CUtexObject", &texture_},
                                                     {"cudaTextureObject_t", &texture_},
                                                     {"CUsurfObject", &surface_},
                                                     {"cudaSurfaceObject_t", &surface_},
                                                     {"CUmemGenericAllocationHandle", &allocation_},
                                                     {"CUgraphConditionalHandle", &conditional_},
                                                     {"cudaGraphConditionalHandle", &conditional_}};
  if (type == "CUgraphNode" || type == "cudaGraphNode_t") {
    for (const auto& [kind, node] : nodes_) {
      if (has(call.symbol, kind)) return &node;
    }
  }
  if (type == "CUgraph" && std::strcmp(parameter.name, "child_graph") == 0) return &child_;
  if (type == "cudaGraph_t" && std::strcmp(parameter.name, "childGraph") == 0) return &child_;
  for (const char* const name : {"func", "entry"}) {
    if (type == "void*" && std::strcmp(parameter.name, name) == 0) return &kernel_;
  }
  for (const auto& [name, object] : all) {
    if (type == name) return object;
  }
  return nullptr;
}

Value Objects::good(const Call& call, const Parameter& parameter) const {
  const std::string type = plain_type(parameter.type), name = parameter.name;
  if (const void* const object = handle(call, parameter)) {
    Value value;
    std::memcpy(value.bytes, object, sizeof(void*));
    return value;
  }
  if (type == "char*" && std::strncmp(parameter.type, "const", 5) == 0)
    return value_of("", static_cast<const char*>("k"));
  if (is_device_pointer(type)) {
    const bool is_of_host = has(name, "host") || has(name, "Host") || has(name, "user");
    return value_of("", is_of_host ? reinterpret_cast<std::uintptr_t>(pinned_)
                                   : static_cast<std::uintptr_t>(memory_));
  }
  if (ends_with(type, "*")) return value_of("", buffer(0));
  if (has(type, "Callback") || has(type, "HostFn") || has(type, "hostFn") || has(type, "HostFn_t"))
    return value_of("", &called);
  if (type == "float") return value_of("", 1.0F);
  if (type == "dim3") return value_of("", dim3(1, 1, 1));
  const bool is_amount = type == "size_t" || has(name, "ount") || has(name, "num") ||
                         has(name, "dim") || has(name, "Dim") || has(name, "width") ||
                         has(name, "height");
  return value_of(
      "", std::uint64_t{is_amount && !has(name, "offset") && !has(name, "Offset") ? 4U : 0U});
}

std::vector<Value> Objects::odd(const Call& call, const Parameter& parameter) const {
  const std::string type = plain_type(parameter.type);
  std::vector<Value> values;
  const auto word = [&](const char* what, std::uint64_t content) {
    values.push_back(value_of(what, content));
  };
  const auto address = [&](const char* what, const void* content) {
    values.push_back(value_of(what, content));
  };
  if (handle(call, parameter) != nullptr) {
    word("null", 0), word("1", 1), word("3", 3), word("-1", ~std::uint64_t{0});
    address("zeros", buffer(0));
    address("ones", buffer(0xFF));
    word("a stream that has ended", reinterpret_cast<std::uintptr_t>(ended_stream_));
    word("an event", reinterpret_cast<std::uintptr_t>(event_));
  } else if (type == "char*" && std::strncmp(parameter.type, "const", 5) == 0) {
    static const std::string long_name(100000, 'k');
    word("null", 0), address("no letters", ""), address("a long name", long_name.c_str());
    address("bytes", "\xff\xfe%s%n/../");
  } else if (is_device_pointer(type)) {
    word("null", 0), word("1", 1), word("-1", ~std::uint64_t{0}),
        word("2^63", std::uint64_t{1} << 63);
    word("misaligned", memory_ + 1), word("at the end", memory_ + kBytes - 1),
        word("past the end", memory_ + kBytes);
  } else if (ends_with(type, "*") || has(type, "Callback") || has(type, "HostFn") ||
             has(type, "hostFn")) {
    word("null", 0);
    if (ends_with(type, "*")) address("ones", buffer(0xFF));
  } else if (type == "float") {
    values.push_back(value_of("not a number", std::numeric_limits<float>::quiet_NaN()));
    values.push_back(value_of("-1", -1.0F));
  } else if (is_integer(type) || type.rfind("cuda", 0) == 0 || type.rfind("CU", 0) == 0) {
    word("0", 0), word("1", 1), word("3", 3), word("7", 7), word("-1", ~std::uint64_t{0});
    word("2^31", std::uint64_t{1} << 31), word("2^31-1", (std::uint64_t{1} << 31) - 1);
    word("2^32-1", (std::uint64_t{1} << 32) - 1);
    if (type == "size_t" || has(type, "64") || has(type, "long")) {
      word("2^40", std::uint64_t{1} << 40), word("2^63", std::uint64_t{1} << 63);
      word("2^64-8", ~std::uint64_t{7});
    }
    if (!is_integer(type))
      values.push_back(Value{"all ones", {}}), std::memset(values.back().bytes, 0xFF, 64);
  }
  return values;
}
