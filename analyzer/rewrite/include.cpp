// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <cctype>

#include "analyzer/base/byte_order_mark.h"
#include "analyzer/rewrite/hooks.h"
#include "analyzer/rewrite/tables.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The line of the first #include that is not left out by an #if: what is defined before it must stay before it.
unsigned FirstInclude(const Unit& unit) {
  const SourceManager& sources = unit.sources();
  const FileID main = sources.getMainFileID();
  const llvm::StringRef text = sources.getBufferData(main);
  const auto top = static_cast<unsigned>(ByteOrderMark(text));
  if (unit.loaded().cuda())
    return top;  // nvcc's own include comes before all text anyway
  std::optional<unsigned> first;
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getIncludeLoc().isInvalid())
      continue;
    const auto [file, offset] = sources.getDecomposedLoc(entry.getFile().getIncludeLoc());
    if (file == main)
      first = std::min(first.value_or(offset), offset);
  }
  if (!first)
    return top;
  const std::size_t line = text.rfind('\n', *first);
  return line == llvm::StringRef::npos ? top : static_cast<unsigned>(line + 1);
}

std::string Stem(const std::string& file) {
  const std::string name = file.substr(file.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

std::string Guard(const std::string& file) {
  std::string guard = "DETRAIN_GENERATED_";
  for (const char c : Stem(file))
    guard += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return guard;
}

std::string HeaderStatics(const Weave& weave, const Unit& unit) {
  std::string text;
  for (const auto& [macro, paths] : weave.header_statics) {
    const auto mine = paths.find(&unit);
    text += "#define " + macro + "(name)" + (mine == paths.end() ? "" : " " + mine->second) + "\n";
  }
  return text;
}

// The sites that change numbers, each with its line, and what they call; before it what nvcc includes by itself.
std::string Changes(const Weave& weave, const Unit& unit) {
  const bool is_cuda = unit.loaded().cuda().has_value();
  const bool is_on_gpu = is_cuda && weave.cuda == Cuda::Gpu;
  std::string text = is_on_gpu ? "#include <detrain/gpu/rename.h>\n" : is_cuda ? "#include <cuda_runtime.h>\n" : "";
  for (const Remark& site : weave.changes_numbers)
    text +=
        "// changes_numbers: " + site.place.file + ":" + std::to_string(site.place.line) + ": " + site.message + "\n";
  for (const std::string& header : weave.called)
    if ((is_cuda && !is_on_gpu) || header.find("cudahost") == std::string::npos)  // whose headers are CUDA's
      text += "#include <" + header + ">\n";
  if (weave.has_state_draws.contains(&unit))
    text += "#include <detrain/gpu/draws.h>\n";
  if (weave.has_gpu_sums.contains(&unit))
    text += "#include <detrain/gpu/sums.h>\n";
  if (weave.has_cudnn.contains(&unit))
    text += "#include <detrain/gpu/cudnn.h>\n";
  if (weave.has_draws.contains(&unit))
    text += unit.IsCxx() ? "#include <detrain/draws.hpp>\n" : "#include <detrain/draws.h>\n";
  if (const auto ranks = weave.ranks_in.find(&unit); ranks != weave.ranks_in.end())
    text += "#define DETRAIN_RANKS " + std::to_string(ranks->second) + "\n#include <detrain/rank_mpi.h>\n";
  if (weave.has_tbb.contains(&unit))
    text += "#include <detrain/tbb.hpp>\n";
  if (const auto keys = weave.address_keys.find(&unit); keys != weave.address_keys.end())
    text += keys->second;
  return weave.has_algorithms.contains(&unit) ? text + "#include <detrain/shards.hpp>\n" : text;
}

Announcement AnnouncementOf(const Weave& weave, std::size_t number, bool is_marked) {
  return {number, weave.plan.regions[number].path, is_marked};
}

// What the unit with the tables says of announcements.
void AddAnnouncements(const Weave& weave, HeaderParts& parts) {
  for (const std::size_t number : weave.at_start)
    parts.at_start.push_back(AnnouncementOf(weave, number, true));
  for (const auto& [number, is_marked] : weave.late)
    parts.late.push_back(AnnouncementOf(weave, number, is_marked));
}

}  // namespace

void WeaveIncludes(Weave& weave, const std::vector<plan::CheckpointPlan>& plans, std::vector<NewFile>& files) {
  for (const Unit& unit : weave.units) {
    const std::string& main = unit.MainFile();
    const std::string header = Stem(main) + ".detrain.h";
    weave.edits.Insert({main, FirstInclude(unit)}, Rank::First, "#include \"" + header + "\"\n", "hooks");
    const bool has_tables = weave.levels.back().unit == &unit;
    const std::string macros =
        Changes(weave, unit) + HeaderStatics(weave, unit) + (weave.traces_ops ? "#include <detrain/ops.h>\n" : "");
    std::string hooks = Hooks(unit);
    if (unit.loaded().cuda().has_value() && weave.cuda == Cuda::Gpu)
      hooks = "#include <detrain/detrain.h>\n#ifndef __CUDA_ARCH__\n" + hooks + "#endif\n";
    HeaderParts parts{Guard(main),    hooks,
                      macros,         unit.IsCxx(),
                      has_tables,     !weave.changes_numbers.empty(),
                      weave.has_ways, weave.has_virtual_clock};
    if (has_tables)
      AddAnnouncements(weave, parts);
    files.push_back({main.substr(0, main.rfind('/') + 1) + header, GeneratedHeader(plans, parts)});
  }
}

}  // namespace detrain::rewrite
