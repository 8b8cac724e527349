// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <llvm/Support/Path.h>

#include "analyzer/diag/message.h"
#include "analyzer/lift/body.h"
#include "analyzer/lift/cuda_facts.h"
#include "analyzer/lift/unit.h"

namespace detrain::lift {

using clang::QualType;

Unit::Unit(const load::LoadedUnit& loaded, const catalog::Catalog& catalog, diag::Funnel& funnel)
    : loaded_(loaded), catalog_(catalog), funnel_(funnel), ast_(loaded.ast().getASTContext()) {
  module_.sources.push_back(loaded.command().file);
  has_opaque_library_ = IsCxx() && HasOpaqueLibrary();
  init_ = std::make_unique<Body>(*this, nullptr);
  mangler_.reset(clang::ItaniumMangleContext::create(ast_, ast_.getDiagnostics()));
}
Unit::~Unit() = default;

rir::Module Unit::LiftAll() {
  LiftFunctions(ast_.getTranslationUnitDecl());
  LiftPending();
  LiftExit();
  module_.init = init_->TakeInit();
  return std::move(module_);
}

void Unit::LiftPending() {
  while (!pending_.empty()) {
    const clang::FunctionDecl* function = pending_.front();
    pending_.pop_front();
    LiftBody(function);
  }
}

void Unit::DestroyAtExit(const clang::VarDecl* variable, rir::RegionId guard) {
  const bool is_static = variable->getTLSKind() == clang::VarDecl::TLS_None;
  if (is_static && variable->getType().isDestructedType() == QualType::DK_cxx_destructor)
    made_.push_back({RegionOf(variable), guard, variable});
}

// Destructors may be the only users of further statics, which then end behind these.
void Unit::LiftExit() {
  while (!made_.empty()) {
    const std::vector<MadeStatic> made = std::exchange(made_, {});
    rir::Function declared;
    declared.name = rir::kExit;
    declared.link_name = std::string(rir::kExit) + "::" + FileOf(made.front().variable->getLocation());
    declared.result = TypeOf(ast_.VoidTy);
    declared.declared = At(made.front().variable->getLocation());
    const auto id = static_cast<rir::FunctionId>(module_.functions.size());
    module_.functions.push_back(declared);
    Body body(*this, nullptr, id);
    module_.functions[id] = body.LiftExit(std::move(declared), made);
    LiftPending();
  }
}

void Unit::LiftFunctions(const clang::DeclContext* scope) {
  for (const clang::Decl* decl : scope->decls()) {
    if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(decl))
      LiftFunctions(linkage);
    if (!ast_.getSourceManager().isInSystemHeader(decl->getLocation()))
      LiftDecl(decl);
  }
}

// Templates are lifted as they are used, and so are functions that Clang made.
void Unit::LiftDecl(const clang::Decl* decl) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      variable && variable->isThisDeclarationADefinition() && !variable->getType()->isDependentType())
    RegionOf(variable);
  if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl))
    return has_opaque_library_ && space->getParent()->isTranslationUnit() && space->getIdentifier() &&
                   catalog_.LibraryOf(space->getName())
               ? void()
               : LiftFunctions(space);
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl);
      record && record->isThisDeclarationADefinition() && !record->isDependentContext())
    return LiftFunctions(record);
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
  if (!function || !function->isThisDeclarationADefinition() || function->isDependentContext() || !function->getBody())
    return;
  LiftBody(function);
  if (function->hasAttr<clang::ConstructorAttr>())
    init_->CallConstructor(function);
}

void Unit::LiftBody(const clang::FunctionDecl* function) {
  if (!lifted_.insert(function->getCanonicalDecl()).second)
    return;
  const rir::FunctionId id = FunctionOf(function);
  Body body(*this, function);
  const catalog::Library* library = OpaqueLibraryOf(function);
  rir::Function lifted =
      library ? body.LiftLibraryFunction(module_.functions[id], *library) : body.LiftFunction(module_.functions[id]);
  lifted.is_address_taken = module_.functions[id].is_address_taken;  // perhaps by itself
  lifted.is_inline = module_.functions[id].is_inline;
  lifted.is_library = library != nullptr;
  module_.functions[id] = std::move(lifted);
  if (IsKernel(function))
    LiftSharing(function);
}

std::string Unit::NameOf(const clang::NamedDecl* decl) const {
  return IsCxx() ? decl->getQualifiedNameAsString() : decl->getNameAsString();
}

