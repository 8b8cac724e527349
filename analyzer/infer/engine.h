// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbolic engine: runs a linked module from main, calls inlined, loops generalised, and keeps what the plan needs:
// which bytes one iteration of a loop must have written, which bytes it reads that it has not written, and what each
// value depends on. Array region analysis in the manner of Creusillet and Irigoin (1996), over a field-sensitive
// symbolic heap. docs/infer.md explains it.
#ifndef DETRAIN_ANALYZER_INFER_ENGINE_H
#define DETRAIN_ANALYZER_INFER_ENGINE_H

#include <array>
#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/infer/block_types.h"
#include "analyzer/infer/callees.h"
#include "analyzer/infer/closing_uses.h"
#include "analyzer/infer/records.h"
#include "analyzer/infer/spending.h"
#include "analyzer/infer/state.h"
#include "analyzer/infer/touched.h"
#include "analyzer/rir/rir.h"

namespace detrain::infer {

// Operations that a run may take, some tens of seconds. A program of a thousand lines in C takes a twentieth of it.
inline constexpr std::uint64_t kMaxWork = 20'000'000;
// Bytes by which it may let the heap grow, where the machine has them.
inline constexpr std::size_t kMaxMemory = std::size_t{3} << 30U;

struct EngineOptions {
  const rir::LoopOp* step_loop = nullptr;     // none: only LoopRecords are wanted
  std::set<const rir::LoopOp*> around;        // the loops that enclose it
  const rir::Op* row = nullptr;               // where a row of loops begins of which it is a later one
  const rir::Op* via = nullptr;               // of several operations that lead to the step loop, the one that counts
  std::set<const rir::Op*> other_ways;        // within the others it is a loop like others
  BlockTypes block_types;                     // of blocks that are allocated without a type
  bool knows_types_by_glance = false;         // of a run that ended early: one that did not knows better
  std::set<const rir::Function*> summarized;  // calls of these cost too much to be followed: engine_summary.cpp
  bool is_pressed = false;                    // an earlier run was too large, with what cost most summarized
  bool unrolls = true;                        // short loops are run as they are; false: summaries were not enough
  // Of loops is noted which integers they update, too, where no loop updates floats: counts, populations, tables.
  bool counts_integers = false;
  std::uint64_t max_work = kMaxWork;
  std::size_t max_memory = kMaxMemory;
  // Of the loops that are looked for, where some were asked for: once an iteration of one has been run, so much work is
  // enough.
  std::set<const rir::LoopOp*> asked_for;
  std::uint64_t enough_work = kMaxWork;
  std::shared_ptr<Spending> spending = nullptr;  // what the run does is added to it; null: not counted
};

class Engine {
 public:
  Engine(const rir::Module& module, EngineOptions options);
  // False where there is no main, or the step loop is never reached.
  bool Run();

  ExprPool pool;
  std::deque<Object> objects;
  std::vector<Source> sources;
  std::map<const rir::LoopOp*, LoopRecord> loops;
  // No loop computes a buffer from itself; some copy one, or append to it: a trial that is taken over, rows that are
  // read.
  bool only_copies = false;
  std::map<ObjectId, std::uint64_t> last_read;  // its number, while the step loop is looked for
  Boundary boundary;
  std::vector<OutputRecord> outputs;
  std::set<ObjectId> closed_before;  // files that the code before the nest may have closed
  std::set<ObjectId> drawn_from;
  std::vector<OpaqueRecord> opaque;
  std::vector<OpaqueRecord> assumed;  // what the run is taken not to meet
  std::vector<OpaqueRecord> lost;     // state that nothing leads to where a run is resumed: not replayable
  std::vector<Write> environment_writes;
  std::map<ObjectId, std::vector<std::pair<ObjectId, ExprId>>> released;  // object -> cells whose value was freed
  std::map<ObjectId, std::pair<ObjectId, ExprId>> received;  // object -> first lasting cell that got its address
  // What the beginnings of the program's heap blocks are taken to be multiples of: addresses are rounded, or their low
  // bits read. 0: what malloc gives is enough.
  std::int64_t block_alignment = 0;
  // Blocks of the heap that several threads may ask for at once: their addresses are others in each run.
  std::set<ObjectId> made_at_once;
  // Whether one of them may still be there behind the construct that made it: where later blocks lie hangs on it.
  bool keeps_made_at_once = false;
  std::set<ObjectId> linked_behind;  // blocks with addresses in members of other records than the first one
  std::uint64_t steps = 0;
  std::uint64_t work = 0;  // operations, what it takes to join states, symbols that are made: limited
  struct Cost {
    std::uint64_t work = 0, calls = 0;
  };
  std::map<const rir::Function*, Cost> spent;  // of it, in calls of each function since `counted_from`
  std::uint64_t counted_from = 0;
  Counters counters;                           // where `EngineOptions::spending` asks for it
  std::optional<rir::Location> exhausted;      // where the limit was met; nothing is known then
  bool has_seen_enough = false;                // that limit is `EngineOptions::enough_work`
  bool out_of_memory = false;                  // that limit is the one of memory
  bool revisited = false;                      // the step loop runs again after it has ended, or elsewhere than it may
  std::set<const rir::LoopOp*> missed_around;  // loops around the step loop that were not named: run again with them

