// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rows/rows.input calls every function of the catalog; rows/rows.txt says what lift makes of each call, in the order of
// the ops. A row that is changed, misspelt or dropped changes that list. DETRAIN_UPDATE_ROWS=1 writes it anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "analyzer/lift/lift.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/words.h"

namespace detrain::lift {
namespace {

using rir::OpKind;

constexpr char kSource[] = DETRAIN_TEST_DATA_DIR "/rows/rows.input";
constexpr char kExpected[] = DETRAIN_TEST_DATA_DIR "/rows/rows.txt";

// The op in a word or two; empty: it is there for every function, or is address arithmetic.
std::string Shown(const rir::Module& module, const rir::Op& op) {
  if (const auto* load = std::get_if<rir::LoadOp>(&op.data)) {
    const bool is_param = load->address.kind == rir::OperandKind::Region &&
                          module.regions[load->address.id].kind == rir::RegionKind::Param;
    return is_param ? "" : "load";
  }
  if (const auto* compute = std::get_if<rir::ComputeOp>(&op.data))
    return compute->opcode == rir::Opcode::Math && compute->callee.find('.') == std::string::npos ? "math" : "";
  if (const auto* input = std::get_if<rir::InputOp>(&op.data))
    return "input:" + std::string(rir::Word(input->source)) +
           (input->targets.empty() ? "" : ":" + std::to_string(input->targets.size()));
  if (const auto* output = std::get_if<rir::OutputOp>(&op.data))
    return "output:" + std::string(output->target ? "memory" : rir::Word(output->sink));
  if (const auto* sync = std::get_if<rir::SyncOp>(&op.data))
    return "sync:" + std::string(rir::Word(sync->kind));
  if (op.Kind() == OpKind::Declare || op.Kind() == OpKind::Return)
    return "";
  return std::string(rir::Word(op.Kind()));
}

std::string Summary(const rir::Module& module) {
  std::stringstream lines;
  for (const rir::Function& function : module.functions) {
    if (!function.name.starts_with("call_"))
      continue;
    lines << function.name.substr(5) << ":";
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops)
        if (const std::string shown = Shown(module, op); !shown.empty())
          lines << " " << shown;
    lines << "\n";
  }
  return lines.str();
}

// Functions that are macros too are called in parentheses.
bool Calls(const std::string& text, const std::string& name) {
  for (const std::string& form : {" " + name + "(", "!" + name + "(", "(" + name + "(", "(" + name + ")("})
    if (text.find(form) != std::string::npos)
      return true;
  return false;
}

TEST(Rows, BecomeTheOpsThatTheyList) {
  const auto unit = load::Load({"", kSource, {"-fopenmp", "-x", "c"}});
  ASSERT_TRUE(unit) << ToString(unit.error().location) << unit.error().message;
  std::vector<std::string> remarks;
  diag::Funnel funnel([&](const diag::Diagnostic& diagnostic) { remarks.push_back(diag::FormatText(diagnostic)); });
  const catalog::Catalog catalog = catalog::Catalog::Builtin();
  const rir::Module module = Lift(*unit, catalog, funnel);
  EXPECT_THAT(remarks, testing::IsEmpty());

  for (const rir::Function& function : module.functions)
    EXPECT_TRUE(function.is_defined) << function.name << " has no row";
  std::stringstream source;
  source << std::ifstream(kSource).rdbuf();
  const std::string text = source.str();
  for (const auto& [name, row] : catalog.rows()) {
    if (name.find("::") != std::string::npos)  // the C++ library's
      continue;
    // They need the headers of CUDA and its libraries, of MPI, of zlib and of the runtime: test/lit/lift/cuda_rows.cu,
    // cudnn_rows.c, zlib_rows.test and runtime_rows.c, and test/lit/plan/mpi.test call them.
    if (row.is_cxx || row.library == "nvtx" || row.library == "cudnn" || row.library == "nccl" ||
        row.library == "mpi" || row.library == "zlib" || row.library == "detrain")
      continue;
    // libgen.h calls its basename so.
    const std::string shown = name == "__xpg_basename" ? "basename" : name;
    EXPECT_TRUE(Calls(text, shown)) << "rows.input does not call " << name;
  }

  const std::string found = Summary(module);
  if (std::getenv("DETRAIN_UPDATE_ROWS"))
    std::ofstream(kExpected) << found;
  std::stringstream expected;
  expected << std::ifstream(kExpected).rdbuf();
  EXPECT_EQ(found, expected.str());
}

}  // namespace
}  // namespace detrain::lift
