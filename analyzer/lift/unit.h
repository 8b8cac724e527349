// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions of a unit share while they are lifted: the module, and the numbers of types, regions, functions,
// strings and files.
#ifndef DETRAIN_ANALYZER_LIFT_UNIT_H
#define DETRAIN_ANALYZER_LIFT_UNIT_H

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Mangle.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "analyzer/catalog/catalog.h"
#include "analyzer/diag/funnel.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/rir.h"

namespace detrain::lift {

class Body;

// Whether objects of this type are passed and returned by address, as the caller's own (Itanium C++ ABI, 3.1.1).
bool IsIndirect(clang::QualType type);

// The member of that name; null: there is none.
const clang::FieldDecl* FieldNamed(const clang::RecordDecl* record, llvm::StringRef name);

// Whether it is several numbers of one type that operators treat at once: a vector, or a complex number.
bool IsVector(clang::QualType type);
clang::QualType VectorElement(clang::QualType type);

// Whether the value of such an expression is the address of the memory that holds it.
inline bool IsInMemory(clang::QualType type) {
  return type->isRecordType() || IsVector(type);
}

// A static whose destructor runs when the program ends.
struct MadeStatic {
  rir::RegionId region = rir::kNone;
  rir::RegionId guard = rir::kNone;  // says whether it was made; kNone: before main
  const clang::VarDecl* variable = nullptr;
};

class Unit {
 public:
  Unit(const load::LoadedUnit& loaded, const catalog::Catalog& catalog, diag::Funnel& funnel);
  ~Unit();

  rir::Module LiftAll();

  // Types (types.cpp). Qualifiers do not count.
  rir::TypeId TypeOf(clang::QualType type);
  // What memory for objects of this type is an array of: the type, or of arrays what they are made of.
  rir::TypeId ElementOf(clang::QualType type);
  rir::TypeId HandleType(std::string_view name);
  rir::TypeId RestType(llvm::ArrayRef<clang::QualType> types);  // of a block of arguments (variadic.cpp)
  bool IsHandle(clang::QualType type) { return module_.types[TypeOf(type)].kind == rir::TypeKind::Handle; }
  std::uint64_t SizeOf(clang::QualType type) const;  // bytes; 0 where it is not constant
  // Members of a record's RIR type: the pointer to the table of virtual functions, bases, then fields.
  std::uint32_t MemberOf(const clang::FieldDecl* field);
  std::optional<std::uint32_t> MemberOf(const clang::CXXRecordDecl* record, const clang::CXXRecordDecl* base);

  // Declarations (decls.cpp).
  rir::RegionId RegionOf(const clang::VarDecl* variable);         // not of locals: Body knows them
  static bool IsInitialisedLate(const clang::VarDecl* variable);  // a static that code initialises
  struct Hidden {
    rir::RegionId region = rir::kNone;
    clang::QualType type;
  };
  // Memory inside a library. `pointee`: what the call that names it returns a pointer to, or null.
  Hidden HiddenRegion(std::string_view name, clang::QualType pointee);
  // The address that the catalog says a library's variable holds at the start, where it says one.
  void PointAtStart(rir::RegionId pointer, const catalog::Region& known);
  clang::QualType HiddenType(std::string_view word, clang::QualType pointee);
  static bool IsStd(const clang::Decl* decl);
  static bool IsCub(const clang::FunctionDecl* function);
  static bool IsEigens(const clang::Decl* decl);
  bool IsRuntimes(const clang::Decl* decl) const;
  bool IsStream(clang::QualType type) const;  // of C++
  rir::FunctionId FunctionOf(const clang::FunctionDecl* function);
  rir::StringId StringOf(llvm::StringRef text);
  // Has a body in a user file; or in a header, and is C++ or an intrinsic of the compiler's.
  bool IsLifted(const clang::FunctionDecl* function) const;
  bool IsLibrarys(const clang::FunctionDecl* function) const;  // only system headers declare it, and none has its body
  bool IsCxx() const { return ast_.getLangOpts().CPlusPlus; }

  // Virtual functions (virtual.cpp).
  // The tables of all subobjects of an object of that class, one after the other.
  rir::RegionId VTableOf(const clang::CXXRecordDecl* record);
  struct TablePointer {
    std::uint64_t offset;  // of the subobject, bytes
    std::uint64_t index;   // where its part of the table begins
  };
  std::vector<TablePointer> TablePointersOf(const clang::CXXRecordDecl* record);
  std::uint64_t SlotOf(const clang::CXXMethodDecl* method);
  rir::RegionId TypeInformationOf(clang::QualType type);
  clang::QualType SlotType();  // of what a table holds
  rir::RegionId AddRegion(rir::Region region);

