// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RIR, the typed randomness IR: what the analysis knows of a program. See docs/rir.md for grammar, semantics and typing
// rules.
//
// A module holds types, regions (named memory), functions and an init block. A function body is a tree of blocks:
// control flow is structured (loop, if, break, continue, return, stop). Values are numbered per function and assigned
// once, by the op that lists them as result; everything that a program can assign twice is memory, reached by load and
// store.
#ifndef DETRAIN_ANALYZER_RIR_RIR_H
#define DETRAIN_ANALYZER_RIR_RIR_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace detrain::rir {

// Indices into the vectors of a Module (types, regions, functions, files, strings) or of a Function (blocks).
using TypeId = std::uint32_t;
using RegionId = std::uint32_t;
using FunctionId = std::uint32_t;
using BlockId = std::uint32_t;
using StringId = std::uint32_t;
using FileId = std::uint32_t;
using ValueId = std::uint32_t;  // per function
using LoopId = std::uint32_t;   // per function: names the target of break and continue
inline constexpr std::uint32_t kNone = 0xffffffffU;

struct Location {
  FileId file = kNone;
  std::uint32_t line = 0;    // 1-based, 0: unknown
  std::uint32_t column = 0;  // 1-based
  bool operator==(const Location&) const = default;
};

// --- types
// -------------------------------------------------------------------------------------------------------------------

enum class TypeKind : std::uint8_t { Void, Int, Float, Pointer, Array, Record, Function, Handle };
// Handle: an object that only a library looks into (FILE, DIR, pthread_mutex_t); size 0 where it is incomplete.

struct Field {
  std::string name;          // empty: anonymous member
  std::uint64_t offset = 0;  // bytes
  TypeId type = kNone;
  std::uint32_t bit_offset = 0;  // bit-fields: within the storage unit at `offset`
  std::uint32_t bit_width = 0;   // 0: not a bit-field
  bool operator==(const Field&) const = default;
};

struct Type {
  TypeKind kind = TypeKind::Void;
  std::uint64_t size = 0;  // bytes, on the target
  std::uint32_t align = 1;
  bool is_signed = false;  // Int
  bool is_union = false;   // Record
  std::string
      name;  // scalars: i8 u8 .. i64 u64 bool f16 bf16 f32 f64 f80; Record: tag or typedef name; Handle: its name
  TypeId element = kNone;              // Pointer: pointee (kNone: void); Array: element
  std::optional<std::uint64_t> count;  // Array: elements; nullopt: unknown (VLA, flexible member)
  std::vector<Field> fields;           // Record
  bool operator==(const Type&) const = default;
};

// Behind the name of a handle: a class of a library whose objects hold nothing that a step could change.
inline constexpr const char* kValue = " (value)";
// The same: one whose objects hold only what the program has told them, so that it can make another one.
inline constexpr const char* kMadeAgain = " (made again)";

// Handles that are open files.
inline constexpr const char* kFile = "FILE";
// Standard input as an open file, whether a stream or a descriptor leads to it: hidden memory of the C library.
inline constexpr const char* kStandardInput = "libc::stdin";

// --- regions
// -----------------------------------------------------------------------------------------------------------------

enum class RegionKind : std::uint8_t { Global, FileStatic, FunctionStatic, Local, Param, Hidden };
// Hidden: state inside a library that has no variable: "libc::rand".

struct Region {
  std::string
      name;  // what the user would write: "model", "::rng_state", "file.c::name", "function::name", "libc::rand"
  std::string link_name;  // equal in two units = the same region (Global, Hidden); unique otherwise
  RegionKind kind = RegionKind::Local;
  TypeId type = kNone;
  FunctionId function = kNone;  // Local, Param, FunctionStatic
  Location declared;
  bool is_const = false;
  bool is_volatile = false;
  bool is_thread_local = false;
  bool is_stream = false;        // Hidden streams; memory that a generator of the catalog keeps its state in
  bool is_held = false;          // Hidden: what objects of a library hold, together; plans name those objects
  bool is_of_block = false;      // FunctionStatic, FileStatic: what the threads of a GPU's block share
  bool has_initializer = false;  // statics: not all zero at the start (Module::init holds the stores, except for large
                                 // arrays of plain numbers)
  bool is_defined = true;        // false: extern, defined in another unit or in a library
  bool operator==(const Region&) const = default;
};

// --- operands
// ----------------------------------------------------------------------------------------------------------------

enum class OperandKind : std::uint8_t { None, Value, Int, Float, Null, Region, Function, String };

