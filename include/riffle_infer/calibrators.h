// SPDX-License-Identifier: Apache-2.0
// What programs implement for the builder: calibrators of INT8, selectors of algorithms, monitors of progress.
#pragma once

namespace nvinfer1 {

#if NV_TENSORRT_MAJOR < 11

class IInt8Calibrator : public IVersionedInterface {
 public:
  virtual int32_t getBatchSize() const noexcept = 0;
  virtual bool getBatch(void* bindings[], char const* names[], int32_t nbBindings) noexcept = 0;
  virtual void const* readCalibrationCache(std::size_t& length) noexcept = 0;
  virtual void writeCalibrationCache(void const* ptr, std::size_t length) noexcept = 0;
  virtual CalibrationAlgoType getAlgorithm() noexcept = 0;
  ~IInt8Calibrator() noexcept override = default;
};

namespace v_1_0 {

class IInt8EntropyCalibrator : public IInt8Calibrator {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return {"IInt8EntropyCalibrator", 1, 0};
  }
  CalibrationAlgoType getAlgorithm() noexcept override {
    return CalibrationAlgoType::kENTROPY_CALIBRATION;
  }
  ~IInt8EntropyCalibrator() noexcept override = default;
};

class IInt8EntropyCalibrator2 : public IInt8Calibrator {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return {"IInt8EntropyCalibrator2", 1, 0};
  }
  CalibrationAlgoType getAlgorithm() noexcept override {
    return CalibrationAlgoType::kENTROPY_CALIBRATION_2;
  }
  ~IInt8EntropyCalibrator2() noexcept override = default;
};

class IInt8MinMaxCalibrator : public IInt8Calibrator {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return {"IInt8MinMaxCalibrator", 1, 0};
  }
  CalibrationAlgoType getAlgorithm() noexcept override {
    return CalibrationAlgoType::kMINMAX_CALIBRATION;
  }
  ~IInt8MinMaxCalibrator() noexcept override = default;
};

class IInt8LegacyCalibrator : public IInt8Calibrator {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IInt8Calibrator", 1, 0}; }
  CalibrationAlgoType getAlgorithm() noexcept override {
    return CalibrationAlgoType::kLEGACY_CALIBRATION;
  }
  virtual double getQuantile() const noexcept = 0;
  virtual double getRegressionCutoff() const noexcept = 0;
  virtual void const* readHistogramCache(std::size_t& length) noexcept = 0;
  virtual void writeHistogramCache(void const* ptr, std::size_t length) noexcept = 0;
  ~IInt8LegacyCalibrator() noexcept override = default;
};

class IAlgorithmSelector : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IAlgorithmSelector", 1, 0}; }
  virtual int32_t selectAlgorithms(IAlgorithmContext const& context,
                                   IAlgorithm const* const* choices, int32_t nbChoices,
                                   int32_t* selection) noexcept = 0;
  virtual void reportAlgorithms(IAlgorithmContext const* const* algoContexts,
                                IAlgorithm const* const* algoChoices,
                                int32_t nbAlgorithms) noexcept = 0;
  virtual ~IAlgorithmSelector() noexcept = default;
};

}  // namespace v_1_0
using IInt8EntropyCalibrator = v_1_0::IInt8EntropyCalibrator;
using IInt8EntropyCalibrator2 = v_1_0::IInt8EntropyCalibrator2;
using IInt8MinMaxCalibrator = v_1_0::IInt8MinMaxCalibrator;
using IInt8LegacyCalibrator = v_1_0::IInt8LegacyCalibrator;

#endif

namespace v_1_0 {

struct TimingCacheKey {
  uint8_t data[16];
};

struct TimingCacheValue {
  uint64_t tacticHash;
  float timingMSec;
  static constexpr uint64_t kINVALID_TACTIC_HASH = UINT64_MAX;
};

class IProgressMonitor : public IVersionedInterface {
 public:
  IProgressMonitor() = default;
  virtual ~IProgressMonitor() noexcept = default;
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"IProgressMonitor", 1, 0}; }
  virtual void phaseStart(char const* phaseName, char const* parentPhase,
                          int32_t nbSteps) noexcept = 0;
  /// Returns false to cancel.
  virtual bool stepComplete(char const* phaseName, int32_t step) noexcept = 0;
  virtual void phaseFinish(char const* phaseName) noexcept = 0;
};

}  // namespace v_1_0

}  // namespace nvinfer1