std::string Unit::LinkNameOf(clang::GlobalDecl decl) {
  const auto* named = llvm::cast<clang::NamedDecl>(decl.getDecl());
  if (!mangler_->shouldMangleDeclName(named))
    return named->getNameAsString();
  std::string name;
  llvm::raw_string_ostream out(name);
  mangler_->mangleName(decl, out);
  return name;
}

rir::Location Unit::At(clang::SourceLocation place) {
  const clang::SourceManager& sources = ast_.getSourceManager();
  const clang::SourceLocation expansion = sources.getExpansionLoc(place);
  if (expansion.isInvalid())
    return {};
  const auto [id, offset] = sources.getDecomposedLoc(expansion);
  auto file = files_.find(id);
  if (file == files_.end()) {
    const std::string name = loaded_.LocationOf(expansion).file;
    const auto known = std::ranges::find(module_.files, name);
    file = files_.insert({id, static_cast<rir::FileId>(known - module_.files.begin())}).first;
    if (known == module_.files.end())
      module_.files.push_back(name);
  }
  return {file->second, sources.getLineNumber(id, offset), sources.getColumnNumber(id, offset)};
}

void Unit::Opaque(clang::SourceLocation place, const std::string& reason) {
  funnel_.Emit(diag::Say<diag::Remark::OpaqueConstruct>(loaded_.LocationOf(place), reason));
}

void Unit::NoteHandler(clang::SourceLocation place) {
  funnel_.Emit(diag::Say<diag::Remark::HandlerNotFollowed>(loaded_.LocationOf(place)));
}

std::string Unit::FileOf(clang::SourceLocation place) const {
  return llvm::sys::path::filename(loaded_.LocationOf(place).file).str();
}

rir::RegionId Unit::AddRegion(rir::Region region) {
  module_.regions.push_back(std::move(region));
  return static_cast<rir::RegionId>(module_.regions.size() - 1);
}

namespace {

// The function whose static it is; what OpenMP puts a region's statements into is none.
const clang::FunctionDecl* FunctionAround(const clang::VarDecl& variable) {
  const clang::DeclContext* scope = variable.getParentFunctionOrMethod();
  while (scope != nullptr && !llvm::isa<clang::FunctionDecl>(scope))
    scope = scope->getParent();
  return llvm::cast<clang::FunctionDecl>(scope);
}

// The declaration that makes the variable, or null. In C one without a value does so where no other one has a value,
// whether an `extern` stands in front of it or behind it.
const clang::VarDecl* DefinitionOf(const clang::VarDecl* variable) {
  if (const clang::VarDecl* definition = variable->getDefinition())
    return definition;
  for (const clang::VarDecl* one : variable->redecls())
    if (const clang::VarDecl* definition = one->getActingDefinition())
      return definition;
  return nullptr;
}

}  // namespace

rir::RegionId Unit::RegionOf(const clang::VarDecl* variable) {
  variable = variable->getCanonicalDecl();
  const auto found = regions_.find(variable);
  if (found != regions_.end())
    return found->second;
  const clang::VarDecl* definition = DefinitionOf(variable);
  const clang::VarDecl* shown = definition ? definition : variable;
  const std::string name = NameOf(variable);
  rir::Region region;
  region.type = TypeOf(shown->getType());
  region.declared = At(shown->getLocation());
  region.is_const = shown->getType().isConstant(ast_);
  region.is_volatile = shown->getType().isVolatileQualified();
  region.is_thread_local =
      shown->getTLSKind() != clang::VarDecl::TLS_None || shown->hasAttr<clang::OMPThreadPrivateDeclAttr>();
  region.is_defined = definition != nullptr;
  if (IsShared(variable)) {
    NameShared(variable, region);
  } else if (variable->isStaticLocal()) {
    const clang::FunctionDecl* owner = FunctionAround(*variable);
    region.kind = rir::RegionKind::FunctionStatic;
    region.function = FunctionOf(owner);
    region.name = NameOf(owner) + "::" + variable->getNameAsString();
    region.link_name = region.name;
  } else if (variable->hasExternalFormalLinkage()) {
    region.kind = rir::RegionKind::Global;
    region.name = name.find("::") == std::string::npos ? "::" + name : name;
    region.link_name = LinkNameOf(variable);
  } else {
    region.kind = rir::RegionKind::FileStatic;
    region.name = FileOf(shown->getLocation()) + "::" + name;
    region.link_name = region.name;
  }
  const bool is_shared = IsShared(variable);
  const catalog::Region* known = definition ? nullptr : catalog_.FindRegion(region.name);
  const rir::RegionId id = AddRegion(std::move(region));
  regions_[variable] = id;
  if (known)
    PointAtStart(id, *known);
  if (definition && !is_shared)
    LiftGlobal(definition);
  return id;
}

