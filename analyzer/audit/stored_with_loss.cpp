// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-restore-order: state of which a save keeps fewer bits than it has.
#include <map>
#include <set>

#include "analyzer/audit/context.h"
#include "analyzer/diag/message.h"

namespace detrain::audit {

using types::kNone;

void StoredWithLoss(const Context& context, Findings& out) {
  std::set<LeafId> whole;  // written without a loss somewhere
  std::map<std::pair<Location, std::string>, std::vector<LeafId>> lossy;
  for (const FileUse& file : context.code.saves)
    for (const Transfer& transfer : file.written)
      if (transfer.loss.at == kNone)
        whole.insert(transfer.leaf);
  std::set<LeafId> loaded;
  for (const FileUse& file : context.code.loads)
    for (const Transfer& transfer : file.read)
      loaded.insert(transfer.leaf);
  for (const FileUse& file : context.code.saves)
    for (const Transfer& transfer : file.written)
      if (!whole.contains(transfer.leaf) && (!context.code.is_paired || loaded.contains(transfer.leaf)))
        lossy[{PlaceOf(context.flow, transfer.loss.at), transfer.loss.form}].push_back(transfer.leaf);
  for (const auto& [key, leaves] : lossy) {
    const std::string& name = context.leaves.all[leaves.front()].name;
    const check::Reached reached = ReachOf(context, leaves, true);
    const std::string form = key.second.empty() ? diag::Say<diag::Remark::NarrowType>({}).message : key.second;
    diag::Diagnostic finding = diag::Find<diag::Finding::StoredWithLoss>(key.first, reached.reach, CertaintyOf(context),
                                                                         name, form, ClauseOf(context, reached, name));
    finding.trace = TraceOf(context, reached, name);
    out.push_back(std::move(finding));
  }
}

}  // namespace detrain::audit
