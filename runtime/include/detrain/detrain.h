// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain.h: what a rewritten program calls. C ABI, usable from C11 and C++17.
//
// A rewritten program describes its state with one constant `detrain_plan` (generated from the checkpoint plan), binds
// the addresses of its variables to the plan's regions, and marks the top of its step loop. Everything else (saving,
// restoring, replaying recorded inputs, hashing, poisoning) happens inside the runtime and is steered by environment
// variables, see docs/runtime.md. Without those variables every call here does nothing that the program can notice.
//
// Errors: these functions do not return errors. A refused restore or a failed save prints one line to stderr and ends
// the process with the exit code of the contract (2 refused, 3 no good checkpoint or failed write).
#ifndef DETRAIN_DETRAIN_H
#define DETRAIN_DETRAIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DETRAIN_ABI 11

// Scalar types of a leaf. The names in safetensors are in the comment.
enum detrain_dtype {
  DETRAIN_BOOL,   // BOOL
  DETRAIN_I8,     // I8
  DETRAIN_U8,     // U8
  DETRAIN_I16,    // I16
  DETRAIN_U16,    // U16
  DETRAIN_I32,    // I32
  DETRAIN_U32,    // U32
  DETRAIN_I64,    // I64
  DETRAIN_U64,    // U64
  DETRAIN_F16,    // F16
  DETRAIN_BF16,   // BF16
  DETRAIN_F32,    // F32
  DETRAIN_F64,    // F64
  DETRAIN_F80,    // U8, 16 bytes an element (x87 long double; the 6 padding bytes are written as zero)
  DETRAIN_PTR,    // I64, shape [..., 2]: object number and byte offset
  DETRAIN_FILE,   // I64, shape [..., 2]: object number of an open FILE and its position (-1: has none); path and mode
                  // are in meta.json
  DETRAIN_FD,     // I32: a file descriptor number; its path, flags and offset are in meta.json
  DETRAIN_BYTES,  // U8: bytes without a known type (unions, void* payload)
  // A std::ifstream, std::ofstream, std::fstream of libstdc++: I64, shape [..., 9]: object number of the open file (0:
  // none) and its position, rdstate(), exceptions(), flags(), precision(), width(), fill(), gcount()
  DETRAIN_IFSTREAM,
  DETRAIN_OFSTREAM,
  DETRAIN_FSTREAM,
  // U8: the 16 bytes in which a std::string of libstdc++ keeps a short text, or the capacity of a long one. They lie
  // behind its pointer and its size; those that neither uses are written as zero
  DETRAIN_SHORT_TEXT,
  // A std::ostream such as std::cout, which is on no file: as DETRAIN_OFSTREAM, without an open file; and std::cin,
  // with its place in standard input, and 1 instead of an object number where its end was met
  DETRAIN_OSTREAM,
  // An object of a library that only the library looks into: as many tensors as its kind says, each with a type and a
  // shape of its own. detrain_leaf::target is its kind, an index into detrain_plan::kinds
  DETRAIN_OBJECT
};

enum detrain_persistence {
  DETRAIN_DEAD,       // overwritten before it is read: not saved, poisoned by verify
  DETRAIN_INVARIANT,  // the code before the loop gives the same bytes again: not saved, hashed by verify at every
                      // boundary
  DETRAIN_COUNTER,    // start + per_step * K: restored from the step
  DETRAIN_DERIVED,    // recomputed from the others: not saved, poisoned by verify
  DETRAIN_CARRIED,    // saved
  DETRAIN_STREAM,     // state of a random number generator: saved
  DETRAIN_CURSOR,     // an open file and its position: saved
  DETRAIN_LOG,        // depends on the environment and reaches printed text only: not saved
  DETRAIN_IMAGE       // bytes among which may be addresses of blocks of the heap, which lies at a fixed place: saved
};

enum detrain_region_kind {
  DETRAIN_VARIABLE,  // bound by the program with detrain_bind or detrain_register
  DETRAIN_HEAP,      // found through a pointer; every block that such a pointer reaches is one object of this region
  DETRAIN_HIDDEN  // state inside a library, known to the runtime by its path ("libc::rand", "libc::drand48"); one leaf,
                  // count 0
};

