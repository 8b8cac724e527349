// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lifts one function body (or, for Module::init, the initialisers of statics). Its methods are grouped by file: emit,
// values, places, vectors, operators, calls, variadic, function_pointers, effects, statements, loops, switches, labels,
// initialisers, openmp; of C++: classes, scopes, closures, streams, cxx_values, cxx_statements, libraries; of CUDA:
// cuda, cuda_device.
#ifndef DETRAIN_ANALYZER_LIFT_BODY_H
#define DETRAIN_ANALYZER_LIFT_BODY_H

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtOpenMP.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/lift/unit.h"
#include "analyzer/rir/rir.h"

namespace detrain::lift {

class EffectLifter;

// The expression without parentheses and without the wrappers that Clang puts around full expressions and temporaries.
const clang::Expr* Bare(const clang::Expr* expr);

class Body {
 public:
  // `function` null: the init block.
  Body(Unit& unit, const clang::FunctionDecl* function);

  // A function of the unit that has no declaration of its own: `id` is its number.
  Body(Unit& unit, const clang::FunctionDecl* function, rir::FunctionId id);

  rir::Function LiftFunction(rir::Function declared);
  rir::Function LiftRow(rir::Function declared, const catalog::Row& row);  // of a library's function, its row
  rir::Function LiftLibraryFunction(rir::Function declared, const catalog::Library& library);
  // Passes its parameters on to the method, with the object `adjustment` bytes from where it was; then frees it, if
  // asked to.
  rir::Function LiftForwarder(rir::Function declared, std::int64_t adjustment, bool is_deleting);
  // Gives the memory that a kernel's block shares, or takes it back.
  rir::Function LiftSharing(rir::Function declared, const std::vector<const clang::VarDecl*>& shared, bool begins);
  rir::Function TakeInit();
  // Stores of a static's initialiser into the init block. False: all zero, so nothing to store.
  bool InitialiseStatic(rir::RegionId region, const clang::VarDecl* variable);
  void CallConstructor(const clang::FunctionDecl* function);
  // The destructors of statics, the last one made first.
  rir::Function LiftExit(rir::Function declared, const std::vector<MadeStatic>& made);
  void StoreSlot(rir::RegionId table, std::size_t index, rir::FunctionId function);
  void StoreAddress(rir::RegionId table, std::size_t index, rir::RegionId to);
  void StoreTable(rir::RegionId pointer, rir::RegionId table, std::int64_t offset);

 private:
  friend class EffectLifter;
  friend class LibraryFunction;
  using Operand = rir::Operand;

  // --- emit.cpp
  void Emit(rir::OpData data, rir::TypeId type = rir::kNone);
  Operand EmitValue(rir::OpData data, rir::TypeId type);
  Operand Compute(rir::Opcode opcode, std::vector<Operand> args, rir::TypeId type);
  Operand Math(const std::string& callee, std::vector<Operand> args, rir::TypeId type);
  Operand Load(Operand address, clang::QualType type);
  Operand UnitAddress(Operand member, const clang::FieldDecl* field);  // of a bit-field
  Operand LoadBits(Operand address, const clang::FieldDecl* field);
  void StoreBits(Operand address, Operand value, const clang::FieldDecl* field);
  void Store(Operand address, Operand value, clang::QualType type);
  Operand FieldAddress(Operand record, const clang::FieldDecl* field);
  Operand IndexAddress(Operand base, Operand index, clang::QualType pointee, std::optional<std::uint64_t> bound);
  Operand Opaque(const clang::Stmt* at, const std::string& reason, std::vector<Operand> args, clang::QualType type);
  rir::RegionId Temporary(clang::QualType type, const std::string& name = "");
  rir::RegionId AddLocal(const std::string& name, clang::QualType type, clang::SourceLocation place,
                         rir::RegionKind kind);
  rir::BlockId InBlock(const std::function<void()>& emit);  // a new block, filled by `emit`
  void If(Operand condition, const std::function<void()>& then, const std::function<void()>& otherwise = nullptr);
  rir::LoopId CountedLoop(Operand count, const std::function<void(Operand index)>& body);
  bool IsTerminated() const { return is_terminated_; }
  rir::TypeId Int(unsigned bits = 32) { return unit_.TypeOf(unit_.ast().getIntTypeForBitwidth(bits, true)); }
  clang::QualType LongType() { return unit_.ast().getIntTypeForBitwidth(64, true); }

