// SPDX-License-Identifier: Apache-2.0
// What a call inside Riffle returns: a value, or an error that says what went wrong with what.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace riffle {

/// Every way a call can fail. One table in src/api maps these to cudaError_t and CUresult; no other
/// room knows CUDA's numbers. Named after what CUDA calls the same condition.
enum class Code : std::uint8_t {
  kOk = 0,
  kInvalidValue,
  kOutOfMemory,
  kNotInitialized,
  kShuttingDown,
  kInvalidDevice,
  kNoDevice,
  kInvalidDeviceFunction,
  kInvalidConfiguration,
  kInvalidPitchValue,
  kInvalidSymbol,
  kInvalidHostPointer,
  kInvalidDevicePointer,
  kInvalidMemcpyDirection,
  kInvalidResourceHandle,
  kInvalidKernelImage,
  kNoKernelImageForDevice,
  kDeviceUninitialized,
  kFileNotFound,
  kSymbolNotFound,
  kIllegalState,
  kLossyQuery,
  kNotReady,
  kIllegalAddress,
  kMisalignedAddress,
  kIllegalInstruction,
  kInvalidAddressSpace,
  kInvalidProgramCounter,
  kLaunchFailure,
  kLaunchOutOfResources,
  kLaunchTimeout,
  kAssert,
  kHardwareStackError,
  kPeerAccessUnsupported,
  kPeerAccessAlreadyEnabled,
  kPeerAccessNotEnabled,
  kSetOnActiveProcess,
  kHostMemoryAlreadyRegistered,
  kHostMemoryNotRegistered,
  kOperatingSystem,
  kUnsupportedLimit,
  kLaunchPendingCountExceeded,
  kDevicesUnavailable,
  kNotPermitted,
  kNotSupported,
  kCaptureUnsupported,
  kCaptureInvalidated,
  kCaptureMerge,
  kCaptureUnmatched,
  kCaptureUnjoined,
  kCaptureIsolation,
  kCaptureImplicit,
  kCapturedEvent,
  kCaptureWrongThread,
  kTimeout,
  kGraphExecUpdateFailure,
  kJitCompilationFailed,
  kUnsupportedPtxVersion,
  kUnknown,
};

/// A failure: its code for the program, its text for a person (lower case, no final period, names
/// the objects concerned: "event 7 on stream 3: destroyed while capturing").
struct Error {
  Code code = Code::kUnknown;
  std::string text;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

[[nodiscard]] inline std::unexpected<Error> error(Code code, std::string text = {}) {
  return std::unexpected(Error{code, std::move(text)});
}

}  // namespace riffle