  rir::Location At(clang::SourceLocation place);
  void Opaque(clang::SourceLocation place, const std::string& reason);
  void NoteHandler(clang::SourceLocation place);

  const catalog::Row* RowFor(const clang::FunctionDecl* function) const;

  // Libraries of opaque objects (libraries.cpp); null: it is of none.
  const catalog::Library* LibraryAround(const clang::Decl* decl) const;
  const catalog::Library* LibraryOf(clang::QualType type) const;
  const catalog::Library* OpaqueLibraryOf(const clang::CXXRecordDecl* record) const;
  const catalog::Library* OpaqueLibraryOf(const clang::FunctionDecl* function) const;
  bool HasOpaqueLibrary();
  bool IsLaidOutByLibrary(const clang::CXXRecordDecl* record) const;
  std::string ObjectName(const clang::CXXRecordDecl* record);
  bool HasState(const clang::CXXRecordDecl* record);  // a plan has an entry for such an object

  // The function that gives, or takes back, what the block of another unit's kernel shares (rir.h).
  rir::FunctionId SharingOf(const clang::FunctionDecl* kernel, std::string_view which);

  clang::ASTContext& ast() { return ast_; }
  const catalog::Catalog& catalog() const { return catalog_; }
  // `guard` as in MadeStatic; a static without a destructor is passed over.
  void DestroyAtExit(const clang::VarDecl* variable, rir::RegionId guard);

  rir::Module& module() { return module_; }
  Body& init() { return *init_; }

 private:
  rir::TypeId MakeType(clang::QualType type);
  static clang::QualType ContentType(const clang::FieldDecl* field);
  rir::TypeId MakeRecord(const clang::RecordDecl* record);
  rir::TypeId OpaqueType(const clang::CXXRecordDecl* record);
  rir::TypeId MakeVector(clang::QualType type);
  rir::TypeId AddType(rir::Type type);
  rir::Type Scalar(clang::QualType type) const;
  std::string_view HandleNameOf(const clang::RecordDecl* record) const;
  void LiftFunctions(const clang::DeclContext* scope);
  void LiftDecl(const clang::Decl* decl);
  void LiftBody(const clang::FunctionDecl* function);
  std::string NameOf(const clang::NamedDecl* decl) const;
  std::string LinkNameOf(clang::GlobalDecl decl);
  std::string RecordName(const clang::RecordDecl* record);
  std::string AnonymousName(const clang::RecordDecl* record);
  std::string MemberName(const clang::FieldDecl* field) const;
  void AddBases(const clang::CXXRecordDecl* record, const clang::ASTRecordLayout& layout, rir::Type& made);
  rir::FunctionId Forwarder(const clang::CXXMethodDecl* method, const clang::ThunkInfo& thunk, bool is_deleting);
  static std::string PlainName(const clang::NamedDecl* decl);
  void LiftGlobal(const clang::VarDecl* variable);
  void NameShared(const clang::VarDecl* variable, rir::Region& region);
  void LiftSharing(const clang::FunctionDecl* kernel);
  void LiftPending();
  void LiftExit();
  std::string FileOf(clang::SourceLocation place) const;

  const load::LoadedUnit& loaded_;
  const catalog::Catalog& catalog_;
  diag::Funnel& funnel_;
  clang::ASTContext& ast_;
  rir::Module module_;
  bool has_opaque_library_ = false;
  std::unique_ptr<Body> init_;
  llvm::DenseMap<const clang::Type*, rir::TypeId> types_;
  llvm::DenseMap<const clang::VarDecl*, rir::RegionId> regions_;
  llvm::DenseMap<const clang::FunctionDecl*, rir::FunctionId> functions_;
  std::map<std::string, Hidden, std::less<>> hidden_;
  std::map<std::string, rir::FunctionId> sharing_;  // by link name
  std::map<std::string, rir::TypeId, std::less<>> handles_;
  std::map<std::string, rir::TypeId> rests_;
  std::map<std::string, rir::StringId, std::less<>> strings_;
  llvm::DenseMap<clang::FileID, rir::FileId> files_;
  std::unique_ptr<clang::MangleContext> mangler_;
  std::deque<const clang::FunctionDecl*> pending_;  // bodies that are used and lie outside the user's declarations
  llvm::DenseSet<const clang::FunctionDecl*> lifted_;
  std::vector<MadeStatic> made_;  // with destructors, in the order of their constructors
  std::map<std::string, rir::FunctionId, std::less<>> forwarders_;
  llvm::DenseMap<const clang::CXXRecordDecl*, rir::RegionId> vtables_;
};

}  // namespace detrain::lift

#endif
