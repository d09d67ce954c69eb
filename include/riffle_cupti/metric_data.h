// SPDX-License-Identifier: Apache-2.0
// The value of a metric.
#pragma once

typedef union {
  double metricValueDouble;
  uint64_t metricValueUint64;
  int64_t metricValueInt64;
  double metricValuePercent;
  uint64_t metricValueThroughput;
  CUpti_MetricValueUtilizationLevel metricValueUtilizationLevel;
  uint64_t metricValueNvtxExtendedPayload;
} CUpti_MetricValue;