  // What the function may touch; nullopt where that is not known.
  const std::optional<Touched>& TouchedIn(const rir::Function& f);
  const std::optional<Touched>& TouchedIn(const rir::Function& f, const rir::Op& loop);
  [[nodiscard]] const Callees& CalleesInProgram() const { return callees_; }
  // The open file that a descriptor's number stands for.
  [[nodiscard]] std::optional<ObjectId> HandleOf(const Value& descriptor) const;
  [[nodiscard]] const rir::Module& Program() const { return module_; }
  [[nodiscard]] const EngineOptions& Options() const { return options_; }
  // What `state` holds at a constant place of an object, whether a cell tells it or only the zeros that it began with.
  std::optional<Value> ValueAt(const State& state, ObjectId id, const Cell& like);
  // Whether all of the object's bytes are zero in the state; not where it does not exist there.
  [[nodiscard]] bool IsZero(const State& state, ObjectId id) const;
  // The offset of the leaf (scalar or array of scalars) of one element that contains the byte; all ones for "anywhere".
  // The calls on whose path the object was made, outermost first: the same operations in each run of the module.
  [[nodiscard]] std::vector<const rir::Op*> CallsTo(const Object& object) const;
  std::uint64_t LeafAt(ObjectId object, ExprId offset, ExprId low, ExprId high = kNoExpr);
  // How the program sees a block that was allocated without a type.
  [[nodiscard]] const Views& ViewsOf(ObjectId block) const;
  // A single number, or a copy: no buffer that is computed.
  [[nodiscard]] bool IsWeakUpdate(const Write& w);
  // Gives back what values are made of: what was noted of loops and objects is left, to choose by.
  void ForgetValues();
  // Whether it is a block that lies where the runtime puts it (runtime/src/fixed_heap.h).
  [[nodiscard]] bool IsPlacedByRuntime(ObjectId id) const;
  // Whether a thread was started that waits for others.
  [[nodiscard]] bool HasThreadsBeside() const;
  // The records in such blocks, as their views tell.
  [[nodiscard]] BlockTypes RecordsSeen() const;
  std::uint64_t LeafOfStart(const Target& t);
  std::uint64_t LeafOfRun(const Target& t, ExprId length);
  std::uint64_t LeafOfStored(const Target& t, ExprId length);
  std::uint64_t OnlyLeafOf(const Target& t);
  [[nodiscard]] bool IsRun(rir::TypeId type) const;
  [[nodiscard]] rir::TypeId Innermost(rir::TypeId type) const;

 private:
  using Exit = std::pair<rir::LoopId, State>;
  struct Flow {
    std::optional<State> next;
    std::vector<Exit> breaks, continues;
    std::vector<std::pair<State, Value>> returns;
    template <typename F>
    void ForEachExit(F f) {
      for (auto& [loop, state] : breaks)
        f(state);
      for (auto& [loop, state] : continues)
        f(state);
      for (auto& [state, value] : returns)
        f(state);
    }
    // Takes over what has left a block inside; not what falls through it.
    void TakeExits(Flow& inner);
  };
  struct Frame {
    const rir::Function* function = nullptr;
    std::vector<std::uint32_t> path;
    std::vector<Value> values;
    Memo<ObjectId> variables;  // by region: its own
    ObjectId into = 0;
    rir::Location call;
    std::vector<std::uint32_t> unrolled;  // which iteration of each loop that runs as it is, outermost first
    std::uint32_t path_id = 0;            // stands for the path
    std::shared_ptr<const std::vector<Value>> args = nullptr;  // a copy of the stack may outlive the call
    int descents = 0;  // calls of the same function from within that were followed
  };
  [[nodiscard]] Site SiteOf(const rir::Op& op) const { return {&op, stack_.back().unrolled}; }
  // What is known of a loop from earlier passes: cells that change, and by how much.
  struct LoopMemory {
    struct Change {
      std::optional<ExprId> delta;  // nullopt: not by a constant amount
      Value joined;
      // A wrap-around variable (Wolfe 1992): a pointer that iteration number `atom` leaves as `value`, whatever it was.
      struct Wrap {
        AtomId atom = 0;
        Value value;
      };
      std::optional<Wrap> wrap;
      int wraps = 0;  // how often one was tried: what it hangs on may still be changing
    };
    struct Lost {  // contents that the loop overwrites
      bool whole = false;
      std::set<std::pair<ExprId, ExprId>> ranges;
      std::map<std::uint64_t, Value> any;
      StoredDeps deps;
    };
    std::map<std::pair<ObjectId, std::pair<ExprId, std::uint64_t>>, Change> changed;
    std::map<ObjectId, Lost> lost;
    std::set<ObjectId> born;
    std::optional<std::set<ObjectId>> before_first;  // what there was before iterations that are run on their own
    std::set<ObjectId> stained;                      // that were all zero, and are not where an iteration ends
    bool settled = false;                            // the last pass found nothing new
    bool narrowed = false;                           // what only the first passes saw has been dropped
  };
  struct Level {  // one loop body being executed
    std::vector<Read> pending;
    std::vector<Write> writes;
  };

  bool IsTooLarge();
  // Whether the function runs already, or calls one that does and had better not be followed again.
  [[nodiscard]] bool IsAgain(const rir::Function& f);
  void Relieve();

