// SPDX-License-Identifier: Apache-2.0
// What programs implement: the logger, profiler, allocators, listeners, readers and writers.
#pragma once

namespace nvinfer1 {

#if NV_TENSORRT_MAJOR < 11
class ILogger {
 public:
#else
class ILogger : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"ILogger", 1, 0}; }
#endif
  enum class Severity : int32_t {
    kINTERNAL_ERROR = 0,
    kERROR = 1,
    kWARNING = 2,
    kINFO = 3,
    kVERBOSE = 4,
  };
  virtual void log(Severity severity, AsciiChar const* msg) noexcept = 0;

  ILogger() = default;
  virtual ~ILogger() = default;

 protected:
  ILogger(ILogger const&) = default;
  ILogger(ILogger&&) = default;
  ILogger& operator=(ILogger const&) & = default;
  ILogger& operator=(ILogger&&) & = default;
};

namespace impl {
template <>
struct EnumMaxImpl<ILogger::Severity> {
  static constexpr int32_t kVALUE = 5;
};
}  // namespace impl

using AllocatorFlags = uint32_t;

namespace v_1_0 {

#if NV_TENSORRT_MAJOR < 11
class IProfiler {
 public:
#else
class IProfiler : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IProfiler", 1, 0}; }
#endif
  virtual void reportLayerTime(char const* layerName, float ms) noexcept = 0;
  virtual ~IProfiler() noexcept {}
};

class IGpuAllocator : public IVersionedInterface {
 public:
  virtual void* allocate(uint64_t const size, uint64_t const alignment,
                         AllocatorFlags const flags) noexcept = 0;
  ~IGpuAllocator() override = default;
  IGpuAllocator() = default;
  virtual void* reallocate(void* const /*baseAddr*/, uint64_t /*alignment*/,
                           uint64_t /*newSize*/) noexcept {
    return nullptr;
  }
  virtual bool deallocate(void* const memory) noexcept = 0;
  virtual void* allocateAsync(uint64_t const size, uint64_t const alignment,
                              AllocatorFlags const flags, cudaStream_t /*stream*/) noexcept {
    return allocate(size, alignment, flags);
  }
  virtual bool deallocateAsync(void* const memory, cudaStream_t /*stream*/) noexcept {
    return deallocate(memory);
  }
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IGpuAllocator", 1, 0}; }

 protected:
  IGpuAllocator(IGpuAllocator const&) = default;
  IGpuAllocator(IGpuAllocator&&) = default;
  IGpuAllocator& operator=(IGpuAllocator const&) & = default;
  IGpuAllocator& operator=(IGpuAllocator&&) & = default;
};

class IGpuAsyncAllocator : public IGpuAllocator {
 public:
  IGpuAsyncAllocator() = default;
  ~IGpuAsyncAllocator() override = default;
  void* allocateAsync(uint64_t const size, uint64_t const alignment, AllocatorFlags const flags,
                      cudaStream_t stream) noexcept override = 0;
  bool deallocateAsync(void* const memory, cudaStream_t stream) noexcept override = 0;
  void* allocate(uint64_t const size, uint64_t const alignment,
                 AllocatorFlags const flags) noexcept override {
    return allocateAsync(size, alignment, flags, nullptr);
  }
  bool deallocate(void* const memory) noexcept override { return deallocateAsync(memory, nullptr); }
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IGpuAllocator", 1, 0}; }
};

/// Gives memory for an output whose size is not known before it is computed.
class IOutputAllocator : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IOutputAllocator", 1, 0}; }
  virtual void* reallocateOutput(char const* /*tensorName*/, void* /*currentMemory*/,
                                 uint64_t /*size*/, uint64_t /*alignment*/) noexcept {
    return nullptr;
  }
  virtual void* reallocateOutputAsync(char const* tensorName, void* currentMemory, uint64_t size,
                                      uint64_t alignment, cudaStream_t /*stream*/) {
    return reallocateOutput(tensorName, currentMemory, size, alignment);
  }
  virtual void notifyShape(char const* tensorName, Dims const& dims) noexcept = 0;
};

class IDebugListener : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IDebugListener", 1, 0}; }
  virtual bool processDebugTensor(void const* addr, TensorLocation location, DataType type,
                                  Dims const& shape, char const* name, cudaStream_t stream) = 0;
  ~IDebugListener() override = default;
};

class IStreamReader : public IVersionedInterface {
 public:
  ~IStreamReader() override = default;
  IStreamReader() = default;
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IStreamReader", 1, 0}; }
  /// Returns how many bytes were read; less than asked for is the end.
  virtual int64_t read(void* destination, int64_t nbBytes) = 0;

 protected:
  IStreamReader(IStreamReader const&) = default;
  IStreamReader(IStreamReader&&) = default;
  IStreamReader& operator=(IStreamReader const&) & = default;
  IStreamReader& operator=(IStreamReader&&) & = default;
};

class IStreamWriter : public IVersionedInterface {
 public:
  ~IStreamWriter() override = default;
  IStreamWriter() = default;
  InterfaceInfo getInterfaceInfo() const noexcept final { return {"IStreamWriter", 1, 0}; }
  virtual int64_t write(void const* data, int64_t nbBytes) = 0;

 protected:
  IStreamWriter(IStreamWriter const&) = default;
  IStreamWriter(IStreamWriter&&) = default;
  IStreamWriter& operator=(IStreamWriter const&) & = default;
  IStreamWriter& operator=(IStreamWriter&&) & = default;
};

class IStreamReaderV2 : public IVersionedInterface {
 public:
  ~IStreamReaderV2() override = default;
  IStreamReaderV2() = default;
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IStreamReaderV2", 1, 0}; }
  /// `destination` may be memory of the host or of a device.
  virtual int64_t read(void* destination, int64_t nbBytes, cudaStream_t stream) noexcept = 0;
  virtual bool seek(int64_t offset, SeekPosition where) noexcept = 0;

 protected:
  IStreamReaderV2(IStreamReaderV2 const&) = default;
  IStreamReaderV2(IStreamReaderV2&&) = default;
  IStreamReaderV2& operator=(IStreamReaderV2 const&) & = default;
  IStreamReaderV2& operator=(IStreamReaderV2&&) & = default;
};

}  // namespace v_1_0
using IGpuAsyncAllocator = v_1_0::IGpuAsyncAllocator;

}  // namespace nvinfer1