namespace {

clang::GlobalDecl GlobalOf(const clang::FunctionDecl* function) {
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
    return {constructor, clang::Ctor_Complete};
  if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function))
    return {destructor, clang::Dtor_Complete};
  // A kernel has the name of the host's stub for it, whichever view this is.
  if (IsKernel(function))
    return {function, clang::KernelReferenceKind::Stub};
  return function;
}

}  // namespace

// What a block shares is no variable of the thread. Where its size comes with the launch, the variable is a pointer.
void Unit::NameShared(const clang::VarDecl* variable, rir::Region& region) {
  if (IsDynamicShared(variable))
    region.type = TypeOf(ast_.getPointerType(ast_.getAsArrayType(variable->getType())->getElementType()));
  region.is_defined = true;
  region.is_of_block = true;
  const auto* owner = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
  region.kind = owner ? rir::RegionKind::FunctionStatic : rir::RegionKind::FileStatic;
  if (owner)
    region.function = FunctionOf(owner);
  region.name = (owner ? NameOf(owner) : FileOf(variable->getLocation())) + "::" + variable->getNameAsString();
  region.link_name = (owner ? LinkNameOf(GlobalOf(owner)) + "::" + variable->getNameAsString() : region.name);
}

// Not before main, but when control first passes its declaration.
bool Unit::IsInitialisedLate(const clang::VarDecl* variable) {
  return variable->isStaticLocal() && variable->getASTContext().getLangOpts().CPlusPlus && variable->hasInit() &&
         !variable->hasConstantInitialization();
}

void Unit::LiftGlobal(const clang::VarDecl* variable) {
  const clang::VarDecl* with_init = nullptr;
  if (!variable->getAnyInitializer(with_init) || ast_.getSourceManager().isInSystemHeader(variable->getLocation()))
    return;
  if (IsInitialisedLate(with_init))
    return;
  const rir::RegionId id = regions_[variable->getCanonicalDecl()];
  const bool stores = init_->InitialiseStatic(id, with_init);
  module_.regions[id].has_initializer = stores;
  DestroyAtExit(with_init, rir::kNone);
}

// The type that the catalog's word stands for: i32, u8[], ptr<f32>, handle; "pointee": of the result of the call at
// hand.
QualType Unit::HiddenType(std::string_view word, QualType pointee) {
  if (word == "pointee")
    return pointee.isNull() || pointee->isVoidType() ? QualType(ast_.CharTy) : pointee;
  if (word.ends_with("[]"))
    return ast_.getIncompleteArrayType(HiddenType(word.substr(0, word.size() - 2), pointee),
                                       clang::ArraySizeModifier::Normal, 0);
  if (word.starts_with("ptr<"))
    return ast_.getPointerType(HiddenType(word.substr(4, word.size() - 5), pointee));
  if (word == "f32" || word == "f64")
    return word == "f32" ? ast_.FloatTy : ast_.DoubleTy;
  unsigned bits = 8;
  if (word.size() < 2 || word.substr(1).size() > 2 || llvm::StringRef(word.substr(1)).getAsInteger(10, bits))
    bits = 8;
  return ast_.getIntTypeForBitwidth(bits, word.empty() || word[0] != 'u');
}

Unit::Hidden Unit::HiddenRegion(std::string_view name, QualType pointee) {
  const auto found = hidden_.find(name);
  if (found != hidden_.end())
    return found->second;
  const catalog::Region* known = catalog_.FindRegion(name);
  const bool is_file = known && known->type == "file";
  const bool is_handle = is_file || (known && known->type == "handle");
  const QualType type = is_handle ? QualType(ast_.CharTy) : HiddenType(known ? known->type : "i8[]", pointee);
  rir::Region region;
  region.name = region.link_name = name;
  region.kind = rir::RegionKind::Hidden;
  region.type = is_handle ? HandleType(is_file ? rir::kFile : "state") : TypeOf(type);
  region.is_stream = known && known->is_stream;
  region.is_thread_local = known && known->is_of_thread;
  region.is_const = known && known->is_const;
  region.is_held = known && known->is_held;
  region.has_initializer = true;
  const Hidden made{AddRegion(std::move(region)), type};
  hidden_[std::string(name)] = made;
  if (known)
    PointAtStart(made.region, *known);
  return made;
}

