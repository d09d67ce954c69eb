// SPDX-License-Identifier: Apache-2.0
// Stream capture: modes, states, and changes of dependencies during a capture.
#ifndef RIFFLE_API_CAPTURE_H
#define RIFFLE_API_CAPTURE_H

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
};

enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
};

enum cudaStreamUpdateCaptureDependenciesFlags {
  cudaStreamAddCaptureDependencies = 0,
  cudaStreamSetCaptureDependencies = 1
};

#endif  // RIFFLE_API_CAPTURE_H