// What a container has in use of its block, told by pointers of its own: the rest of the block holds what was there
// before. Offsets are bytes from the pointer to the block to the pointer that says it; all 0: the whole block is in
// use.
struct detrain_used {
  int32_t begin;  // to the first byte in use
  int32_t end;    // to the first byte behind
  uint32_t more;  // bytes from there on that are in use as well
  // A block of pointers to blocks: where, in the first and the last one of these, what is in use begins and ends.
  int32_t inner_begin;
  int32_t inner_end;
};

// A byte beside an object that tells if that is there: the bool of a std::optional, the index of a std::variant.
struct detrain_flag {
  int32_t at;   // bytes from the run to it; 0: no flag
  uint32_t is;  // what it holds where the object is there, and 1 more; 0: any but 0
};

// A scalar, or a run of `count` scalars, inside one element of a region. Up to two enclosing arrays of structs are
// described by outer_count/outer_stride (1/0 where there is none); more deeply nested ones are given as several leaves.
struct detrain_leaf {
  const char* path;  // as in the plan, `[]` for every index: "layers[].w", "model.m_memory"
  uint64_t offset;   // bytes from the start of an element of the region
  uint64_t count;    // consecutive scalars; 0: to the end of the block (heap arrays whose size only the block knows)
  uint64_t outer_count[2];   // enclosing arrays, outermost first
  uint64_t outer_stride[2];  // bytes
  uint8_t dtype;             // enum detrain_dtype
  uint8_t persistence;       // enum detrain_persistence; one that is DEAD may have conditions
  uint8_t names_object;  // pointers: 1 where this pointer gives its object its name; its tensor is then called "&path"
  uint8_t keep;  // pointers: 1 = restored even if not persistent on its own, since a re-created object hangs on it
  // DETRAIN_PTR: index of the region that it points to; -1: not known, a variable, or constant data. DETRAIN_OBJECT:
  // see there
  int32_t target;
  int64_t counter_per_step;        // DETRAIN_COUNTER: added once a step
  struct detrain_used used;        // pointers: the part of the block that they lead to which is in use
  struct detrain_flag present[2];  // all of them say that the object around each run is there
  // Plain numbers and bytes: which bits of every eight bytes of a run are the leaf's, as a number of which the first
  // byte is the lowest; 0: all. The others are other leaves', as in the unit of a bit-field, or nobody's: a checkpoint
  // has zeros for them, and neither poison nor a restore touches them.
  uint64_t bits;
};

struct detrain_region {
  const char* path;       // "model", "model.m_memory", "::rng_state", "file.c::name", "libc::rand"
  uint8_t kind;           // enum detrain_region_kind
  uint8_t is_const;       // variables declared const: never written by a restore
  uint16_t frame;         // variables: the nest level (0 = outermost) at which the program binds it; statics: 0
  uint64_t element_size;  // bytes of one element; variables: the whole variable; heap: one array element
  uint32_t first_leaf;    // into detrain_plan::leaves
  uint32_t leaf_count;
  uint32_t header;  // heap: bytes in front of the first element, where `new T[n]` keeps n (Itanium C++ ABI, 2.7)
};

// What a condition or a formula computes: a postfix program on 64-bit integers.
enum detrain_op {
  DETRAIN_NUMBER,    // pushes the operand
  DETRAIN_VALUE,     // pushes the integer that leaf number `operand` holds
  DETRAIN_ADD,       // of the two numbers on top
  DETRAIN_MULTIPLY,  // the same
  DETRAIN_DIVIDE     // the same, rounded down; the number below by the one on top, neither negative
};
struct detrain_code {
  uint8_t op;  // enum detrain_op
  int64_t operand;
};

// A leaf is dead only where all its conditions hold; else it is saved, as DETRAIN_CARRIED. They are about numbers that
// no step changes, and are tested once, before the first step. One that cannot be computed (overflow, a division by
// zero, no such object, or several) does not hold.
struct detrain_condition {
  const char* text;     // "vocab_size <= padded_vocab_size"
  uint32_t leaf;        // into detrain_plan::leaves
  uint32_t first_code;  // into detrain_plan::code; holds where the result is >= 0
  uint32_t code_count;
};

// A derived leaf, a single integer, is not saved: a restore computes it from leaves that are saved or invariant.
struct detrain_formula {
  uint32_t leaf;        // into detrain_plan::leaves
  uint32_t first_code;  // into detrain_plan::code
  uint32_t code_count;
};

// Where a pointer may lead to objects of several C++ classes, each has a region: `target` names region `of`, and the
// object's class says which one it is in.
struct detrain_class {
  const char* name;  // as std::type_info::name() gives it
  uint32_t of;
  uint32_t region;
};