void Unit::PointAtStart(rir::RegionId pointer, const catalog::Region& known) {
  if (!known.points_to.empty())
    init_->StoreTable(pointer, HiddenRegion(known.points_to, {}).region, known.offset);
}

namespace {

// Clang's own headers write the intrinsics of a processor as functions of vectors, which no debugger shows.
bool IsIntrinsic(const clang::FunctionDecl* function) {
  return function->hasAttr<clang::AlwaysInlineAttr>() && function->hasAttr<clang::NoDebugAttr>();
}

}  // namespace

// Of system headers, C++ is lifted where the catalog does not know better: most of its library is there as text. So
// are a processor's intrinsics.
bool Unit::IsLifted(const clang::FunctionDecl* function) const {
  if (OpaqueLibraryOf(function))
    return true;
  const clang::FunctionDecl* definition = function->getDefinition();
  if (!definition || !definition->getBody())
    return llvm::isa<clang::CXXMethodDecl>(function) &&
           llvm::cast<clang::CXXMethodDecl>(function)->isLambdaStaticInvoker();
  if (!ast_.getSourceManager().isInSystemHeader(definition->getLocation()))
    return !IsCxx() || !IsEigens(function) || !RowFor(function);
  const bool is_followed = (IsCxx() && !definition->isExternC()) || IsIntrinsic(definition) || IsRuntimes(definition);
  return is_followed && !RowFor(function);
}

bool Unit::IsLibrarys(const clang::FunctionDecl* function) const {
  return !IsLifted(function) && std::ranges::all_of(function->redecls(), [&](const clang::FunctionDecl* declaration) {
    return declaration->isImplicit() || ast_.getSourceManager().isInSystemHeader(declaration->getLocation());
  });
}

// Objects that know where they are (their own constructors say so) are made where they will stay.
bool IsIndirect(QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->canPassInRegisters();
}

const clang::FieldDecl* FieldNamed(const clang::RecordDecl* record, llvm::StringRef name) {
  for (const clang::FieldDecl* field : record->fields())
    if (field->getName() == name)
      return field;
  return nullptr;
}

rir::FunctionId Unit::FunctionOf(const clang::FunctionDecl* function) {
  function = function->getCanonicalDecl();
  const auto found = functions_.find(function);
  if (found != functions_.end())
    return found->second;
  const clang::FunctionDecl* definition = function->getDefinition();
  const clang::FunctionDecl* shown = definition ? definition : function;
  rir::Function made;
  made.name = NameOf(function);
  const std::string link_name = LinkNameOf(GlobalOf(function));
  made.link_name = function->isExternallyVisible() ? link_name : FileOf(shown->getLocation()) + "::" + link_name;
  made.result = TypeOf(IsIndirect(function->getReturnType()) ? ast_.VoidTy : function->getReturnType());
  made.is_variadic = function->isVariadic();
  made.is_defined = IsLifted(function);
  const clang::GVALinkage linkage = IsCxx() ? ast_.GetGVALinkageForFunction(shown) : clang::GVA_StrongExternal;
  made.is_inline =
      linkage == clang::GVA_DiscardableODR || linkage == clang::GVA_StrongODR || OpaqueLibraryOf(function) != nullptr;
  made.declared = At(shown->getLocation());
  const auto id = static_cast<rir::FunctionId>(module_.functions.size());
  functions_[function] = id;
  if (made.is_defined)
    pending_.push_back(shown);
  module_.functions.push_back(std::move(made));
  return id;
}

rir::StringId Unit::StringOf(llvm::StringRef text) {
  const auto [place, is_new] = strings_.try_emplace(text.str(), static_cast<rir::StringId>(module_.strings.size()));
  if (is_new)
    module_.strings.push_back(text.str());
  return place->second;
}

// Whether it is the standard library's, however deep.
bool Unit::IsStd(const clang::Decl* decl) {
  for (const clang::DeclContext* scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
        space &&
        (space->isStdNamespace() || (space->getName() == "__gnu_cxx" && space->getParent()->isTranslationUnit())))
      return true;
  return false;
}

// std::random_device::_M_getval, whatever the arguments of templates and the inline namespaces are.
std::string Unit::PlainName(const clang::NamedDecl* decl) {
  std::string name = decl->getNameAsString();
  for (const clang::DeclContext* scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* outer = llvm::dyn_cast<clang::NamedDecl>(scope); outer && !scope->isInlineNamespace())
      name = outer->getNameAsString() + "::" + name;
  return name;
}