struct Operand {
  OperandKind kind = OperandKind::None;
  std::uint32_t id = kNone;  // Value, Region (its address), Function (its address), String (address of the literal)
  std::int64_t integer = 0;  // Int
  double number = 0;         // Float
  bool operator==(const Operand&) const = default;

  static Operand Value(ValueId v) { return {OperandKind::Value, v, 0, 0}; }
  static Operand Int(std::int64_t i) { return {OperandKind::Int, kNone, i, 0}; }
  static Operand Float(double d) { return {OperandKind::Float, kNone, 0, d}; }
  static Operand Null() { return {OperandKind::Null, kNone, 0, 0}; }
  static Operand Region(RegionId r) { return {OperandKind::Region, r, 0, 0}; }
  static Operand Function(FunctionId f) { return {OperandKind::Function, f, 0, 0}; }
  static Operand String(StringId s) { return {OperandKind::String, s, 0, 0}; }
  explicit operator bool() const { return kind != OperandKind::None; }
};

// --- operations
// --------------------------------------------------------------------------------------------------------------

enum class Opcode : std::uint8_t {
#define DETRAIN_OPCODE(Name, Text, Arity) Name,
#include "analyzer/rir/opcode.def"
};

enum class Space : std::uint8_t { Host, Device, Managed, File };
enum class Source : std::uint8_t {  // of an input: what the result depends on
  File,                             // bytes of a file (the data set): det, moves the cursor of `handle`
  Directory,                        // names of files: det if sorted (glob), env otherwise (readdir)
  Arguments,                        // argv, getenv of a fixed environment: det
  Clock,                            // env<clock>
  Pid,                              // env<pid>
  Entropy,                          // env<entropy>: /dev/urandom, getrandom, random_device
  Address,                          // env<address>: a pointer turned into a number
  Host,                             // env<host>: host name, load, thread count, free memory
  Interactive,                      // env<input>: terminal, socket, pipe
};
enum class Sink : std::uint8_t { Text, File, Log, External };
// Text: stdout and stderr. File: what `handle` refers to. Log: syslog and its kind. External: socket, pipe, child
// process.

