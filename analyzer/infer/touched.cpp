// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/touched.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analyzer/infer/flat.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/visit.h"

namespace detrain::infer {

namespace {

using Places = IdSet;  // numbers of locations

constexpr std::uint64_t kAnyBytes = ~std::uint64_t{0};
// Places looked at until a function is given up, some seconds: where everything leads to everything, the work grows
// with the cube of the program.
constexpr std::size_t kMostWork = 200'000'000;

class Solver {
 public:
  Solver(const rir::Module& module, const Callees& callees, const rir::Function& function, const rir::Op* loop)
      : module_(module), callees_(callees), top_(function), loop_(loop), roots_(function.params), stored_(module) {
    if (loop_ != nullptr)
      EnterLoop();
  }

  std::optional<Touched> Solve() {
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const std::uint32_t deep = DeepOf(i);
      content_[roots_[i]].insert(deep);
      if (const std::uint64_t bytes = loop_ == nullptr ? PlainBytes(roots_[i]) : 0)
        within_[deep] = bytes;
      else
        content_[deep].insert(deep);
    }
    called_.insert(&top_);
    do {
      changed_ = false;
      for (const rir::Function* f : std::set(called_))
        if (is_known_)
          Function(*f);
    } while (changed_ && is_known_);
    // Which file it is must be known.
    if (!is_known_ || std::ranges::any_of(files_, [](const auto& entry) { return entry.second.empty(); }))
      return std::nullopt;
    Touched touched(module_);
    touched.stored = stored_;
    touched.by_name = by_name_;
    if (loop_ != nullptr)
      touched.roots = roots_;
    touched.read = Named(read_);
    touched.written = Named(written_);
    touched.named = named_;
    touched.functions = called_;
    touched.is_closed = is_closed_;
    touched.meets_threads = meets_threads_;
    touched.parallel = parallel_;
    touched.unknown = unknown_;
    for (const auto& [op, place] : made_)
      touched.allocations.push_back(op);
    touched.outputs.assign(outputs_.begin(), outputs_.end());
    touched.inputs.assign(inputs_.begin(), inputs_.end());
    for (const rir::Op* op : outputs_)
      if (GoesToFile(*op))
        touched.to_files.insert(op);
    for (const auto& [deep, bytes] : within_)
      touched.within.emplace(deep - module_.regions.size(), bytes);
    return touched;
  }

 private:
  // The variables that the loop names, and the values that it computes itself.
  void EnterLoop() {
    roots_.clear();
    const auto add = [&](rir::RegionId region) {
      if (IsAutomatic(region) && visible_.insert(region).second)
        roots_.push_back(region);
    };
    ForEachOfLoop([&](const rir::Op& op) {
      const bool is_access = op.Kind() == rir::OpKind::Load || op.Kind() == rir::OpKind::Store;
      if (op.result != rir::kNone)
        computed_.insert(op.result);
      if (const auto* declare = std::get_if<rir::DeclareOp>(&op.data))
        add(declare->region);
      if (const auto* store = std::get_if<rir::StoreOp>(&op.data); store != nullptr && IsVariable(store->value))
        given_.insert(store->value.id);
      rir::ForEachOperand(op, [&](const rir::Operand& operand) {
        if (!IsVariable(operand))
          return;
        add(operand.id);
        if (!is_access)
          given_.insert(operand.id);
      });
    });
  }

  template <typename F>
  void ForEachOfLoop(F f) const {
    rir::ForEachBlock(*loop_, [&](rir::BlockId block) { rir::ForEachOp(top_, block, f); });
  }

  void Function(const rir::Function& f) {
    function_ = &f;
    if (loop_ != nullptr && &f == &top_ && !calls_itself_)
      return ForEachOfLoop([&](const rir::Op& op) { Op(op); });
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        Op(op);
  }

  [[nodiscard]] std::uint32_t DeepOf(std::size_t root) const {
    return static_cast<std::uint32_t>(module_.regions.size() + root);
  }