// The outermost namespace that it stands in; empty: none.
static llvm::StringRef OutermostName(const clang::Decl* decl) {
  const clang::DeclContext* outermost = decl->getDeclContext();
  while (!outermost->isTranslationUnit() && !outermost->getParent()->isTranslationUnit())
    outermost = outermost->getParent();
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(outermost);
  return space == nullptr ? "" : space->getName();
}

// CUB's functions of the whole device, where what they are handed are pointers, numbers and operators without state:
// iterators of other kinds compute what they read.
bool Unit::IsCub(const clang::FunctionDecl* function) {
  const bool computes = llvm::any_of(function->parameters(), [](const clang::ParmVarDecl* param) {
    const auto* record = param->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return record != nullptr && !(record->hasDefinition() && record->isEmpty());
  });
  return !computes && PlainName(function).starts_with("cub::Device");
}

// Eigen's loops over blocks, where the whole of a product is known. Programs often bring their copy of Eigen along, so
// that its headers need not be a system's.
bool Unit::IsEigens(const clang::Decl* decl) {
  return OutermostName(decl) == "Eigen";
}

namespace {

// The row of the overload, where it has one of its own: by the record that an argument points to.
const catalog::Row* OfOverload(const catalog::Catalog& catalog, const catalog::Row& row,
                               const clang::FunctionDecl* function) {
  for (const clang::ParmVarDecl* param : function->parameters()) {
    const clang::QualType pointee = param->getType()->getPointeeType();
    const auto* record = pointee.isNull() ? nullptr : pointee->getAsRecordDecl();
    const catalog::Row* own = record == nullptr ? nullptr : catalog.FindOf(row.name, record->getName());
    if (own != nullptr)
      return own;
  }
  return &row;
}

}  // namespace

// Whether it is declared by the runtime's headers, which rewritten programs include, installed or not.
bool Unit::IsRuntimes(const clang::Decl* decl) const {
  const clang::SourceManager& sources = ast_.getSourceManager();
  const llvm::StringRef file = sources.getFilename(sources.getSpellingLoc(decl->getLocation()));
  return llvm::sys::path::filename(llvm::sys::path::parent_path(file)) == "detrain";
}

// The catalog speaks of the library's functions: a function that only user files declare may be the user's own, of
// another file, unless the user's model says so.
const catalog::Row* Unit::RowFor(const clang::FunctionDecl* function) const {
  if (IsCxx() && (IsStd(function) || IsOfOwnText(function, ast_.getSourceManager())))
    return catalog_.Find(PlainName(function));
  if (IsCxx() && (IsCub(function) || IsEigens(function) || OutermostName(function) == "nvcuda")) {
    const catalog::Row* row = catalog_.Find(PlainName(function));
    return row && row->parameters.size() == function->getNumParams() ? row : nullptr;
  }
  if (!function->getIdentifier() || llvm::isa<clang::CXXMethodDecl>(function))
    return nullptr;
  std::string_view name = function->getName();
  const bool is_builtin = function->getBuiltinID() != 0;
  const catalog::Row* row = catalog_.Find(name);
  if (!row && is_builtin && name.starts_with("__builtin_"))
    row = catalog_.Find(name.substr(std::string_view("__builtin_").size()));
  constexpr std::string_view runtimes = "detrain_";
  const bool is_runtimes = name.starts_with(runtimes) && IsRuntimes(function);
  if (!row && is_runtimes)  // `#define malloc detrain_malloc`: it keeps the contract of the C library's
    row = catalog_.Find(name.substr(runtimes.size()));
  if (!row || row->is_user || is_builtin || is_runtimes)
    return row;
  // C++ overloads of the C library's functions are C++ by name and C by symbol: `const char* strchr(const char*, int)`.
  // A static function of a C header is C by where it stands.
  const auto* symbol = function->getAttr<clang::AsmLabelAttr>();
  const bool is_c = function->isInExternCContext() || (symbol != nullptr && symbol->getLabel() == row->name);
  if (!is_c && IsCxx() && !row->is_cxx)
    return nullptr;
  for (const clang::FunctionDecl* declaration : function->redecls())
    if (ast_.getSourceManager().isInSystemHeader(declaration->getLocation()) || declaration->isImplicit())
      return OfOverload(catalog_, *row, function);
  return nullptr;
}

}  // namespace detrain::lift