  // --- values.cpp: scalar values of expressions
  Operand Value(const clang::Expr* expr);
  Operand UncachedValue(const clang::Expr* expr);
  std::optional<Operand> Constant(const clang::Expr* expr);
  Operand CastValue(const clang::CastExpr* cast);
  Operand LoadPlace(const clang::Expr* place, clang::QualType type);
  Operand Convert(Operand value, clang::QualType from, clang::QualType to);
  Operand Truth(Operand value, clang::QualType type);
  Operand NumberOfAddress(Operand address, clang::QualType from, clang::QualType to);
  Operand LogicalValue(const clang::BinaryOperator* expr);
  Operand Choose(const clang::AbstractConditionalOperator* expr);
  static Operand ZeroOf(clang::QualType type);
  Operand SizeOfValue(const clang::UnaryExprOrTypeTraitExpr* expr);
  Operand Unmodelled(const clang::Expr* expr);
  Operand StatementExpr(const clang::StmtExpr* expr);
  Operand Discard(const clang::Expr* expr);  // for the effect alone
  bool HasEffect(const clang::Stmt* stmt) const;

  // --- places.cpp: addresses
  Operand Address(const clang::Expr* expr);
  Operand RecordAddress(const clang::Expr* expr);
  void StoreRecord(Operand target, const clang::Expr* expr);
  void CompareThreeWays(Operand target, const clang::BinaryOperator* binary);
  Operand ElementAddress(const clang::ArraySubscriptExpr* expr);
  Operand SectionAddress(const clang::ArraySectionExpr* expr);
  Operand VariableAddress(const clang::VarDecl* variable);
  Operand Decay(const clang::Expr* array);
  rir::RegionId LocalOf(const clang::VarDecl* variable);
  Operand CompoundLiteral(const clang::CompoundLiteralExpr* expr);

  // --- vectors.cpp: vectors and complex numbers
  Operand VectorElementAddress(Operand number, Operand index, clang::QualType type);
  Operand AnyElement(Operand number, clang::QualType type);
  Operand VectorInput(const clang::Expr* expr);
  void Combine(Operand target, clang::QualType type, const std::string& by, std::vector<Operand> inputs);
  bool StoreVector(Operand target, const clang::Expr* expr);
  Operand VectorAssign(const clang::CompoundAssignOperator* expr);
  Operand VectorStep(const clang::UnaryOperator* expr, Operand address);
  void InitialiseVector(Operand target, clang::QualType type, const clang::InitListExpr* list);
  std::optional<Operand> MemoryIntrinsic(const clang::CallExpr* call, const clang::FunctionDecl* callee, Operand into);
  bool StoreVectorCast(Operand target, const clang::CastExpr* cast);

  // --- places.cpp, of C++
  std::optional<Operand> ResultAddress(const clang::Expr* expr);
  Operand ConditionalAddress(const clang::AbstractConditionalOperator* expr);