// The lifetime of a local (or of a for loop's own variable) begins: its old content is gone. Emitted where the
// declaration stands, before the initialiser's stores; so every local of a loop body begins anew with each iteration.
struct DeclareOp {
  RegionId region = kNone;
  bool operator==(const DeclareOp&) const = default;
};
struct LoadOp {
  Operand address;
  bool operator==(const LoadOp&) const = default;
};  // result: value of Op::type
struct StoreOp {
  Operand address, value;
  bool operator==(const StoreOp&) const = default;
};  // Op::type: type of the value stored
struct ComputeOp {
  Opcode opcode = Opcode::Add;
  std::vector<Operand> args;
  TypeId pointee = kNone;              // Field: the record; Index, PtrDiff: the element
  std::uint32_t member = 0;            // Field: index into Type::fields
  std::optional<std::uint64_t> bound;  // Index on an array of known size: number of its elements
  std::string callee;                  // Math
  bool operator==(const ComputeOp&) const = default;
};
// `callee` is an Operand::Function, or a Value (call through a pointer). A function without body in the linked module
// is external: its effect is the worst case, unless the catalog has turned it into other ops already. Variadic
// arguments follow the named ones. Values are scalars: an argument of record type is the address of the record (the
// callee's param region gets a copy), and a record result is copied to `into`.
struct CallOp {
  Operand callee;
  std::vector<Operand> args;
  Operand into;
  bool operator==(const CallOp&) const = default;
};
struct AllocOp {
  Space space = Space::Host;
  Operand bytes;           // total size in bytes
  bool zeroed = false;     // calloc
  bool can_fail = true;    // may return null
  bool on_stack = false;   // alloca: it ends with the function
  Operand old;             // realloc: the block whose content it keeps (up to the smaller size) and frees
  TypeId element = kNone;  // type of one element, from the cast or the assignment around the call
  std::string callee;      // "malloc", "calloc", "realloc", ...
  Operand content;         // strdup: the text copied into it
  bool operator==(const AllocOp&) const = default;
};
struct FreeOp {
  Operand address;
  std::string callee;
  bool operator==(const FreeOp&) const = default;
};
// The first `bytes` bytes of the block are those of `new T[n]` itself, which keeps n there; the program never sees
// them. Addresses in the block count from behind them.
struct HeaderOp {
  Operand address, bytes;
  TypeId element = kNone;  // T, where the allocation does not say what the block is for
  bool operator==(const HeaderOp&) const = default;
};
struct CopyOp {
  Operand target, source, bytes;
  std::string callee;
  bool operator==(const CopyOp&) const = default;
};  // memcpy memmove; bytes None: a C string
struct FillOp {
  Operand target, byte, bytes;
  std::string callee;
  bool operator==(const FillOp&) const = default;
};
// A draw reads and writes the generator's state at `stream`; the result depends on it (rnd<S>).
struct DrawOp {
  Operand stream;
  std::vector<Operand> args;
  std::string callee;
  bool operator==(const DrawOp&) const = default;
};
struct SeedOp {
  Operand stream;
  std::vector<Operand> values;
  std::string callee;
  bool operator==(const SeedOp&) const = default;
};
// Result: a pointer to a Handle object of space file (null where opening fails), or an i32 descriptor (is_descriptor).
struct OpenOp {
  Operand path, mode;
  bool is_descriptor = false;
  std::string callee;
  bool operator==(const OpenOp&) const = default;
};
struct CloseOp {
  Operand handle;
  std::string callee;
  bool operator==(const CloseOp&) const = default;
};
// whence: 0 set, 1 current, 2 end; None: set to the value of `offset` saved before (fsetpos) or rewind (offset 0).
struct SeekOp {
  Operand handle, offset, whence;
  std::string callee;
  bool operator==(const SeekOp&) const = default;
};
// Reads from `source` into the targets; each target {address, bytes} is overwritten up to its size. `unit`: bytes of
// one item, the result counts items (fread); None: the result is a plain value of Op::type (time(), getc()).
struct InputTarget {
  Operand address, bytes;
  bool operator==(const InputTarget&) const = default;
};
struct InputOp {
  Source source = Source::File;
  Operand handle;  // of source File: FILE* or descriptor; of Arguments: how the library joins what arrives (MPI_SUM)
  std::vector<InputTarget> targets;
  Operand unit;
  Operand offset;             // where in the file; none: where it stands, and it moves
  bool checks_result = true;  // false: the program ignores how much was read
  bool is_recorded = false;   // of the environment: the runtime records it, and gives it again in a replay
  std::string callee;
  bool operator==(const InputOp&) const = default;
};
// Writes the args (bytes of memory where an arg is an address and `bytes` is given; C strings for pointer args of
// text). first_argument: number, in the source call, of args[0], counted from 1 as a reader counts the call's
// arguments.
struct OutputOp {
  Sink sink = Sink::Text;
  Operand handle;
  Operand format;  // printf family: the format string
  std::vector<Operand> args;
  Operand bytes;   // fwrite: size of the memory at args[0]
  Operand target;  // sprintf family: memory that receives the text (sink is then ignored), up to `bytes` if given
  std::uint32_t first_argument = 1;
  std::string callee;
  bool operator==(const OutputOp&) const = default;
};

enum class LoopKind : std::uint8_t {
  TestFirst,
  TestLast,
  Once
};  // for/while, do-while, a block that `break` leaves (switch, forward goto)
enum class Schedule : std::uint8_t { None, Static, Dynamic };  // work-sharing: OpenMP for

struct LoopOp {
  LoopId loop = kNone;
  LoopKind kind = LoopKind::TestFirst;
  BlockId test = kNone;  // computes `condition` at every test; kNone: always true
  Operand condition;
  BlockId body = kNone;
  BlockId step = kNone;  // the increment; kNone: none
  Schedule schedule = Schedule::None;
  std::uint32_t collapse = 1;
  bool operator==(const LoopOp&) const = default;
};
struct IfOp {
  Operand condition;
  BlockId then_block = kNone, else_block = kNone;
  bool operator==(const IfOp&) const = default;
};
struct BreakOp {
  LoopId loop = kNone;
  bool operator==(const BreakOp&) const = default;
};
struct ContinueOp {
  LoopId loop = kNone;
  bool operator==(const ContinueOp&) const = default;
};
// `value` of a function with record result: the address of the record.
struct ReturnOp {
  Operand value;
  bool operator==(const ReturnOp&) const = default;
};
struct StopOp {
  Operand code;
  bool is_abort = false;
  std::string callee;
  bool operator==(const StopOp&) const = default;
};  // exit, abort, a failed assert

enum class ParKind : std::uint8_t {
  Region,
  Loop,
  Single,
  Critical,
  Thread,
  Launch,
  Ordered,
  Task
};  // OpenMP: parallel; parallel for or for; single/master; critical. A thread of its own that calls a function. A
    // launch on a GPU: loops over its threads. OpenMP: ordered; task
