// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/loaded_module.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "compiler/image.h"
#include "device/cpu/launch.h"
#include "device/cpu/limits.h"
#include "runtime/module/specialiser.h"

namespace riffle::module {
namespace {

std::span<const abi::VariableRow> variables_of(const abi::ModuleTable& table) {
  return {table.variables, table.variable_count};
}

/// Programs choose what to launch by it: it has to be that with which the kernel was compiled.
std::uint32_t architecture_of(std::span<const std::byte> image) {
  compiler::ImageHeader header{};
  if (image.size() >= sizeof header) std::memcpy(&header, image.data(), sizeof header);
  return header.cuda_arch != 0 ? header.cuda_arch / 10 : compiler::kDeviceArchitecture;
}

}  // namespace

Result<std::unique_ptr<LoadedModule>> LoadedModule::load(const compiler::NativeModule& base,
                                                         std::span<const std::byte> image,
                                                         int device) {
  auto object = LoadedObject::load(base);
  if (!object) return std::unexpected(object.error());
  std::unique_ptr<LoadedModule> loaded(new LoadedModule(std::move(*object), image));
  std::size_t constant_bytes = 0;
  for (const abi::VariableRow& variable : loaded->variables()) {
    if ((variable.flags & abi::kVariableConstant) != 0) constant_bytes += variable.size;
  }
  for (const abi::KernelRow& row : loaded->kernels())
    loaded->add_kernel(row, constant_bytes, architecture_of(image), device);
  loaded->require_blocks();
  loaded->bind_kernels(loaded->base_);
  const abi::ModuleTable& table = loaded->base_.table();
  for (std::uint32_t index = 0; index < table.export_count; ++index)
    loaded->exports_.emplace(table.export_names[index], table.exports[index]);
  return loaded;
}

LoadedModule::~LoadedModule() { forget_work_for(*this); }

void LoadedModule::lose_image() noexcept {
  forget_work_for(*this);
  const MutexLock lock(mutex_);
  image_ = {};
}

std::span<const std::byte> LoadedModule::image() {
  const MutexLock lock(mutex_);
  return image_;
}

void LoadedModule::add_kernel(const abi::KernelRow& row, std::size_t constant_bytes,
                              std::uint32_t ptx_version, int device) {
  LoadedKernel& kernel = kernels_.emplace_back(*this);
  kernel.described = &row;
  kernel.device = device;
  kernel.payload_bytes = device::payload_bytes(row);
  const std::uint32_t bound = row.max_threads_per_block;
  kernel.max_threads =
      bound == 0 ? device::kMaxThreadsPerBlock : std::min(bound, device::kMaxThreadsPerBlock);
  kernel.constant_bytes = constant_bytes;
  kernel.ptx_version = ptx_version;
  const std::uint32_t limit = device::kSharedBytesDefault;
  kernel.max_dynamic_shared_bytes =
      row.static_shared_bytes < limit ? limit - row.static_shared_bytes : 0;
  kernels_by_name_.emplace(row.name, &kernel);
  if (row.run != nullptr) kernel.set_code(row);
}

void LoadedModule::require_blocks() {
  const abi::RequiredBlock* row = base_.required_blocks();
  for (; row != nullptr && row->kernel != nullptr; ++row) {
    Kernel* const found = kernel(row->kernel);
    const auto [x, y, z] = row->extents;
    if (found != nullptr) found->required_block = {x, y, z};
  }
}

template <class Visitor>
void LoadedModule::for_each_launched(const LoadedObject& object, Visitor visit) {
  for (const abi::VariableRow& variable : variables_of(object.table())) {
    if ((variable.flags & abi::kVariableKernel) == 0) continue;
    std::string_view name = variable.name;
    name.remove_suffix(std::string_view(abi::kKernelSuffix).size());
    visit(variable, kernel(name));
  }
}

void LoadedModule::bind_kernels(const LoadedObject& object) {
  for_each_launched(object, [](const abi::VariableRow& variable, Kernel* kernel) {
    *static_cast<Kernel**>(variable.address) = kernel;
  });
}

Kernel* LoadedModule::kernel(std::string_view name) {
  const auto found = kernels_by_name_.find(name);
  return found == kernels_by_name_.end() ? nullptr : found->second;
}

// ---- Kernels with objects of their own ----

// A base with all code in it exports nothing; its variables are known all the same.
void* LoadedModule::exported(std::string_view name) const {
  const auto found = exports_.find(name);
  if (found != exports_.end()) return found->second;
  const abi::VariableRow* const known = variable(name);
  return known == nullptr ? nullptr : known->address;
}

Status LoadedModule::bind_imports(const LoadedObject& object) const {
  const abi::ModuleTable& table = object.table();
  for (std::uint32_t index = 0; index < table.import_count; ++index) {
    table.imports[index] = exported(table.import_names[index]);
    if (table.imports[index] == nullptr) {
      return error(Code::kInvalidKernelImage,
                   std::string("the image's base has no ") + table.import_names[index]);
    }
  }
  return {};
}

Result<LoadedObject> LoadedModule::load_code(const compiler::NativeModule& native) {
  auto object = LoadedObject::load(native);
  if (!object) return object;
  if (object->table().kernel_count != 1)
    return error(Code::kInvalidKernelImage, "a kernel's object has another number of them");
  if (const Status bound = bind_imports(*object); !bound) return std::unexpected(bound.error());
  bind_kernels(*object);
  return object;
}

Status LoadedModule::own_code(Kernel& kernel) {
  if (kernel.described->run != nullptr) return {};
  {
    MutexLock lock(mutex_);
    OwnCode* code = &codes_[&kernel];  // whose address stays
    while (code->is_loading) lock.wait(loading_done_);
    if (code->object) return {};
    if (code->failure) return std::unexpected(*code->failure);
    code->is_loading = true;
  }
  auto made = [&]() -> Result<LoadedObject> {
    try {
      // Compiling takes its time: no lock is held.
      const auto native = compiler::native_kernel(image(), kernel.name());
      if (!native) return std::unexpected(native.error());
      return load_code(*native);
    } catch (...) {
      // Out of memory: not the kernel's fault, so the next one tries again.
      const MutexLock lock(mutex_);
      codes_[&kernel].is_loading = false;
      loading_done_.notify_all();
      throw;
    }
  }();
  const MutexLock lock(mutex_);
  OwnCode& code = codes_[&kernel];
  code.is_loading = false;
  loading_done_.notify_all();
  if (!made) {
    code.failure = made.error();
    return std::unexpected(made.error());
  }
  code.object = std::move(*made);
  static_cast<LoadedKernel&>(kernel).set_code(code.object->table().kernels[0]);
  return {};
}

// A kernel runs on a worker, where nothing can be compiled: what it may launch is loaded before it.
Status LoadedModule::ready(Kernel& kernel) {
  if (kernel.described->run != nullptr) return {};
  if (Status own = own_code(kernel); !own) return own;
  std::vector<Kernel*> work{&kernel};
  std::set<const Kernel*> seen{&kernel};
  while (!work.empty()) {
    Kernel* const next = work.back();
    work.pop_back();
    // One that fails answers its launch with an error.
    if (!own_code(*next)) continue;
    const MutexLock lock(mutex_);
    const OwnCode& code = codes_[next];
    if (!code.object || code.launches_are_ready) continue;
    for_each_launched(*code.object, [&](const abi::VariableRow&, Kernel* launched) {
      if (launched != nullptr && seen.insert(launched).second) work.push_back(launched);
    });
  }
  const MutexLock lock(mutex_);
  codes_[&kernel].launches_are_ready = true;
  return {};
}

// ---- Code for one shape ----

ShapeCode* LoadedModule::add_shape(LoadedKernel& kernel, const compiler::LaunchShape& shape) {
  const MutexLock lock(mutex_);
  unsigned count = 0;
  for (ShapeCode* each = kernel.shapes.load(std::memory_order_acquire); each != nullptr;
       each = each->next) {
    if (each->shape == shape) return each;
    ++count;
  }
  if (count == kMostShapes) return nullptr;
  ShapeCode& added = shapes_.emplace_back(shape);
  added.next = kernel.shapes.load(std::memory_order_relaxed);
  kernel.shapes.store(&added, std::memory_order_release);
  return &added;
}

bool LoadedModule::specialise(const Kernel& kernel, ShapeCode& shape, Search search) noexcept try {
  const compiler::SpecialisedKernel wanted{image(), kernel.name(), shape.shape};
  std::optional<compiler::NativeModule> native = compiler::find_specialised(wanted);
  if (!native && search == Search::kAndMake) {
    auto made = compiler::specialised_kernel(wanted, is_work_forgotten);
    if (made) native = std::move(*made);
  }
  if (!native) return false;
  auto object = load_code(*native);
  if (!object || !may_replace(*kernel.code, object->table().kernels[0])) return false;
  shape.object = std::move(*object);
  shape.code.store(&shape.object->table().kernels[0], std::memory_order_release);
  return true;
} catch (...) {
  return false;  // out of memory: the launch does without
}

void LoadedModule::follow(LoadedKernel& kernel) {
  const auto native = compiler::followed_kernel(image(), kernel.name());
  if (!native) return;
  auto object = load_code(*native);
  if (!object) return;
  const abi::KernelRow& code = object->table().kernels[0];
  if (code.argument_bytes == kernel.code->argument_bytes &&
      code.static_shared_bytes == kernel.code->static_shared_bytes)
    kernel.followed = std::move(*object);
}

const char* LoadedModule::refusal(std::string_view name) const {
  const abi::ModuleTable& table = base_.table();
  for (const abi::RefusedKernelRow& kernel : std::span(table.refused, table.refused_count)) {
    if (name == kernel.name) return kernel.reason;
  }
  return nullptr;
}

std::span<const abi::KernelRow> LoadedModule::kernels() const {
  return {base_.table().kernels, base_.table().kernel_count};
}

std::span<const abi::VariableRow> LoadedModule::variables() const {
  return variables_of(base_.table());
}

const abi::VariableRow* LoadedModule::variable(std::string_view name) const {
  for (const abi::VariableRow& variable : variables()) {
    if (name == variable.name) return &variable;
  }
  return nullptr;
}

}  // namespace riffle::module