  void Op(const rir::Op& op) {
    rir::VisitOp(
        op, [&](const rir::LoadOp& data) { Load(op, data); },
        [&](const rir::StoreOp& data) {
          Within(Of(data.address), module_.types[op.type].size);
          KeepStore(data.address, op.type);
          Put(Of(data.address), Of(data.value));
        },
        [&](const rir::ComputeOp& data) { Compute(op, data); },
        [&](const rir::CopyOp& data) {
          Within(Of(data.target), BytesOf(data.bytes));
          Within(Of(data.source), BytesOf(data.bytes));
          KeepBytes(data.target, BytesOf(data.bytes));
          Put(Of(data.target), ContentOf(Of(data.source)));
        },
        [&](const rir::FillOp& data) {
          Within(Of(data.target), BytesOf(data.bytes));
          KeepBytes(data.target, BytesOf(data.bytes));
          Put(Of(data.target), {});
        },
        [&](const rir::FreeOp& data) { Grow(read_, Of(data.address)); }, [](const rir::HeaderOp&) {},
        [&](const rir::CallOp& data) { Call(op, data); },
        [&](const rir::ReturnOp& data) { Grow(returned_[function_], Of(data.value)); }, [](const rir::DeclareOp&) {},
        [](const rir::IfOp&) {}, [](const rir::LoopOp&) {}, [](const rir::BreakOp&) {}, [](const rir::ContinueOp&) {},
        [](const rir::StopOp&) {}, [](const std::monostate&) {}, [&](const rir::AllocOp& data) { Allocate(op, data); },
        [&](const rir::DrawOp& data) { Draw(data.stream); }, [&](const rir::SeedOp& data) { Draw(data.stream); },
        [&](const rir::AtomicOp& data) { Update(op, data); }, [&](const rir::SyncOp& data) { Meet(data); },
        [&](const rir::OutputOp& data) { Print(op, data); }, [&](const rir::InputOp& data) { Input(op, data); },
        [&](const rir::OpenOp& data) { Open(op, data); }, [&](const rir::CloseOp& data) { Close(data); },
        [&](const rir::SeekOp& data) { Move(op, data.handle); }, [&](const rir::ParOp& data) { Share(op, data); },
        [&](const auto&) { is_known_ = false; });
  }

  void Allocate(const rir::Op& op, const rir::AllocOp& data) {
    is_closed_ = false;
    const std::uint32_t block = Make(op);
    Grow(content_[block], ContentOf(Of(data.old)));
    Grow(read_, Of(data.content));
  }

  // A block or an open file of the function's own.
  std::uint32_t Make(const rir::Op& op) {
    const auto next = static_cast<std::uint32_t>(module_.regions.size() + roots_.size() + made_.size());
    const std::uint32_t block = made_.try_emplace(&op, next).first->second;
    Grow(values_[{function_, op.result}], {block});
    return block;
  }

  void Draw(const rir::Operand& stream) {
    is_closed_ = false;
    Within(Of(stream), kAnyBytes);
    Grow(read_, Of(stream));
    KeepBytes(stream, kAnyBytes);
    Put(Of(stream), {});
  }

  void Update(const rir::Op& op, const rir::AtomicOp& data) {
    is_closed_ = false;
    Within(Of(data.address), op.type == rir::kNone ? kAnyBytes : module_.types[op.type].size);
    Grow(values_[{function_, op.result}], ContentOf(Of(data.address)));
    KeepStore(data.address, op.type);
    Put(Of(data.address), Of(data.value));
  }

  void Meet(const rir::SyncOp& data) {
    if (rir::IsOfStreams(data.kind))
      return;
    meets_threads_ = meets_threads_ || data.kind != rir::SyncKind::Flush;
    is_closed_ = is_closed_ && data.kind == rir::SyncKind::Flush;
    is_known_ = is_known_ && data.kind != rir::SyncKind::Wait;
  }

  // What it does stands in the function's blocks like the rest.
  void Share(const rir::Op& op, const rir::ParOp& data) {
    is_closed_ = false;
    is_known_ = is_known_ && data.kind != rir::ParKind::Thread && data.kind != rir::ParKind::Launch;
    if (!data.reductions.empty())
      stored_.AddAnything();
    parallel_[&op] = function_;
  }

  // A file moves on where it is read or written: that is what its object holds.
  void Move(const rir::Op& op, const rir::Operand& handle) {
    is_closed_ = false;
    const Places file = Of(handle);
    files_[&op] = file;
    if (AreConsole(file))
      return;
    Within(file, kAnyBytes);
    Grow(read_, file);
    Put(file, {});
  }

  void Open(const rir::Op& op, const rir::OpenOp& data) {
    is_closed_ = false;
    Within(Of(data.path), kAnyBytes);
    Grow(read_, Of(data.path));
    Make(op);
  }

  void Close(const rir::CloseOp& data) {
    is_closed_ = false;
    Within(Of(data.handle), kAnyBytes);
    Grow(read_, Of(data.handle));
  }

