// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-restore-order: state of which a save keeps fewer bits than it has, or a load.
#include <map>
#include <set>
#include <utility>

#include "analyzer/audit/context.h"
#include "analyzer/diag/message.h"

namespace detrain::audit {

using diag::Remark;
using flow::kNone;

namespace {

// What is lost at one place, and whose.
struct Lost {
  Loss loss;
  std::vector<LeafId> leaves;
};
using ByPlace = std::map<std::pair<Location, std::string>, Lost>;

std::vector<Transfer> All(const std::vector<FileUse>& files, std::vector<Transfer> FileUse::* way) {
  std::vector<Transfer> all;
  for (const FileUse& file : files)
    all.insert(all.end(), (file.*way).begin(), (file.*way).end());
  return all;
}

// Without those of which all bits go over somewhere.
ByPlace LostOf(const Context& context, const std::vector<Transfer>& transfers) {
  std::set<LeafId> whole;
  for (const Transfer& transfer : transfers)
    if (transfer.loss.at == kNone || (transfer.is_part && transfer.loss.form.empty()))
      whole.insert(transfer.leaf);
  ByPlace lost;
  for (const Transfer& transfer : transfers)
    if (!whole.contains(transfer.leaf)) {
      Lost& at = lost[{PlaceOf(context.flow, transfer.loss.at), transfer.loss.form}];
      at.loss = transfer.loss;
      at.leaves.push_back(transfer.leaf);
    }
  return lost;
}

std::string FormOf(const Loss& loss) {
  if (!loss.form.empty())
    return loss.form;
  const std::string kind = loss.into.is_float ? "a floating-point number" : "an integer";
  if (loss.from.is_float && !loss.into.is_float)
    return diag::Say<Remark::IntegerForFloat>({}).message;
  return diag::Say<Remark::NarrowType>({}, kind, std::to_string(loss.into.bytes), std::to_string(loss.from.bytes))
      .message;
}

template <diag::Finding F>
void Report(const Context& context, const ByPlace& lost, Findings& out) {
  for (const auto& [key, at] : lost) {
    const std::vector<std::string> names = NamesOf(context, at.leaves);
    const check::Reached reached = ReachOf(context, at.leaves, true);
    const std::string remedy = at.loss.from.is_float || !at.loss.form.empty()
                                   ? diag::Say<Remark::KeepFloat>({}).message
                                   : diag::Say<Remark::KeepInteger>({}).message;
    diag::Diagnostic finding = diag::Find<F>(key.first, reached.reach, CertaintyOf(context), Listed(names),
                                             FormOf(at.loss), ClauseOf(context, reached, names.front()), remedy);
    finding.trace = TraceOf(context, reached, names.front());
    out.push_back(std::move(finding));
  }
}

}  // namespace

void StoredWithLoss(const Context& context, Findings& out) {
  std::vector<Transfer> written = All(context.code.saves, &FileUse::written);
  std::vector<Transfer> read = All(context.code.loads, &FileUse::read);
  std::set<LeafId> loaded, saved;
  for (const Transfer& transfer : read)
    loaded.insert(transfer.leaf);
  std::erase_if(written,
                [&](const Transfer& transfer) { return context.code.is_paired && !loaded.contains(transfer.leaf); });
  const ByPlace stored = LostOf(context, written);
  for (const Transfer& transfer : written)
    saved.insert(transfer.leaf);
  for (const auto& [place, lost] : stored)
    for (const LeafId leaf : lost.leaves)
      saved.erase(leaf);
  std::erase_if(read, [&](const Transfer& transfer) { return !saved.contains(transfer.leaf); });
  Report<diag::Finding::StoredWithLoss>(context, stored, out);
  Report<diag::Finding::LoadedWithLoss>(context, LostOf(context, read), out);
}

}  // namespace detrain::audit
