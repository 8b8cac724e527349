// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the editor shows, from a snapshot: pure functions to the JSON of the protocol.
#ifndef DETRAIN_ANALYZER_DRIVER_LSP_FEATURES_H
#define DETRAIN_ANALYZER_DRIVER_LSP_FEATURES_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/driver/json_access.h"
#include "analyzer/driver/lsp/snapshot.h"

namespace detrain::driver::lsp {

// Diagnostics of the snapshot's file.
Json DiagnosticsOf(const Snapshot& snapshot);

// For the findings on the lines from `first` to `last` (from 0): mend, suppress with a reason, add to the baseline.
Json CodeActions(const Snapshot& snapshot, const std::string& uri, std::uint64_t first, std::uint64_t last);

// What a checkpoint does with the variable at this place (from 0, in UTF-16): type, persistence, reasons. Null: none.
Json HoverAt(const Snapshot& snapshot, std::uint64_t line, std::uint64_t character);

// At the step loop: what a checkpoint holds.
Json InlayHints(const Snapshot& snapshot, std::uint64_t first, std::uint64_t last);

// The expression that ends with the word at byte `column` (from 1), as plans write paths: "model.params", "layers[].w",
// "opt->t". Empty where no word is.
std::string PathAt(std::string_view line, std::uint32_t column);

// The entries that the user may mean by `path`: that variable, or what lies in it.
std::vector<const plan::Entry*> EntriesFor(const plan::CheckpointPlan& plan, const std::string& path);

}  // namespace detrain::driver::lsp

#endif