  // A pointer to what only the library knows is not described here.
  void Input(const rir::Op& op, const rir::InputOp& data) {
    is_closed_ = false;
    is_known_ = is_known_ && (op.type == rir::kNone || module_.types[op.type].kind != rir::TypeKind::Pointer);
    inputs_.insert(&op);
    if (data.handle && data.source != rir::Source::Arguments)
      Move(op, data.handle);
    for (const rir::InputTarget& target : data.targets) {
      Within(Of(target.address), BytesOf(target.bytes));
      KeepBytes(target.address, BytesOf(target.bytes));
      Put(Of(target.address), {});
    }
  }

  // What is printed, and what a text is made of.
  void Print(const rir::Op& op, const rir::OutputOp& data) {
    is_closed_ = false;
    if (data.handle && data.sink == rir::Sink::File)
      Move(op, data.handle);
    outputs_.insert(&op);
    for (const rir::Operand& arg : data.args) {
      Within(Of(arg), kAnyBytes);
      Grow(read_, Of(arg));
    }
    Within(Of(data.target), kAnyBytes);
    if (data.target)
      stored_.AddText();
    Put(Of(data.target), {});
  }

  [[nodiscard]] bool GoesToFile(const rir::Op& op) const {
    const auto file = files_.find(&op);
    return std::get<rir::OutputOp>(op.data).sink != rir::Sink::Text &&
           (file == files_.end() || !AreConsole(file->second));
  }

  // Nobody can say where such a file stands.
  [[nodiscard]] bool AreConsole(const Places& files) const {
    return !files.empty() && std::ranges::all_of(files, [&](std::uint32_t file) {
      return file < module_.regions.size() && !module_.regions[file].is_defined &&
             module_.types[module_.regions[file].type].kind == rir::TypeKind::Handle;
    });
  }

  // What is computed from an address may be one; it stays within what a parameter leads to where it is that of a
  // member, or of an element of an array in it.
  void Compute(const rir::Op& op, const rir::ComputeOp& data) {
    const bool is_element = data.opcode == rir::Opcode::Index && data.bound;
    for (const rir::Operand& arg : data.args) {
      const Places places = Of(arg);
      Grow(values_[{function_, op.result}], places);
      if (data.opcode == rir::Opcode::Field)
        Within(places, module_.types[data.pointee].size);
      else if (!IsComparison(data.opcode) && !is_element)
        Within(places, kAnyBytes);
    }
  }

  static bool IsComparison(rir::Opcode opcode) { return opcode >= rir::Opcode::LNot && opcode <= rir::Opcode::LOr; }

  // So many bytes are touched there: if that is more than what a parameter points to, all is that is reached from it.
  void Within(const Places& places, std::uint64_t bytes) {
    for (const std::uint32_t place : places) {
      const auto narrow = within_.find(place);
      if (narrow == within_.end() || bytes <= narrow->second)
        continue;
      within_.erase(narrow);
      Grow(content_[place], {place});
    }
  }

  static std::uint64_t BytesOf(const rir::Operand& bytes) {
    const bool is_constant = bytes.kind == rir::OperandKind::Int;
    return is_constant ? static_cast<std::uint64_t>(bytes.integer) : kAnyBytes;
  }

  // Of what the parameter points to; zero where that is no pointer, or leads to pointers.
  [[nodiscard]] std::uint64_t PlainBytes(rir::RegionId param) const {
    const rir::Type& type = module_.types[module_.regions[param].type];
    const bool is_plain = type.kind == rir::TypeKind::Pointer && type.element != rir::kNone && IsPlain(type.element);
    return is_plain ? module_.types[type.element].size : 0;
  }

  [[nodiscard]] bool IsPlain(rir::TypeId id) const {
    const rir::Type& type = module_.types[id];
    switch (type.kind) {
      case rir::TypeKind::Int:
      case rir::TypeKind::Float:
        return true;
      case rir::TypeKind::Array:
        return type.count && IsPlain(type.element);
      case rir::TypeKind::Record:
        return std::ranges::all_of(type.fields, [&](const rir::Field& field) { return IsPlain(field.type); });
      default:
        return false;
    }
  }

  void Load(const rir::Op& op, const rir::LoadOp& data) {
    Within(Of(data.address), module_.types[op.type].size);
    Grow(values_[{function_, op.result}], ContentOf(Of(data.address)));
  }