  // --- operators.cpp
  Operand BinaryValue(const clang::BinaryOperator* expr);
  Operand Arithmetic(clang::BinaryOperatorKind kind, Operand left, clang::QualType left_type, Operand right,
                     clang::QualType right_type, clang::QualType type,
                     std::optional<std::uint64_t> bound = std::nullopt);
  // `place`, where given, receives the address of what was assigned to: in C++ that is the result.
  Operand Assign(const clang::BinaryOperator* expr, Operand* place = nullptr);
  Operand CompoundAssign(const clang::CompoundAssignOperator* expr, Operand* place = nullptr);
  Operand Step(const clang::UnaryOperator* expr, Operand* place = nullptr);
  Operand UnaryValue(const clang::UnaryOperator* expr);
  Operand Moved(Operand pointer, Operand index, clang::QualType index_type, bool is_negative, clang::QualType pointee,
                std::optional<std::uint64_t> bound);
  Operand CompareExchange(Operand address, Operand expected_at, Operand wanted, clang::QualType type);
  Operand Swap(Operand address, Operand expected, Operand wanted, rir::TypeId type);
  Operand AtomicValue(const clang::AtomicExpr* expr);
  Operand AtomicThroughMemory(const clang::AtomicExpr* expr, llvm::StringRef name);
  Operand AtomicFlag(const clang::AtomicExpr* expr, llvm::StringRef name);

  // --- vla.cpp
  void NoteSizes(clang::QualType type);
  Operand ElementCount(const clang::VariableArrayType* array);
  Operand ByteSize(clang::QualType type);
  Operand OwnSize(clang::QualType type);
  void CopyRecord(Operand target, Operand source, clang::QualType type);