  // control
  Flow Exec(const rir::Block& block, State state);
  Flow ExecOps(const std::vector<rir::Op>& ops, State state);
  [[nodiscard]] bool FollowsAllocation(const rir::IfOp& data, const rir::Location& site) const;
  struct NullCheck {  // what a branch makes of a pointer that is null
    rir::ValueId pointer;
    rir::BlockId fails;
    bool stops;    // the program ends
    bool decides;  // whatever the rest of the condition is
  };
  const std::vector<NullCheck>& NullChecksOf(const rir::IfOp& data);
  struct NullChoice {  // a pointer of which one value of `c ? a : b` knows that it is not null
    rir::ValueId pointer;
    std::size_t arg;
  };
  const std::vector<NullChoice>& NullChoicesOf(const rir::ComputeOp& select);
  Value ChooseTested(const rir::Op& op, const rir::ComputeOp& select, const State& state);
  void NoteFallback(const rir::IfOp& data);
  void Assume(const Object& o);
  void NoteParallel(const rir::Op& op, const rir::ParOp& data, const rir::Function& function);
  class Threads;  // engine_threads.h
  void NoteEnd(const Flow& end);
  void NoteStop(const rir::Op& op, const rir::StopOp& data);
  static bool IsByMany(rir::ParKind kind, bool is_by_many);
  void NoteMadeAtOnce(ObjectId id);
  void NoteKept(Flow& flow);
  void ExecPar(const rir::Op& op, const rir::ParOp& data, State state, Flow& flow, std::optional<State>& next);
  void ExecIf(const rir::IfOp& data, State state, Flow& flow, std::optional<State>& next);
  void ExecAnyLoop(const rir::Op& op, const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next);
  // `peeled`: how many iterations have been run on their own already.
  void ExecLoop(const rir::Op& op, const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next,
                int peeled = 0);
  void Peel(const rir::Op& op, const rir::LoopOp& data, const State& entry, Flow& flow, std::optional<State>& next,
            int peeled);
  void ExecStepLoop(const rir::Op& op, const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next);
  void ExecOnce(const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next);
  class UnrolledRecord;
  enum class Length { Unknown, Short, Chain };
  bool Unroll(const rir::Op& op, const rir::LoopOp& data, Length length, const State& state, Flow& flow,
              std::optional<State>& next);
  [[nodiscard]] std::optional<ExprId> Glance(const rir::Operand& o, rir::BlockId test, const State& state);
  std::optional<std::int64_t> ElementsBetween(const Value& a, const Value& b);
  struct Comparison {
    Value left, right, truth;
  };
  std::optional<Comparison> Probe(const rir::LoopOp& data, const rir::Op& condition, const State& state);
  [[nodiscard]] static bool WalksChain(const Comparison& test);
  [[nodiscard]] Length LengthOf(const rir::LoopOp& data, const State& state);
  struct Iteration {
    std::optional<State> end, exit;
    bool enters = false;     // the test is first, and the body may run
    ExprId truth = kNoExpr;  // of the test, TestFirst
    Flow rest;
    std::vector<State> breaks;
    std::vector<State> TakeExits(Flow& flow);
  };
  static void SplitExits(std::vector<Exit>& from, rir::LoopId loop, std::vector<State>& own, std::vector<Exit>& others);
  struct Tested {
    std::optional<State> holds, fails;
  };
  Tested RunTest(const rir::LoopOp& data, State state, Iteration& iteration);
  const std::vector<rir::RegionId>& DeclaredIn(const rir::LoopOp& data);
  void EndVariables(const rir::LoopOp& data, State& state);
  std::optional<State> RunBody(const rir::LoopOp& data, State state, Iteration& iteration);
  Iteration RunIteration(const rir::LoopOp& data, State state);
  Iteration RunStep(const rir::LoopOp& data, State state, bool is_first);
  struct Pass {
    State head;
    Iteration ran;
    Level level;
    AtomId iteration = 0;
    std::uint64_t began = 0;  // content of this version or a later one was stored by it
    std::size_t exposed = 0;  // how many objects were exposed before it
  };
  Pass RunPass(const rir::LoopOp& data, const State& entry, const LoopMemory& known, bool notes);
  bool WalksOverTable(const Pass& pass, int number, const State& entry);
  bool LearnFrom(const Pass& pass, LoopMemory& known);
  // How much has been noted, so that what a pass notes can be forgotten.
  struct Notes {
    std::size_t outputs = 0, opaque = 0;
  };
  [[nodiscard]] Notes NotesNow() const;
  void Forget(const Notes& since);
  [[nodiscard]] bool HoldsStepLoop(const Touched& touched, const rir::Op& loop) const;
  void GiveUp(const rir::Op& op, State entry, Iteration& ran, Flow& flow, std::optional<State>& next);
  void ExecNest(const rir::Op& op, const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next);
  std::optional<State> ExecCall(const rir::Op& op, const rir::CallOp& data, State state);
  [[nodiscard]] std::vector<rir::FunctionId> CalleesOf(const rir::Op& op, const rir::CallOp& data);
  // Whether the plan names what is not followed here.
  [[nodiscard]] bool IsNamed() const { return recording_ || options_.step_loop == nullptr; }
  std::optional<State> Inline(const rir::Op& op, const rir::CallOp& data, const rir::Function& f, State state);
  [[nodiscard]] bool IsOneOutside(const Value& v, const Frame& outermost) const;
  [[nodiscard]] bool Descends(const rir::Function& f, const std::vector<Value>& args);
  void CallUnknown(const rir::Op& op, const rir::CallOp& data, const rir::Function& f, bool is_recursive, State& state);
  [[nodiscard]] std::set<ObjectId> ReachedBy(const Touched::Places& places, const Touched& touched,
                                             const std::vector<Value>& args, const State& state);
  void Summarize(const rir::Op& op, const rir::CallOp& data, const rir::Function& f, const Touched& touched,
                 State& state);
  void SummarizeLoop(const rir::Op& op, const Touched& touched, State& state);
  class Summary;
  void TouchWithin(const Value& where, ExprId bytes, bool reads, bool writes, const Deps& deps, State& state,
                   const rir::Location& at);
  void AnyResult(const rir::Op& op, const rir::CallOp& data, const std::string& name, Deps deps, State& state);
  void TakeAtWorst(const std::vector<Value>& args, const std::string& name, const std::string& why, State& state,
                   const rir::Location& at);
  void WorstOfAll(State& state, const rir::Location& at);
  void TakeAnywhere(const std::string& name, State& state, const rir::Location& at);
  void TakeWithin(const std::vector<Value>& args, const std::string& name, State& state, const rir::Location& at);
  void Enter(const rir::Op& op, const rir::Function& f);
  void Leave(std::optional<State>& state);
  void PassArguments(const rir::Function& f, const std::vector<Value>& args, State& state, const rir::Location& at);
  struct Returned {
    std::optional<State> state;
    std::optional<Value> value;
  };
  Returned JoinReturns(Flow& flow, const Value& into, ExprId size, const rir::Location& at);
  // Single operations, which change the state and leave control as it is: one handler for each kind.
  void Perform(const rir::Op& op, const rir::DeclareOp& data, State& state);
  void Perform(const rir::Op& op, const rir::LoadOp& data, State& state);
  void Perform(const rir::Op& op, const rir::StoreOp& data, State& state);
  void Perform(const rir::Op& op, const rir::ComputeOp& data, State& state);
  void Perform(const rir::Op& op, const rir::AllocOp& data, State& state);
  void Perform(const rir::Op& op, const rir::FreeOp& data, State& state);
  void Perform(const rir::Op& op, const rir::HeaderOp& data, State& state);
  void Perform(const rir::Op& op, const rir::CopyOp& data, State& state);
  void Perform(const rir::Op& op, const rir::FillOp& data, State& state);
  void Perform(const rir::Op& op, const rir::DrawOp& data, State& state);
  void Perform(const rir::Op& op, const rir::SeedOp& data, State& state);
  void Perform(const rir::Op& op, const rir::OpenOp& data, State& state);
  void Perform(const rir::Op& op, const rir::CloseOp& data, State& state);
  void Perform(const rir::Op& op, const rir::SeekOp& data, State& state);
  void Perform(const rir::Op& op, const rir::InputOp& data, State& state);
  void Perform(const rir::Op& op, const rir::OutputOp& data, State& state);
  void Perform(const rir::Op& op, const rir::AtomicOp& data, State& state);
  void Perform(const rir::Op& op, const rir::SyncOp& data, State& state);
  void Perform(const rir::Op& op, const rir::OpaqueOp& data, State& state);
  // memory that they name
  void DescribeBlock(ObjectId id, const rir::AllocOp& data, ExprId bytes, const State& state);
  void TakeOver(ObjectId id, const Value& old, State& state);
  void FillAt(const Alternative& a, bool single, const Value& byte, ExprId bytes, State& state,
              const rir::Location& at);
  void NoteCreation(ObjectId id, const rir::Location& at, const Deps& deps);
  // the outside
  void ReadThrough(const Value& pointer, ExprId length, State& state, const rir::Location& at);
  Deps ContentDeps(const Value& v, const State& state, ExprId length = kNoExpr);
  Value FileOf(Value handle);
  [[nodiscard]] bool IsConsole(ObjectId id) const;
  bool DropConsoles(Value& file) const;
  Deps PositionDeps(const Value& file, const State& state);
  void MoveFile(const Value& file, const Deps& by, State& state, const rir::Location& at);
  void ReadOn(const Value& file, Deps& deps, State& state, const rir::Location& at);
  Value OpenedOrNull(ObjectId id);
  ExprId ReceivedBytes(const rir::Op& op, const rir::InputOp& data);
  void WriteText(const Value& to, const Deps& deps, State& state, const rir::Location& at);
  // values
  Value Operand(const rir::Operand& o);
  // The same without a copy where the frame holds it; good until the next result is set.
  const Value& Operand(const rir::Operand& o, Value& made);
  std::vector<Value> Operands(const std::vector<rir::Operand>& operands);
  ExprId LengthOf(const rir::Operand& o);
  Value TextOf(rir::StringId string);
  Value Float(double number);
  void SetResult(const rir::Op& op, Value v);
  void SetLibraryResult(const rir::Op& op, Deps deps);
  Value Outside(rir::TypeId element, const std::string& name);
  Value Unknown(rir::TypeId type, const std::string& name, Deps deps);
  [[nodiscard]] Value::Kind KindOf(rir::TypeId type) const;
  // arithmetic
  Value Compute(const rir::Op& op, const rir::ComputeOp& data, State& state);
  using Arguments = std::array<const Value*, 3>;  // of a `compute`; no opcode has more
  Value ComputeFrom(const Arguments& args, const rir::Op& op, const rir::ComputeOp& data, State& state);
  ObjectId NullBase();
  ObjectId NumberBase();
  [[nodiscard]] bool IsFromNull(const Alternative& a) const;
  Value ShiftPointer(const Value& base, ExprId bytes, std::optional<std::pair<ExprId, ExprId>> window);
  [[nodiscard]] bool MayHold(const Target& t, rir::TypeId record) const;
  [[nodiscard]] Value LeadingTo(const Value& pointer, rir::TypeId record) const;
  Value AddressOfMember(const Value& record, const rir::Op& op, const rir::ComputeOp& data);
  Value AddressOfElement(const Value& array, const Value& at, const rir::ComputeOp& data);
  std::optional<ExprId> DistanceIn(const Target& x, const Target& y, std::uint64_t size);
  Value Distance(const Value& a, const Value& b, rir::TypeId element);
  Value Cast(const Value& v, const rir::Op& op);
  // Addresses as numbers: engine_addresses.cpp.
  struct AddressNumber {
    Value pointer;
    std::int64_t divisor = 1;
  };
  std::uint32_t SourceOfAddresses(std::initializer_list<const Value*> pointers, const rir::Location& at);
  Value AddressNumberOf(const Value& pointer);
  Value LargeNumber(std::int64_t bits);
  [[nodiscard]] std::int64_t AlignmentOf(const Target& t) const;
  bool AreAligned(const Value& pointer, std::int64_t alignment);
  std::optional<AddressNumber> AddressIn(const Value& number);
  std::optional<std::int64_t> MaskIn(const Value& number) const;
  std::optional<Value> PointerOfAddress(const Value& number);
  Value PointerOfNumber(ExprId number);
  Value PointerFrom(const Value& number);
  std::optional<ExprId> NumberOfPointer(const Value& pointer) const;
  [[nodiscard]] bool IsComputed(const Alternative& a) const;
  void Expose(const Value& pointer, std::uint32_t source);
  std::optional<Value> WithExposed(const Value& address);
  std::optional<Value> AlignedAddress(rir::Opcode opcode, const Value& address, const Value& by);
  std::optional<Value> RestOfAddress(rir::Opcode opcode, const Value& address, const Value& by);
  std::optional<Value> DistanceOfAddresses(rir::Opcode opcode, const Value& a, const Value& b);
  void NoteAddressPart(rir::Opcode opcode, const Value& address, const Value& by, const Value& part);
  Value Choose(const Value& condition, const Value& yes, const Value& no, const rir::Op& op, const State& state);
  Value Arithmetic(rir::Opcode opcode, const Value& a, const Value& b, const rir::Op& op, State& state);
  Value SomeFunction(const rir::Op& op, const char* name);
  Value ElementsOf(const Value& block, rir::TypeId element);
  // comparisons
  ExprId Truth(const Value& v, const State& state);
  Value Compare(rir::Opcode opcode, const Value& a, const Value& b, const State& state);
  ExprId NullTruth(const Value& pointer);
  std::optional<ExprId> CompareWithNull(rir::Opcode opcode, const Value& a, const Value& b, const State& state);
  ExprId VagueNull(const Value& pointer);
  [[nodiscard]] std::optional<std::pair<Value, Value>> OffsetsInOne(const Value& a, const Value& b) const;
  [[nodiscard]] bool LieApart(const Value& a, const Value& b) const;
  [[nodiscard]] bool LiesInside(const Alternative& x) const;
  [[nodiscard]] bool NeverMeet(const Value& a, const Value& b) const;
  // memory
  Value Load(const Value& pointer, rir::TypeId type, State& state, const rir::Location& at, Use use = Use::Value);
  bool HasGaps(const Target& t, std::uint64_t size, const Contents& c, bool is_zeroed, bool remains);
  [[nodiscard]] bool MayBe(const Value& v, rir::TypeId pointee) const;
  [[nodiscard]] bool LiesOutside(const Target& t, std::uint64_t size) const;
  [[nodiscard]] bool HasEnded(const Target& t, const State& state) const;
  [[nodiscard]] std::vector<const Alternative*> Accessed(const Value& address, std::uint64_t size,
                                                         const State& state) const;
  Value LoadFrom(const Target& t, rir::TypeId type, State& state);
  void DropTestedNull(Value& file, const State& state);
  // `loaded_from`: where the value was loaded; null where it was computed.
  void Store(const Value& pointer, const Value& value, rir::TypeId type, State& state, const rir::Location& at,
             const Value* loaded_from = nullptr);
  [[nodiscard]] std::optional<Value> LoadedFrom(const rir::Operand& value, rir::TypeId type);
  void StoreTo(const Target& t, const Value& value, std::uint64_t size, bool strong, const std::vector<ExprId>& guards,
               State& state);
  [[nodiscard]] bool IsZeros(const Value& v) const;
  void NoteZeros(const Target& t, ExprId length, bool is_zero, bool certain, std::vector<ExprId> guards, Contents& c);
  [[nodiscard]] bool IsInFirst(const Target& t, ExprId length);
  void NoteLink(const Target& t, ExprId length, const Value& value);
  [[nodiscard]] Value ToKeep(Value value, const Object& o) const;
  void Clobber(const Target& t, ExprId length, bool certain, State& state, const Deps& deps);
  struct Moved {
    ExprId offset;
    std::uint64_t size;
    Value value;
  };
  void AddCopied(const Target& t, ExprId length, const Contents& from, std::map<std::uint64_t, Value>& any);
  std::vector<Moved> MovedFrom(const Target& t, ExprId length, State& state);
  [[nodiscard]] bool LinksStayInFirst(const Target& to, const Value& from);
  void NoteCopiedLinks(const Target& to, const Value& from, ExprId length, const std::vector<Moved>& moved,
                       const std::map<std::uint64_t, Value>& any);
  void CopyBytes(const Value& target, const Value& source, ExprId length, State& state, const rir::Location& at);
  [[nodiscard]] rir::Location InProgram(rir::Location at) const;
  void NoteRead(const Target& t, ExprId length, const std::vector<ExprId>& guards, State& state,
                const rir::Location& at, Use use);
  void NoteWrite(const Target& t, ExprId length, const std::vector<ExprId>& guards, bool certain, State& state,
                 const rir::Location& at, const Deps& deps, WriteKind kind = WriteKind::Other);
  [[nodiscard]] Deps ReadBetween(const Deps& deps) const;
  [[nodiscard]] bool IsNoted(ObjectId id) const;
  [[nodiscard]] bool IsTableOfLeads(ObjectId id) const;  // of pointers on the heap, while the step loop is looked for
  // Whether a loop that updates such numbers may train: floats, and integers where these count.
  [[nodiscard]] bool IsTrained(rir::TypeId type) const;
  [[nodiscard]] bool HoldsTrained(ObjectId id) const;
  [[nodiscard]] WriteKind KindOf(ObjectId id, rir::TypeId type) const;
  [[nodiscard]] bool IsVector(ObjectId id) const;
  void Worst(const std::vector<Value>& args, State& state, const rir::Location& at);
  void WorstWithin(const std::vector<Value>& args, State& state, const rir::Location& at);
  void ReadAll(ObjectId id, State& state, const rir::Location& at);
  void WriteAll(ObjectId id, const Deps& deps, State& state, const rir::Location& at);
  void Reach(const Value& v, const State& state, std::set<ObjectId>& out);
  ObjectId VariableOf(rir::RegionId region);
  ObjectId NewVariable(rir::RegionId region, const Frame* frame);
  [[nodiscard]] std::uint64_t LeafOfWindow(const Object& o, ExprId low, ExprId high);
  [[nodiscard]] std::uint64_t LeafIn(rir::TypeId type, std::uint64_t rest, std::optional<std::int64_t> width) const;
  [[nodiscard]] BlockSite BlockSiteOf(const rir::Op& op) const;
  void NoteView(const Value& address, rir::TypeId type, const rir::Location& at);
  struct OwnSite {
    Site site;
    std::vector<std::uint32_t> path;      // the calls within the library
    const rir::Function* user = nullptr;  // which calls the library
    std::size_t loops = 0;                // around that: what a step makes for itself is not what was made before it
    bool in_step = false;
    ObjectId container = 0;  // and where in it
    ExprId offset = 0;
    std::size_t max_alike = 0;  // how many blocks are told apart
    auto operator<=>(const OwnSite&) const = default;
  };
  [[nodiscard]] std::optional<OwnSite> OwnSiteOf(const rir::Op& op) const;
  ObjectId AllocatedAt(const rir::Op& op, ObjectKind kind, const std::string& callee, rir::TypeId element);
  ObjectId ExternalOf(ExprId key, rir::TypeId element, const std::string& name);
  ObjectId NewObject(Object o);
  Value Initial(const Target& t, rir::TypeId type, std::uint64_t size, std::uint64_t version);
  Value Pointer(ObjectId object);
  bool Disjoint(ExprId a, ExprId a_size, ExprId b, ExprId b_size, const State& state);
  // joins
  State Join(const State& a, const State& b, ExprId condition);
  class ContentsJoin;
  SharedContents JoinContents(ObjectId id, const SharedContents* in_a, const SharedContents* in_b, const State& a,
                              const State& b, ExprId condition);
  ExprId Distinction(const Facts& a, const Facts& b);
  Value JoinValues(const Value& a, const Value& b, ExprId condition);
  bool VanishesUnder(ExprId e, ExprId truth);
  std::optional<ExprId> AgreedNumber(ExprId a, ExprId b, ExprId condition);
  std::optional<std::vector<Alternative>> AgreedPlaces(const std::vector<Alternative>& a,
                                                       const std::vector<Alternative>& b, ExprId condition);
  Value JoinKinds(const Value& a, const Value& b);
  ExprId JoinTruths(const Value& a, const Value& b, ExprId condition);
  std::vector<Alternative> JoinAlternatives(const std::vector<Alternative>& a, const std::vector<Alternative>& b,
                                            ExprId condition);
  static bool IsTold(const std::vector<Alternative>& all, const Alternative& x);
  void AddAlternative(std::vector<Alternative>& all, Alternative x, ExprId guard);
  // What a value read from the source depends on; null where that is the same in every run.
  [[nodiscard]] const char* EnvironmentOf(const rir::Op& input) const;
  void AddEnvironment(const rir::Op& input, Deps& deps);
  static std::vector<Alternative> Untold(const std::vector<Alternative>& a, const std::vector<Alternative>& b);
  std::vector<Alternative> MergedByObject(const std::vector<Alternative>& all);
  void MergeInto(Alternative& same, const Alternative& x);
  void AddAny(std::map<std::uint64_t, Value>& any, std::uint64_t leaf, const Value& value);
  void AddNulls(std::map<std::uint64_t, Value>& any);
  std::optional<State> JoinAll(std::vector<State> states);
  std::optional<Value> PointerIn(ObjectId id, const Contents& c, ExprId offset);
  std::optional<Value> Implicit(ObjectId id, const Contents& c, const Cell& like);
  Contents DefaultOf(ObjectId id) const;
  struct Grid {
    AtomId atom = kNoAtom;
    std::int64_t stride = 1, rest = 0;  // bytes
  };
  [[nodiscard]] std::optional<Grid> GridOf(ExprId offset) const;
  ExprId AnyPlace();
  [[nodiscard]] bool IsAnyPlace(ExprId offset) const;
  void MoveAnyPlaces(Value& pointer);
  void MoveTo(Target& target, ExprId place);
  bool HaveWindowsAlike(const Target& a, const Target& b);
  ExprId SomePlace(ExprId a, ExprId b);
  ExprId PlaceOfBoth(const Target& a, const Target& b);
  ExprId AnotherPlace(const Grid& grid);
  [[nodiscard]] bool LiesOn(const Grid& grid, ExprId offset) const;
  [[nodiscard]] bool AreApart(const Target& a, const Target& b);
  [[nodiscard]] bool AreExternal(const Alternative& x, const Alternative& y) const;
  bool Subsumes(const Alternative& wide, const Alternative& narrow);
  bool Subsumes(const Value& wide, const Value& narrow);
  [[nodiscard]] bool WorthUnrolling(const rir::Function& f, rir::BlockId block, int depth) const;
  static bool Implied(const Read& read, const std::vector<Read>& list);
  std::vector<Read> LeftOf(Read read, const std::vector<Piece>& pieces);
  void FindConditions(Read& read, const std::vector<Piece>& pieces);
  [[nodiscard]] bool IsFixed(AtomId atom) const;
  // loops
  ExprId FreshIteration(std::string name);
  Contents* ContentsAtHead(State& head, ObjectId id, bool is_born);
  class Made;
  void Lose(Contents& c, const LoopMemory::Lost& lost, Made& made);
  void TellNull(Value& v);
  Value ValueAtHead(const Value* first, const LoopMemory::Change& change, ExprId iteration);
  void AddOfEntry(const State& entry, ObjectId id, ExprId offset, Value& v);
  State HeadOf(const State& entry, const LoopMemory& known, ExprId iteration);
  bool Learn(const State& head, const State& end, LoopMemory& known, ExprId iteration, bool same_loop);
  bool LearnBorn(ObjectId id, const Contents& end, LoopMemory& known);
  struct Lesson {  // what an object's change is learned for
    LoopMemory& known;
    ExprId iteration;
    bool same_loop;
  };
  class ObjectLearner;
  bool LearnObject(ObjectId id, const Contents& start, const Contents& end, const Lesson& lesson);
  bool Narrow(const State& head, const State& end, LoopMemory& known);
  std::optional<ExprId> TripCount(AtomId iteration, const Iteration& ran, const Facts& facts);
  std::optional<ExprId> TripsOfTest(AtomId iteration, ExprId truth, const Facts& facts);
  void Finish(const rir::Op& op, const rir::LoopOp& data, const State& entry, Pass& pass, Flow& flow,
              std::optional<State>& next);
  std::vector<Piece> WrittenBefore(ObjectId id, const State& entry, const Iteration& ran, AtomId iteration);
  bool IsCovered(const Read& r, const std::vector<Piece>& pieces);
  void HandOn(Level& level, const State& entry, const Iteration& ran, AtomId iteration);
  void WroteBefore(State& state, ObjectId id, std::vector<Piece> before);
  void ZeroedInLoop(State& state, const State& entry, const Pass& pass, std::optional<ExprId> count);
  void KeepZeros(State& state, ObjectId id, std::vector<Piece> zeros);
  void WroteInLoop(State& state, const State& entry, const State* end, AtomId iteration, ExprId count);
  LoopMemory& MemoryOf(const rir::LoopOp& data) {
    return loop_memory_[{&data, stack_.back().path, stack_.back().unrolled}];
  }
  struct ElementFact;
  std::optional<ElementFact> ElementFactOf(ExprId fact, AtomId element, AtomId iteration);
  void LearnRange(const ElementFact& fact, State& out, AtomId iteration, ExprId trips);
  void LearnRanges(const State& end, State& out, AtomId iteration, ExprId trips);
  LoopRecord& RecordOf(const rir::Op& op, const rir::LoopOp& data);
  void NoteMade(LoopRecord& record, const LoopMemory& known, const State& entry) const;
  static void CloseRun(LoopRecord& record, std::set<Buffer> before);
  static void SettleRuns(LoopRecord& record);
  class LoopRecorder;
  [[nodiscard]] bool IsReferred(ObjectId id, const State& state);  // whether something in memory may point to it
  void DropFreed(State& state);  // blocks that some operation frees, and to which nothing leads any more
  std::set<ObjectId> TargetsAt(const Contents& from, const Read& r);
  static bool LeadsTo(const Contents& from, ObjectId block);  // whether a pointer in it does
  void NoteBeginning(ExprId place, ExprId began);
  template <typename Access>
  Buffer BufferOf(const Access& a) {
    return {a.object, LeafAt(a.object, a.offset, a.low, a.high)};
  }
  void MergeBuffers();
  void SettleRecords();
  void RecordLoop(const rir::Op& op, const rir::LoopOp& data, const State& entry, const Pass& pass);
  void Substitute(State& state, AtomId atom, ExprId by);
  void Substitute(Value& value, AtomId atom, ExprId by);
  // `moving`: places that hang on that symbol, or on a newer one, do not count.
  bool SplitsOnNull(const State& a, const State& b, AtomId moving = kNoAtom);
  bool SetsFirst(const State& entry, const State& end, AtomId moving);
  template <typename Splits>
  bool DifferIn(const State& a, const State& b, AtomId moving, Splits splits);
  // the nest
  void EnterNest(const State& entry);
  void EnterRow(const rir::Op& op, const State& state);
  // Whether a step loop that is come to now is the one that was asked for.
  [[nodiscard]] bool IsOnItsWay() const { return options_.via == nullptr || via_depth_ > 0; }
  void ExecStepLoopElsewhere(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow,
                             std::optional<State>& next);
  [[nodiscard]] bool IsOutermost() const;
  static void KeepWritten(State& state, const State& from);
  State FindNestInvariant(const rir::Op& op, const rir::LoopOp& data, State entry);
  std::vector<State> RunTail(const rir::LoopOp& data, const State& end, const LoopMemory& known, Flow& flow);
  struct StepState {  // a possible state at the boundary, and what its steps change
    State base;
    LoopMemory known;
    bool is_settled = false;  // nothing more is known of it than when it ran last
  };
  bool LearnStep(const rir::LoopOp& data, std::deque<StepState>& states, std::size_t from);
  std::deque<StepState> FindStepStates(const rir::LoopOp& data, const State& entry);
  void ForgetDependences();
  void DescribeBoundary(const rir::Op& op, const rir::LoopOp& data, const State& entry);
  State AtBoundary(const StepState& at);
  void ExecStep(const rir::LoopOp& data, const StepState& at, bool is_first, Flow& flow, std::vector<State>& exits);
  void ExecSteps(const rir::Op& op, const rir::LoopOp& data, const State& entry, Flow& flow,
                 std::optional<State>& next);
  State WithFirst(const rir::LoopOp& data, State entry);