  // A pointer may lead to any function that fits.
  void Call(const rir::Op& op, const rir::CallOp& data) {
    if (data.callee.kind == rir::OperandKind::Function)
      return Call(op, data, module_.functions[data.callee.id]);
    is_closed_ = false;
    for (const rir::FunctionId f : callees_.Of(*function_, op, data))
      Call(op, data, module_.functions[f]);
  }

  void Call(const rir::Op& op, const rir::CallOp& data, const rir::Function& callee) {
    if (!callee.is_defined)
      return CallUnknown(op, data, callee);
    changed_ = called_.insert(&callee).second || changed_;
    calls_itself_ = calls_itself_ || &callee == &top_;
    for (std::size_t i = 0; i < callee.params.size() && i < data.args.size(); ++i) {
      const Places given = Of(data.args[i]);
      const bool is_record = module_.types[module_.regions[callee.params[i]].type].kind == rir::TypeKind::Record;
      Grow(content_[callee.params[i]], is_record ? ContentOf(given) : given);
    }
    const Places result = returned_[&callee];
    if (data.into) {
      Within(Of(data.into), module_.types[callee.result].size);
      KeepBytes(data.into, module_.types[callee.result].size);
      Put(Of(data.into), ContentOf(result));
    }
    if (op.result != rir::kNone)
      Grow(values_[{function_, op.result}], result);
  }

  // It reads and writes all that its arguments reach, and all globals; what it gives back is no pointer.
  void CallUnknown(const rir::Op& op, const rir::CallOp& data, const rir::Function& callee) {
    is_closed_ = false;
    is_known_ = is_known_ && (op.type == rir::kNone || module_.types[op.type].kind != rir::TypeKind::Pointer);
    unknown_[&op] = callee.name;
    stored_.AddUnknown();
    Places reached;
    for (const rir::Operand& arg : data.args) {
      Within(Of(arg), kAnyBytes);
      reached.Merge(Of(arg));
    }
    for (rir::RegionId r = 0; r < module_.regions.size(); ++r)
      if (module_.regions[r].kind == rir::RegionKind::Global && !module_.regions[r].is_const)
        reached.Merge(Of(rir::Operand::Region(r)));
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      reached.Merge(ContentOf(Places(reached)));
    }
    Put(reached, reached);
    if (data.into)
      Put(Of(data.into), reached);
  }

  // Whether that leads to nothing but what the function has made itself.
  bool LeadsToOwn(const rir::Operand& address) {
    return std::ranges::all_of(Of(address), [&](std::uint32_t place) {
      const bool is_block = place >= module_.regions.size() + roots_.size();
      return is_block || (place < module_.regions.size() && IsOwn(place));
    });
  }

  void KeepStore(const rir::Operand& address, rir::TypeId type) {
    if (LeadsToOwn(address))
      return;
    if (address.kind == rir::OperandKind::Region) {
      by_name_.insert(address.id);
      return;
    }
    const rir::Op* op = callees_.Yielding(*function_, address);
    const auto* place = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
    if (place != nullptr && place->opcode == rir::Opcode::Field)
      stored_.AddMember(place->pointee, place->member);
    else
      stored_.AddThrough(type, IsText());
  }

  // Bytes are written to a place whose type stands before it was made an address of any bytes.
  void KeepBytes(const rir::Operand& address, std::uint64_t bytes) {
    if (LeadsToOwn(address))
      return;
    rir::Operand at = address;
    const rir::Op* op = callees_.Yielding(*function_, at);
    const auto as = [&](rir::Opcode opcode) -> const rir::ComputeOp* {
      const auto* compute = op == nullptr ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
      return compute != nullptr && compute->opcode == opcode ? compute : nullptr;
    };
    while (const rir::ComputeOp* cast = as(rir::Opcode::Cast)) {
      if (op->type != rir::kNone && ElementOf(op->type) != rir::kNone)
        break;
      at = cast->args[0];
      op = callees_.Yielding(*function_, at);
    }
    rir::TypeId type = op == nullptr || op->type == rir::kNone ? rir::kNone : ElementOf(op->type);
    if (at.kind == rir::OperandKind::Region)
      type = module_.regions[at.id].type;
    const rir::ComputeOp* member = as(rir::Opcode::Field);
    if (member != nullptr && (type == rir::kNone || bytes > module_.types[type].size))
      type = member->pointee;
    stored_.AddThrough(type, IsText());
  }

  // What a pointer leads to; kNone where it is none.
  [[nodiscard]] rir::TypeId ElementOf(rir::TypeId type) const {
    return module_.types[type].kind == rir::TypeKind::Pointer ? module_.types[type].element : rir::kNone;
  }

