// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_STATUS_PAGE_H
#define DETRAIN_ANALYZER_DRIVER_RUN_STATUS_PAGE_H

#include <string>

#include "detrain/status.h"

namespace detrain::driver {

// The page in which a rewritten program says where it is; it outlives the program. All zeros until it says something.
class StatusPage {
 public:
  explicit StatusPage(std::string path);
  StatusPage(const StatusPage&) = delete;
  StatusPage& operator=(const StatusPage&) = delete;
  ~StatusPage();

  const std::string& path() const { return path_; }
  void Clear();
  detrain_status Read() const;

 private:
  std::string path_;
  detrain_status* page_ = nullptr;
};

// "start-up", "a restore", "step 12", "the save of step 12".
std::string Describe(const detrain_status& status);

}  // namespace detrain::driver

#endif