struct ParReduction {
  Operand address;
  std::string op;
  bool operator==(const ParReduction&) const = default;
};  // reduction(+: x)
struct ParOp {
  ParKind kind = ParKind::Region;
  BlockId body = kNone;
  std::vector<RegionId>
      privates;  // uninitialised inside (private); firstprivate copies are made by explicit load and store
  std::vector<ParReduction> reductions;
  bool operator==(const ParOp&) const = default;
};
struct AtomicOp {
  Operand address, value;
  std::string op;
  bool operator==(const AtomicOp&) const = default;
};  // result: the old value, if used
// Wait: until another thread does something. The kinds from Enqueue on are of a GPU's streams; none of them says that
// memory changes.
enum class SyncKind : std::uint8_t {
  Barrier,
  Lock,
  Unlock,
  Flush,
  Wait,
  Enqueue,      // what follows, up to Enqueued, is work for `stream`; with `object`: for the stream that it is bound to
  Enqueued,     // the host goes on, whether or not that work is done
  Record,       // the event `object` stands for all work given to `stream` so far
  Await,        // `stream` goes on when the event `object` has happened; without `stream`: the host does
  Synchronize,  // the host goes on when `stream`, or the one that `object` is bound to, is done; without them, all
  NonBlocking,  // `stream` and the default stream do not wait for each other
  Bind          // work given through the handle `object` goes to `stream` from now on
};
constexpr bool IsOfStreams(SyncKind kind) {
  return kind >= SyncKind::Enqueue;
}
struct SyncOp {
  SyncKind kind = SyncKind::Barrier;
  Operand object, stream;
  bool operator==(const SyncOp&) const = default;
};
// What lift could not model. Worst case: reads and writes all memory that the args reach, and all globals; the result
// is unknown.
struct OpaqueOp {
  std::string reason;
  std::vector<Operand> args;
  bool is_anywhere = false;  // reaches any memory of the program, whatever its arguments lead to
  bool is_within = false;    // reaches what its arguments lead to, and nothing else
  bool operator==(const OpaqueOp&) const = default;
};

using OpData = std::variant<std::monostate
#define DETRAIN_OP(Name, Text) , Name##Op
#include "analyzer/rir/op.def"
                            >;

enum class OpKind : std::uint8_t {
  None
#define DETRAIN_OP(Name, Text) , Name
#include "analyzer/rir/op.def"
};

struct Op {
  OpData data;
  ValueId result = kNone;
  TypeId type = kNone;  // of the result; store: of the value stored
  Location location;    // where a reader would look: after macro expansion, in the file that the user wrote
  bool operator==(const Op&) const = default;
  [[nodiscard]] OpKind Kind() const { return static_cast<OpKind>(data.index()); }
};

struct Block {
  std::vector<Op> ops;
  bool operator==(const Block&) const = default;
};

struct Function {
  std::string name;       // "main", "helper"
  std::string link_name;  // external: the name; static: "file.c::name"
  TypeId result = kNone;
  std::vector<RegionId> params;  // stored to by the caller, in order
  bool is_variadic = false;
  bool is_defined = false;
  bool is_address_taken = false;
  bool is_inline = false;   // each unit may define it, all alike
  bool is_library = false;  // of a library of opaque objects: it has what the catalog says for a body, and is no user's
  Location declared;
  BlockId body = kNone;
  std::vector<Block> blocks;
  std::uint32_t value_count = 0;
  std::uint32_t loop_count = 0;
  bool operator==(const Function&) const = default;
};

// A unit's function that runs the destructors of its statics; linking calls it where main ends.
inline constexpr std::string_view kExit = "exit of program";

// Begins the name of a local that no program has: whether a temporary was made that its statement may leave out.
inline constexpr std::string_view kMadeFlag = "made.";

// Before the link name of a kernel: the functions that give, and take back, what its blocks share, for launches in
// other units. Where nobody defines them, link does, as ones that do nothing.
inline constexpr std::string_view kBeginsSharing = "begin_shared_";
inline constexpr std::string_view kEndsSharing = "end_shared_";

// Whether a function or a type of that name is the C++ standard library's.
inline bool IsStandardName(std::string_view name) {
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

struct Module {
  std::vector<std::string> sources;  // main files of the units, as the user named them
  std::vector<std::string> files;    // every file that a Location names
  std::vector<std::string> strings;  // literals, without the terminating zero
  std::vector<Type> types;
  std::vector<Region> regions;
  std::vector<Function> functions;
  Function init;  // initialisers of globals and statics, run before main; link_name ""
  bool operator==(const Module&) const = default;
};

}  // namespace detrain::rir

#endif