// A static of a function, which is announced when its function comes to it. Until then it is absent.
struct detrain_late {
  const char* path;
  const unsigned char* is_made;  // 1 once its declaration was come to; NULL: not known
};

// A static that the program announces before main. Its mark is a weak symbol, which the announcement defines.
struct detrain_required {
  const char* path;
  const char* mark;  // NULL: nothing announces it
};

// A piece of what an object of a library holds: an array with a name of its own within the object (".fc1.weight").
struct detrain_part {
  const char* name;
  uint8_t dtype;  // enum detrain_dtype, of plain numbers
  uint32_t dims;
  const uint64_t* shape;
  const void* bytes;
  uint64_t size;
  const void* memory;  // where objects that share the numbers have them; NULL: no other object has
};
// 0: another object with this memory has given the part already.
typedef int (*detrain_take)(void* context, const struct detrain_part* part);  // NOLINT(modernize-use-using): C

// How a kind of such objects is taken out and put back. Functions give NULL, or a text that says why that cannot be
// done, which must live until the next call. `object` is where the program has it; of hidden state it means nothing.
struct detrain_object_kind {
  const char* name;  // "torch::Tensor"
  // Calls `take` with every part, in an order that depends on the object alone.
  const char* (*take_out)(void* object, detrain_take take, void* context);
  // The parts that a checkpoint holds of the object. Memory that is zero is no object yet.
  const char* (*put_back)(void* object, const struct detrain_part* parts, size_t count);
};

struct detrain_plan {
  uint32_t abi;         // DETRAIN_ABI
  const char* program;  // the main source file's name
  const char* hash;     // plan hash: paths, types, extents, persistence and loop; never lines or comments
  // NULL-terminated: one line of JSON per plan entry, as `detrain plan --format=json` prints them.
  const char* const* entries;
  const struct detrain_region* regions;
  uint32_t region_count;
  const struct detrain_leaf* leaves;
  uint32_t leaf_count;
  uint32_t loop;                  // number of the step loop among the program's loops in a row, in source order
  uint32_t frames;                // nest levels that bind variables (1 = the step loop alone)
  uint8_t record_inputs_in_loop;  // 1: clocks and other environment read inside the loop reach state, so they are
                                  // recorded too
  uint8_t changes_numbers;        // 1: the rewrite lists a site that changes rounding or the numbers drawn
  const struct detrain_condition* conditions;  // by leaf
  uint32_t condition_count;
  const struct detrain_formula* formulas;
  uint32_t formula_count;
  const struct detrain_code* code;  // of conditions and formulas
  const struct detrain_class* classes;
  uint32_t class_count;
  const struct detrain_object_kind* const* kinds;
  uint32_t kind_count;
  const struct detrain_late* late;  // all statics of functions that the plan saves
  uint32_t late_count;
};

// --- binding and the step loop ---

// Gives region `index` its address. `size` must be sizeof the variable, it is checked against the plan. Call again
// whenever the variable may have moved (each time the enclosing function or block is entered).
void detrain_bind(const struct detrain_plan* plan, uint32_t index, const volatile void* address, size_t size);

// The same for an array of variable length, right behind its declaration: the plan's region is a pointer that leads to
// it. Until the program writes it, it holds zeros.
void detrain_bind_array(const struct detrain_plan* plan, uint32_t index, volatile void* start, size_t size);

// The same for a C++ reference: the plan's region is a pointer to `target`. A restore does not move it; where it led
// elsewhere in the checkpoint's run, the restore is refused.
void detrain_bind_reference(const struct detrain_plan* plan, uint32_t index, const volatile void* target);

// The same by path, for statics of other files and of functions: may be called at any time, also after the restore (a
// function's static becomes known when the function first runs); a value that was restored for it is then put in place
// at once.
void detrain_register(const char* path, const volatile void* address, size_t size);

// The same for a variable of which each thread has its own, by each thread that has made it, and before the first one
// does with a null address; `of_all_threads`: once, by the main thread, where every thread has it from its start. That
// of the thread with the step loop is bound.
void detrain_register_thread_local(const char* path, const volatile void* address, size_t size, int of_all_threads);

// Before main: ends the process with exit code 4 and a line where one of these statics is announced by no unit, whether
// anything is to be saved or not.
void detrain_require(const struct detrain_required* statics, size_t count);