  // The library's characters are texts.
  [[nodiscard]] bool IsText() const { return function_->name.starts_with("std::"); }

  Places Of(const rir::Operand& operand) {
    if (operand.kind == rir::OperandKind::Value) {
      const bool is_before = loop_ != nullptr && function_ == &top_ && !computed_.contains(operand.id);
      return is_before ? AnyRoot() : values_[{function_, operand.id}];
    }
    if (operand.kind != rir::OperandKind::Region)
      return {};
    if (visible_.contains(operand.id)) {
      if (given_.contains(operand.id))
        named_.insert(operand.id);
      return {operand.id};
    }
    if (!IsOwn(operand.id)) {
      named_.insert(operand.id);
      Grow(content_[operand.id], {operand.id});
    }
    return {operand.id};
  }

  // What was computed before the loop may lead to whatever its variables lead to.
  [[nodiscard]] Places AnyRoot() const {
    Places out;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      out.insert(roots_[i]);
      out.insert(DeepOf(i));
    }
    return out;
  }

  Places ContentOf(const Places& places) {
    Grow(read_, places);
    Places out;
    for (const std::uint32_t place : places) {
      const Places& content = content_[place];
      Work(out.size() + content.size());
      out.Merge(content);
    }
    return out;
  }

  void Put(const Places& to, const Places& what) {
    Grow(written_, to);
    for (const std::uint32_t place : to)
      Grow(content_[place], what);
  }

  void Grow(Places& set, const Places& by) {
    const std::size_t before = set.size();
    Work(before + by.size());
    set.Merge(by);
    changed_ = changed_ || set.size() != before;
  }

  void Work(std::size_t places) {
    work_ += places;
    is_known_ = is_known_ && work_ <= kMostWork;
  }

  // Whether each activation that is not the loop's has one of its own.
  [[nodiscard]] bool IsOwn(rir::RegionId region) const { return IsAutomatic(region) && !visible_.contains(region); }

  [[nodiscard]] bool IsVariable(const rir::Operand& operand) const {
    return operand.kind == rir::OperandKind::Region && IsAutomatic(operand.id);
  }

  [[nodiscard]] bool IsAutomatic(rir::RegionId region) const {
    const rir::RegionKind kind = module_.regions[region].kind;
    return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  }

  [[nodiscard]] Touched::Places Named(const Places& places) const {
    Touched::Places out;
    for (const std::uint32_t place : places) {
      if (place >= module_.regions.size() + roots_.size())
        continue;  // its own blocks
      if (place >= module_.regions.size())
        out.params.insert(place - module_.regions.size());
      else if (visible_.contains(place))
        out.variables.insert(place);
      else if (!IsOwn(place))
        out.statics.insert(place);
    }
    return out;
  }

  const rir::Module& module_;
  const Callees& callees_;
  const rir::Function& top_;
  const rir::Op* loop_;
  std::vector<rir::RegionId> roots_;  // parameters, or variables that a loop names
  std::set<rir::RegionId> visible_;   // those of a loop
  std::set<rir::RegionId> given_;     // of them: whose address is taken
  std::set<rir::ValueId> computed_;   // in the loop
  bool calls_itself_ = false;
  const rir::Function* function_ = nullptr;
  std::set<const rir::Function*> called_;
  std::map<std::pair<const rir::Function*, rir::ValueId>, Places> values_;
  std::map<const rir::Function*, Places> returned_;
  // Locations: regions, one for all that a parameter leads to, blocks.
  std::map<std::uint32_t, Places> content_;
  std::map<std::uint32_t, std::uint64_t> within_;  // what parameters lead to, of so many bytes, and no pointers
  std::map<const rir::Op*, std::uint32_t> made_;   // blocks, by what allocates them
  std::set<const rir::Op*> outputs_, inputs_;
  std::map<const rir::Op*, Places> files_;  // that they go to or come from
  std::map<const rir::Op*, const rir::Function*> parallel_;
  std::map<const rir::Op*, std::string> unknown_;
  Places read_, written_;
  Stored stored_;
  std::set<rir::RegionId> by_name_;
  std::set<rir::RegionId> named_;
  std::size_t work_ = 0;
  bool changed_ = false, is_known_ = true, is_closed_ = true, meets_threads_ = false;
};

}  // namespace

std::optional<Touched> TouchedBy(const rir::Module& module, const Callees& callees, const rir::Function& function,
                                 const rir::Op* loop) {
  return Solver(module, callees, function, loop).Solve();
}

}  // namespace detrain::infer
