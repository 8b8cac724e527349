// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runs behind `detrain variance`.
#ifndef DETRAIN_ANALYZER_DRIVER_VARIANCE_EXPERIMENT_H
#define DETRAIN_ANALYZER_DRIVER_VARIANCE_EXPERIMENT_H

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/driver/variance/metrics.h"
#include "analyzer/driver/variance/spread.h"
#include "analyzer/driver/verify/lab.h"
#include "analyzer/driver/verify/settings.h"

namespace detrain::driver::variance {

struct Findings {
  std::size_t runs = 0;  // of each kind
  std::string program = {}, original = {};
  std::vector<MetricSpread> metrics = {};
  MetricSpread seconds = {};    // running time
  std::string difference = {};  // between deterministic runs; empty: none
  std::vector<std::string> notes = {};

  bool Passed() const { return difference.empty(); }
};

class Experiment {
 public:
  // `settings` outlives the experiment.
  Experiment(const verify::Settings& settings, MetricPattern pattern, std::size_t runs)
      : settings_(settings), pattern_(std::move(pattern)), runs_(runs) {}

  // Error: a run cannot be made, or a program fails.
  Result<Findings> Run();

 private:
  Result<verify::Record> Execute(verify::Lab& lab, const verify::Place& place, Kind kind, std::size_t number);
  Result<void> RunKind(verify::Lab& lab, Kind kind);
  Result<void> RunReference(verify::Lab& lab);
  void CompareWithReference(const verify::Record& record, std::size_t number);
  Findings Conclude() const;

  verify::Settings settings_;
  std::vector<std::string> words_;  // of the command, as given
  MetricPattern pattern_;
  std::size_t runs_;
  verify::Record reference_;
  FileStates written_;      // by it
  Environment same_seeds_;  // for the program as it is
  std::string manifest_;
  std::vector<Values> values_[kKinds];
  std::vector<double> seconds_[kKinds];
  std::string difference_;
  std::vector<std::string> notes_;
};

}  // namespace detrain::driver::variance

#endif