// For containers whose keys are addresses: an order and a hash of them that a resumed run has too, by numbers that
// blocks get when they are first asked for. With no variable of ours set they are those of the addresses themselves.
int detrain_address_before(const void* a, const void* b);
size_t detrain_address_hash(const void* address);

// True from the start of a resumed process until its restore is complete: the code that leads to the saved iteration is
// skipped.
int detrain_resuming(void);

// At the top of the enclosing loop of nest level `frame` (before its test), after binding its variables: when resuming,
// restores what has been bound so far, so that the enclosing loop continues in the saved epoch.
void detrain_outer(const struct detrain_plan* plan, uint32_t frame);

// Loops in a row, each with a plan of its own: in front of the first of them, for every later one, after binding the
// variables that are visible there. When resuming in that loop, restores what has been bound so far.
void detrain_row(const struct detrain_plan* plan);

// True while resuming in this one of loops in a row: the loops before it and what stands between them is skipped.
int detrain_resuming_in(const struct detrain_plan* plan);

// Just before the step loop statement is entered (before its init part). The next visit to the top has then no
// iteration completed.
void detrain_enter(const struct detrain_plan* plan);

// For do loops only, between detrain_enter and the `do`: the visit that K=0 of a do loop is, before its first body. The
// visits after the bodies are detrain_step, in front of the condition; a resumed process comes back there.
void detrain_first(const struct detrain_plan* plan);

// The boundary: at every evaluation of the step loop's test, before it. The first visit of all restores (when resuming)
// or is K=0; the first after detrain_enter is otherwise no boundary; every other one has completed an iteration (K
// grows by one). Saves, stops, kills, traces as the environment asks.
void detrain_step(const struct detrain_plan* plan);

// At the beginning of a handler of exceptions that would let the program go on, which the plan does not cover. Where
// anything is saved, restored or traced, the process ends here with a line that names `place`, and exit code 4.
void detrain_caught(const char* place);

// Around the condition of a loop that only waits for what another thread does: gives `goes_on`, and where the loop goes
// on, the other threads have their turn first. `place`: FILE:LINE.
int detrain_waits(int goes_on, const char* place);

// Sets the bytes to zero in front of a constructor that leaves some of them as they are. A call, so that no compiler
// takes them for what the constructor begins without.
void detrain_clear(void* object, size_t size);

// --- text ---

// A printed argument of persistence `log`: the value itself, or a fixed sentinel while `verify` compares texts. Of an
// address (`ptr`) the number is printed, of a text (`str`) what it leads to.
double detrain_log_f64(double value);
long long detrain_log_i64(long long value);
const char* detrain_log_str(const char* value);
const void* detrain_log_ptr(const void* value);

// --- heap: tracked allocation. Same contracts as the C library's functions of the same name. ---
void* detrain_malloc(size_t size);
void* detrain_calloc(size_t count, size_t size);
void* detrain_realloc(void* block, size_t size);
void* detrain_reallocarray(void* block, size_t count, size_t size);
void* detrain_aligned_alloc(size_t alignment, size_t size);
int detrain_posix_memalign(void** out, size_t alignment, size_t size);
char* detrain_strdup(const char* text);
char* detrain_strndup(const char* text, size_t size);
void detrain_free(void* block);

// Files and inputs from the environment (clocks, process numbers, random bytes): detrain/hooks.h, which maps the plain
// names to the runtime's.

// --- streams ---

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011): ten rounds;
// counter and key as in Random123; the published known-answer vectors hold.
void detrain_philox4x32_10(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

// A counter-based stream. Element i of (seed, stream, step, sample) is the same whoever draws it; skipping is O(1).
struct detrain_stream {
  uint64_t seed;    // key
  uint64_t stream;  // counter words 2..3
  uint64_t next;    // counter words 0..1: index of the next 32-bit draw divided by 4, and its position
};
void detrain_stream_init(struct detrain_stream* s, uint64_t seed, uint64_t stream);
void detrain_stream_skip(struct detrain_stream* s, uint64_t draws);
uint32_t detrain_stream_u32(struct detrain_stream* s);
float detrain_stream_f32(struct detrain_stream* s);                       // [0,1), 24 bits
double detrain_stream_f64(struct detrain_stream* s);                      // [0,1), 53 bits, two draws
uint32_t detrain_stream_below(struct detrain_stream* s, uint32_t bound);  // unbiased (Lemire 2019), at least one draw
float detrain_stream_normal_f32(struct detrain_stream* s);                // Box-Muller, two draws, no spare value kept

#ifdef __cplusplus
}
#endif
#endif