  // --- calls.cpp
  Operand Call(const clang::CallExpr* call, bool is_used, Operand into = {});
  Operand Overflowing(const clang::CallExpr* call, llvm::StringRef name);
  // An order that the library chooses anew in each run (library_orders.cpp).
  void NoteOrder(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool IsToldOrder(const clang::CallExpr* call, const catalog::Library& library) const;
  Operand UserCall(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_used, Operand into);
  std::optional<Operand> SyncBuiltin(const clang::CallExpr* call, llvm::StringRef name);
  std::optional<Operand> Builtin(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_used,
                                 Operand into);
  Operand Argument(const clang::Expr* argument);
  std::vector<Operand> Arguments(llvm::ArrayRef<const clang::Expr*> arguments);
  Operand Finish(rir::CallOp op, clang::QualType type, bool is_place, bool is_used, Operand into);

  // --- operand_order.cpp
  // `lift(i)` for each operand of one call or operator.
  void EachOperand(llvm::ArrayRef<const clang::Expr*> operands, llvm::function_ref<void(std::size_t)> lift);

  // --- variadic.cpp
  // `callee`: the type of a function, or of a pointer to one. `objects`: how many arguments come before its own.
  void PassArguments(rir::CallOp& op, llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType callee,
                     std::size_t objects = 0);
  Operand PackRest(llvm::ArrayRef<const clang::Expr*> rest);
  void StoreText(Operand slot, Operand text);
  std::optional<Operand> NextSlot(const clang::Expr* list);
  Operand NextArgument(const clang::VAArgExpr* expr);
  bool ListBuiltin(const clang::CallExpr* call, unsigned builtin);

  // --- function_pointers.cpp
  // A function's address: a pointer to it, or what a reference to it is bound to.
  Operand TakenAddress(const clang::FunctionDecl* function);

  // --- classes.cpp
  void Construct(Operand target, clang::QualType type, const clang::CXXConstructExpr* expr);
  void ConstructInherited(Operand target, const clang::CXXInheritedCtorInitExpr* expr);
  void ConstructArray(Operand target, const clang::ConstantArrayType* array, const clang::CXXConstructExpr* expr);
  void ConstructorInitialisers(const clang::CXXConstructorDecl* constructor);
  void StoreVTables(const clang::CXXRecordDecl* record);
  void PushMemberDestructors(const clang::CXXDestructorDecl* destructor);
  void Destroy(Operand object, clang::QualType type);
  Operand BaseAddress(Operand object, const clang::CXXRecordDecl* derived, const clang::CXXRecordDecl* base);
  Operand Upcast(Operand object, const clang::CastExpr* cast);
  Operand Downcast(Operand object, const clang::CastExpr* cast);
  Operand DynamicCast(Operand object, const clang::CastExpr* cast);
  // How far the base at the end of a cast's path lies in `derived`; nullopt behind a virtual base.
  std::optional<std::int64_t> OffsetAlong(const clang::CastExpr& cast, const clang::CXXRecordDecl* derived) const;
  Operand MemberPointer(const clang::UnaryOperator* expr);
  Operand MemberPlace(const clang::BinaryOperator* expr);
  Operand CastMemberPointer(const clang::CastExpr* cast);
  Operand This();
  Operand VirtualCallee(Operand object, std::uint64_t slot);

  // --- streams.cpp
  bool IsStreamCall(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  Operand StreamCall(const clang::CallExpr* call, const clang::FunctionDecl* callee, Operand into);
  Operand StreamMethod(const clang::CXXMemberCallExpr* call, const clang::FunctionDecl* callee, Operand handle,
                       Operand into);
  void ConstructStream(Operand target, const clang::CXXConstructExpr* expr);
  void Insert(const clang::Expr* stream, Operand handle, const clang::Expr* what);
  void Put(const clang::Expr* stream, Operand handle, rir::OutputOp op);
  Operand Extract(const clang::Expr* stream, Operand handle, clang::QualType type,
                  std::vector<rir::InputTarget> targets);
  void ExtractTo(const clang::Expr* stream, Operand handle, const clang::Expr* to);
  Operand StreamHandle(const clang::Expr* stream);
  Operand FormatAddress(Operand handle);
  void SetFormat(Operand handle, std::vector<Operand> by);
  Operand TextAddress(Operand object, const clang::CXXRecordDecl* record);
  void SetText(Operand object, const clang::CXXRecordDecl* record, Operand from);
  Operand NewText(Operand length, Operand from, clang::QualType type);
  void SetStreamText(Operand handle, std::vector<Operand> from);

  // --- new.cpp
  Operand New(const clang::CXXNewExpr* expr);
  void Delete(const clang::CXXDeleteExpr* expr);
  std::int64_t HeaderOf(clang::QualType type, bool wants_size);
  rir::Operand Allocate(const clang::CXXNewExpr* expr, rir::Operand bytes);
  void Deallocate(const clang::FunctionDecl* release, rir::Operand object, rir::Operand bytes);
  rir::Operand DestroyElements(rir::Operand object, clang::QualType type);
  std::optional<Operand> GlobalNew(const clang::CallExpr* call, const clang::FunctionDecl* callee);

  // --- scopes.cpp: what is to be done where a scope ends, however it ends
  struct Cleanup {
    std::function<void()> emit;
    rir::RegionId flag = rir::kNone;  // set where the object was made, if that is not certain
  };
  void InScope(const std::function<void()>& body);
  void InFullExpression(const std::function<void()>& body);
  void EmitCleanups(std::size_t depth);  // innermost first, down to `depth`; they stay in force
  void EndScope(std::size_t depth);
  void PushDestructor(Operand object, clang::QualType type);
  void PushTemporary(Operand object, clang::QualType type, bool is_extended);

  // --- closures.cpp
  void MakeClosure(Operand target, const clang::LambdaExpr* lambda);
  void EnterClosure(const clang::CXXMethodDecl* method);
  std::optional<Operand> CapturedAddress(const clang::ValueDecl* variable);
  bool LiftConversion(const clang::FunctionDecl* function);

  // --- cxx_values.cpp
  std::optional<Operand> CxxValue(const clang::Expr* expr);
  Operand TypeInformation(const clang::CXXTypeidExpr* expr);
  Operand Passed(const clang::ParmVarDecl* parameter);
  Operand Materialised(const clang::MaterializeTemporaryExpr* expr);
  Operand BindingAddress(const clang::BindingDecl* binding);
  static bool IsPartOfTuple(const clang::VarDecl* holder);
  Operand ArrayOfList(Operand list, const clang::Expr* made);
  void InitialiserList(Operand target, const clang::CXXStdInitializerListExpr* expr);
  void ArrayCopy(Operand target, const clang::ArrayInitLoopExpr* expr);

  // --- cxx_statements.cpp
  void RangeLoop(const clang::CXXForRangeStmt* stmt);
  void Try(const clang::CXXTryStmt* stmt);
  void DeclareStatic(const clang::VarDecl* variable);
  void DeclareParameters(rir::Function& declared);
  rir::Function Define(rir::Function declared);

  // --- statements.cpp
  void Statement(const clang::Stmt* stmt);
  void Declaration(const clang::DeclStmt* stmt);
  void DeclareVariable(const clang::VarDecl* variable);
  void DeclareVla(const clang::VarDecl* variable);
  void InitialiseVla(rir::Operand block, clang::QualType type, rir::Operand bytes, const clang::Expr* init);
  void IfStatement(const clang::IfStmt* stmt);
  void Return(const clang::ReturnStmt* stmt);
  Operand Returned(const clang::Expr* value);
  void ReturnValue(Operand returned);  // none: nothing, or the object that the caller made room for
  Operand CallAlike(rir::CallOp op);   // of a function with this one's result
  void Break();
  void Continue();

  // --- loops.cpp
  struct LoopParts {
    rir::LoopKind kind = rir::LoopKind::TestFirst;
    const clang::Expr* condition = nullptr;
    const clang::Expr* step = nullptr;
    const clang::Stmt* body = nullptr;
    const clang::Stmt* variable = nullptr;           // declared anew in each round: of a loop over a range
    const clang::DeclStmt* test_variable = nullptr;  // declared in the condition
    rir::Schedule schedule = rir::Schedule::None;
    std::uint32_t collapse = 1;
  };
  bool OnlyWaits(const LoopParts& parts);  // for another thread, which may have run whenever it looks again
  void Loop(const LoopParts& parts, clang::SourceLocation keyword);
  void ForLoop(const clang::ForStmt* stmt, rir::Schedule schedule, std::uint32_t collapse);
  void OnceLoop(rir::LoopId loop, const std::function<void()>& body);
  rir::LoopId NewLoop() { return fn_.loop_count++; }

  // --- marked_bodies.cpp
  void MarkedBody();
  void MarkedBody(rir::ParKind kind, const clang::CompoundStmt* body);

  // --- switches.cpp
  struct SwitchParts;
  void Switch(const clang::SwitchStmt* stmt);
  void SwitchAsChain(const SwitchParts& parts);
  void SwitchByFlag(const SwitchParts& parts);
  Operand Matches(Operand chosen, const clang::CaseStmt* label);
  Operand AnyMatches(Operand chosen, std::span<const clang::SwitchCase* const> labels);
  void DeclareOnly(std::span<const clang::Stmt* const> statements);

  // --- labels.cpp
  void Sequence(std::span<const clang::Stmt* const> statements);
  struct Interval {
    std::size_t begin, end;  // statements
    const clang::LabelDecl* label;
    bool is_forward;
    bool is_inside;  // the label lies in the statement that is jumped to
  };
  struct Block;
  bool HasGotos();
  void AddIntervals(Block& block, std::size_t at, std::span<const llvm::SmallPtrSet<const clang::LabelDecl*, 4>> jumps,
                    std::vector<Interval>& intervals, std::vector<const clang::LabelDecl*>& flagged);
  bool WidenUntilNested(std::vector<Interval>& intervals, std::span<const clang::Stmt* const> statements);
  void Nested(const Block& block, std::size_t begin, std::size_t end, std::span<const Interval> intervals);
  void Dispatch(const Block& block);
  std::vector<rir::RegionId> EntriesOf(const clang::Stmt* stmt) const;
  Operand IsEntered(const clang::Stmt* stmt);
  bool FailsIfEntered(const clang::Stmt* stmt);
  Operand TestUnlessEntered(const clang::Expr* test, const clang::Stmt* whole, const clang::Stmt* taken);
  void Part(const clang::Stmt* stmt);
  void Goto(const clang::GotoStmt* stmt);
  void Fail(const clang::Stmt* at, const std::string& reason);

  // --- initialisers.cpp
  // `is_zeroed`: the memory holds zeros already.
  void Initialise(Operand target, clang::QualType type, const clang::Expr* init, bool is_zeroed);
  void InitialiseList(Operand target, clang::QualType type, const clang::InitListExpr* list, bool is_zeroed);
  void InitialiseMembers(Operand target, const clang::RecordDecl* record, llvm::ArrayRef<clang::Expr*> values,
                         bool is_zeroed);
  void InitialiseText(Operand target, clang::QualType type, const clang::StringLiteral* text, bool is_zeroed);
  void InitialiseFromTable(Operand target, clang::QualType type, const clang::Expr* init);
  void Zero(Operand target, clang::QualType type);

  // --- assembly.cpp
  void Assembly(const clang::AsmStmt* assembly);
  void AskProcessor(const clang::GCCAsmStmt& assembly);
  void ComputeAssembly(const clang::GCCAsmStmt& assembly);

  // --- openmp.cpp
  void Directive(const clang::OMPExecutableDirective* directive);
  struct PrivateCopy;
  struct Sharing;
  Sharing Clauses(const clang::OMPExecutableDirective* directive);
  void Parallel(const clang::OMPExecutableDirective* directive, rir::ParKind kind, const std::function<void()>& body);
  void CopyBytes(Operand to, Operand from, clang::QualType type);
  void MakeCopy(const PrivateCopy& copy);
  void PutBack(const PrivateCopy& copy);
  void WorkLoop(const clang::OMPLoopDirective* directive);
  void AtomicUpdate(const clang::OMPAtomicDirective* directive);

  // --- cuda.cpp
  using Sizes = std::array<Operand, 3>;
  struct Launched {
    const clang::FunctionDecl* kernel = nullptr;
    std::vector<Operand> args;
    Sizes blocks, threads;
    Operand bytes;   // of shared memory whose size the launch says
    Operand stream;  // that it runs on
  };
  void Launch(const clang::CUDAKernelCallExpr* launch);
  void Launch(Launched launched);
  [[nodiscard]] bool IsInKernel() const;
  Sizes SizesOf(const clang::Expr* dim3);
  Sizes SizesAt(Operand record, clang::QualType dim3);
  Operand Widened(Operand size);
  struct Grid {
    Sizes blocks, threads;
    std::array<bool, 3> is_numbered;
  };
  void Run(const rir::CallOp& call, const Grid& grid, bool exchanges);
  void RunOn(Operand stream, const rir::CallOp& call, const Grid& grid, bool exchanges);
  void Threads(const Grid& grid, const std::function<void()>& thread);
  void ForThreads(const Grid& grid, std::size_t left, const std::function<void()>& body);
  std::vector<Operand> ShareMemory(const std::vector<const clang::VarDecl*>& shared, Operand bytes);
  void Unshare(const std::vector<Operand>& blocks);
  Operand CudaRegion(const std::string& name);
  std::optional<Operand> CudaIndex(const clang::PseudoObjectExpr* expr);

  // --- cuda_launch_calls.cpp
  std::optional<Operand> LaunchCall(const clang::CallExpr* call);
  Launched ByPointers(const clang::CallExpr* call, const clang::FunctionDecl* kernel);
  Launched ByConfig(const clang::CallExpr* call, const clang::FunctionDecl* kernel, bool by_pointers);
  std::vector<Operand> PointedTo(const clang::Expr* pointers, const clang::FunctionDecl* kernel);

  // --- cuda_groups.cpp
  std::optional<Operand> GroupNumber(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  std::optional<Operand> GridNumber(llvm::StringRef name);
  Operand RankInBlock();
  Operand ThreadsInBlock();
  Operand RankOfBlock();
  Operand BlocksInGrid();
  Operand GridLoad(const std::string& name);
  template <typename F>
  Operand RankBy(const std::string& index, const std::string& extent, rir::TypeId number, const F& load);
  template <typename F>
  Operand CountBy(const std::string& extent, rir::TypeId number, const F& load);

  // --- cuda_device.cpp
  std::optional<Operand> DeviceFunction(const clang::CallExpr* call, const clang::FunctionDecl* callee, Operand into);
  Operand DeviceAtomic(const clang::CallExpr* call, const std::string& op, Operand into);
  Operand LaunchNumbers(const clang::CallExpr* call, const std::string& variable, Operand into);
  Operand DeviceResult(const clang::CallExpr* call, const std::string& name, const std::vector<Operand>& inputs,
                       Operand into);
  std::vector<Operand> DeviceInputs(const clang::CallExpr* call);
  void GiveNumbers(const clang::CallExpr* call, const std::string& name, const std::vector<Operand>& inputs);
  void ReadLeaves(Operand address, clang::QualType type, std::vector<Operand>& out);
  void WriteLeaves(Operand address, clang::QualType type, const std::string& name, const std::vector<Operand>& inputs);
  void AddThread(std::vector<Operand>& inputs);
  void Exchange(const clang::CallExpr* call, const std::string& name, std::vector<Operand>& inputs);

  struct JumpTarget {
    rir::LoopId break_loop = rir::kNone;
    rir::LoopId continue_loop = rir::kNone;  // none: a switch, whose continue is that of the loop around it
    bool continue_breaks = false;            // do { } while (0)
    std::size_t cleanups = 0;                // that were in force outside of it
  };
  struct LabelTarget {
    rir::LoopId loop;
    bool is_forward;
    std::size_t cleanups;
    rir::RegionId flag;  // to be set: the label lies inside the statement at which the loop begins or ends
  };

  Unit& unit_;
  const clang::FunctionDecl* function_;
  rir::Function fn_;
  rir::FunctionId id_ = rir::kNone;
  rir::BlockId block_ = 0;
  bool is_terminated_ = false;  // nothing after this in the block can run
  clang::SourceLocation place_;
  std::vector<JumpTarget> jumps_;
  llvm::DenseMap<const clang::LabelDecl*, LabelTarget> labels_;
  llvm::DenseMap<const clang::LabelDecl*, rir::RegionId> entries_;  // flags: control is on its way into a block
  std::optional<bool> has_gotos_;
  llvm::DenseMap<const clang::VarDecl*, rir::RegionId> locals_;
  llvm::DenseMap<const clang::VarDecl*, Operand> stands_for_;  // what a name means within an OpenMP construct
  llvm::DenseMap<const clang::OpaqueValueExpr*, Operand> bound_values_;
  llvm::DenseMap<const clang::VariableArrayType*, rir::RegionId> sizes_;
  clang::QualType allocated_;  // what the call being lifted is converted to: the element type of an allocation
  unsigned temporaries_ = 0;
  std::vector<Cleanup> cleanups_;
  std::size_t full_cleanups_ = 0;  // those in force where the full expression at hand began
  rir::BlockId full_block_ = 0;    // and its block
  rir::RegionId this_ = rir::kNone;
  rir::RegionId rest_ = rir::kNone;    // holds the address of the arguments beyond the parameters
  rir::RegionId result_ = rir::kNone;  // holds the address of an indirect result
  llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> captures_;
  clang::FieldDecl* this_capture_ = nullptr;
  llvm::DenseMap<rir::ValueId, const clang::FieldDecl*> bit_fields_;  // by the value that holds the address
  Operand array_index_;  // of the element at hand of an array that is copied
  std::optional<std::string> failure_;
};

}  // namespace detrain::lift

#endif
