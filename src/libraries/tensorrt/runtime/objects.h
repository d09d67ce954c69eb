// SPDX-License-Identifier: Apache-2.0
// Small objects that programs get: bytes, settings of serialisation and of contexts.
#pragma once

#include <utility>

#include "libraries/tensorrt/base/log.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class HostMemory final : public IHostMemory, public apiv::VHostMemory {
 public:
  explicit HostMemory(std::string bytes) : bytes_(std::move(bytes)) { mImpl = this; }
  void* data() const noexcept override { return const_cast<char*>(bytes_.data()); }
  size_t size() const noexcept override { return bytes_.size(); }
  DataType type() const noexcept override { return DataType::kINT8; }

 private:
  std::string bytes_;
};

class SerializationConfig final : public ISerializationConfig, public SerializationConfigDefaults {
 public:
  explicit SerializationConfig(const Log& log) : log_(log) { mImpl = this; }
  bool clearFlag(SerializationFlag flag) noexcept override {
    this->flags &= ~(1U << static_cast<unsigned>(flag));
    return true;
  }
  bool setFlag(SerializationFlag flag) noexcept override {
    this->flags |= 1U << static_cast<unsigned>(flag);
    return true;
  }
  bool getFlag(SerializationFlag flag) const noexcept override {
    return (this->flags >> static_cast<unsigned>(flag) & 1) != 0;
  }

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  Log log_;
};

class RuntimeConfig final : public IRuntimeConfig, public RuntimeConfigDefaults {
 public:
  explicit RuntimeConfig(const Log& log) : log_(log) { mImpl = this; }
  IRuntimeConfig* getPImpl() noexcept override { return this; }

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  Log log_;
};

}  // namespace riffle::tensorrt