  std::uint32_t SourceOf(Source s);
  [[nodiscard]] const rir::Type& TypeAt(rir::TypeId id) const { return module_.types[id]; }
  [[nodiscard]] std::uint64_t SizeOf(rir::TypeId id) const { return id == rir::kNone ? 0 : module_.types[id].size; }
  [[nodiscard]] bool IsPointer(rir::TypeId id) const {
    return id != rir::kNone && module_.types[id].kind == rir::TypeKind::Pointer;
  }
  // Whether there is no such object where a state does not know it; others are then as they were at the start.
  [[nodiscard]] bool IsMadeByOp(ObjectId id) const {
    return objects[id].kind == ObjectKind::Heap || objects[id].kind == ObjectKind::Handle;
  }
  // Whether each activation has one of its own.
  [[nodiscard]] bool IsAutomatic(rir::RegionId id) const {
    const rir::RegionKind kind = module_.regions[id].kind;
    return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  }
  [[nodiscard]] bool IsInt(rir::TypeId id) const {
    return id != rir::kNone && module_.types[id].kind == rir::TypeKind::Int;
  }

  const rir::Module& module_;
  EngineOptions options_;
  std::vector<Frame> stack_;
  std::vector<Level> levels_;
  std::vector<const rir::LoopOp*> active_loops_;
  std::vector<AtomId> iterations_;  // of those whose body runs with its invariant, outermost first
  // Where a pointer or an index began that has moved to a place that this symbol stands for; of which entries of
  // several tables it is one.
  std::map<AtomId, std::vector<ExprId>> began_;
  std::uint64_t reads_ = 0;
  std::size_t atoms_counted_ = 0;
  std::uint64_t heap_looked_at_ = 0;                          // after so much work
  std::set<const rir::Function*> to_step_loop_;               // functions that may run it
  bool is_pressed_ = false;                                   // there is not enough for the whole program
  std::uint64_t relieved_at_ = 0;                             // after so much of it some calls are no longer followed
  std::size_t relieved_heap_ = 0;                             // or so many bytes
  Memo<ObjectId> variables_;                                  // by region and path
  Memo<std::uint32_t> path_ids_;                              // by the id of the caller's path, and the call's site
  std::vector<std::vector<ObjectId>> path_variables_ = {{}};  // by path id: those of activations there
  std::map<Site, std::map<std::vector<std::uint32_t>, ObjectId>> allocated_;  // by site and call path
  std::map<OwnSite, std::vector<ObjectId>> owned_;                            // the same, of containers
  std::map<ExprId, ObjectId> externals_;
  std::set<ObjectId> consoles_;  // of these
  std::map<rir::StringId, ObjectId> texts_;
  std::map<Source, std::uint32_t> source_ids_;  // but cells
  IdTable cell_sources_;
  Memo<ObjectId> globals_;  // by region
  struct LoopPlace {
    const rir::LoopOp* loop;
    std::vector<std::uint32_t> path, unrolled;
    auto operator<=>(const LoopPlace&) const = default;
  };
  std::map<LoopPlace, LoopMemory> loop_memory_;
  std::map<const rir::LoopOp*, std::vector<rir::RegionId>> declared_in_;
  std::map<Site, std::uint32_t> site_ids_;
  std::map<const rir::IfOp*, std::vector<NullCheck>> null_checks_;
  std::map<const rir::ComputeOp*, std::vector<NullChoice>> null_choices_;
  std::map<const rir::Function*, std::optional<Touched>> touched_;
  std::map<const rir::Op*, std::optional<Touched>> touched_in_loops_;
  std::optional<std::set<rir::RegionId>> given_;  // variables whose address others have, once it is asked for
  const std::set<rir::RegionId> accumulators_;    // floats that are set in several places
  const Callees callees_;
  ClosingUses closing_uses_;
  const std::size_t heap_at_start_;
  std::shared_ptr<Threads> threads_;
  std::vector<Site> sites_;  // by id
  struct Untyped {           // a block that was allocated without a type
    BlockSite site;
    Views views;
  };
  std::map<ObjectId, Untyped> untyped_;
  ExprId any_place_ = kNoExpr;
  std::optional<ObjectId> null_base_;
  std::pair<Value, Value> compared_;            // by the last comparison that ran
  std::map<AtomId, AddressNumber> addresses_;   // the pointer whose address, divided, the number is
  std::map<AtomId, std::int64_t> large_;        // bits of unsigned numbers that are none of ours: ~63, SIZE_MAX
  std::map<AtomId, std::set<ObjectId>> picks_;  // the tables from which an iteration number has picked pointers
  std::uint64_t next_version_ = 1;
  int symbolic_depth_ = 0;
  bool recording_ = false;                 // the final pass: what follows the boundary is noted
  const rir::LoopOp* settling_ = nullptr;  // a loop of the nest whose invariant is looked for; unrolled, it has none
  bool between_ = false;                   // in the nest or the row, before its first step
  std::set<std::uint32_t> read_between_;   // of `sources`: what was read of the environment there
  bool is_by_many_ = false;                // inside a construct whose body several threads may execute at once
  bool is_among_many_ = false;             // the same, also where one of them does something alone meanwhile
  int via_depth_ = 0, other_depth_ = 0;    // how often `EngineOptions::via`, `other_ways` run right now
  bool follows_dependences_ = true;        // not where what is found of them is forgotten
  bool noting_ = false;  // reads and writes are noted: not while a loop's invariant is still being found
  enum class Mode : std::uint8_t { Plain, Final, Tail };
  Mode mode_ = Mode::Plain;  // Final: the pass that notes; Tail: past the boundary, around an enclosing loop
  bool reached_ = false;
  bool is_found_ = false;  // a pass over a loop that was asked for has been run
  std::vector<NestStep> nest_;
  std::vector<std::uint32_t> boundary_path_;  // call path of the function that holds the step loop
  std::optional<ObjectId> number_base_;
  std::map<ObjectId, std::uint32_t> exposed_;  // whose addresses were made numbers, and the source that each is
  struct FailedEnd {
    std::string callee;
    rir::Location at;
  };
  std::optional<FailedEnd> failure_;  // behind the boundary: the last one that ends the program with an error
  bool is_left_ = false;              // the step loop, and no way behind it has ended the program well so far
};

}  // namespace detrain::infer

#endif
