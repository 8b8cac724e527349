// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries of opaque objects (catalog: "opaque"), such as libtorch. Their classes are handles, and so are those of the
// standard library that are made of them; their functions have a body that is made of what the catalog says of their
// names: they read the objects that they are given, and what all objects of the library hold is two pieces of hidden
// memory, the numbers and the rest.
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::QualType;
using rir::Operand;

// A namespace called as one of a library's is the library's only where it has one of the classes that the catalog
// knows.
bool Unit::HasOpaqueLibrary() {
  for (const clang::Decl* decl : ast_.getTranslationUnitDecl()->decls()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl);
    if (!space || !space->getIdentifier() || !catalog_.LibraryOf(space->getName()))
      continue;
    for (const clang::Decl* member : space->decls())
      if (const auto* record = llvm::dyn_cast<CXXRecordDecl>(member);
          record && !catalog_.ObjectName(PlainName(record)).empty())
        return true;
  }
  return false;
}

const catalog::Library* Unit::LibraryAround(const clang::Decl* decl) const {
  if (!has_opaque_library_)
    return nullptr;
  const clang::NamespaceDecl* outermost = nullptr;
  for (const clang::DeclContext* scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope))
      outermost = space;
  return outermost && outermost->getIdentifier() ? catalog_.LibraryOf(outermost->getName()) : nullptr;
}

namespace {

using Find = llvm::function_ref<const catalog::Library*(QualType)>;

const catalog::Library* LibraryOfArgument(const clang::TemplateArgument& argument, Find find) {
  if (argument.getKind() == clang::TemplateArgument::Type)
    return find(argument.getAsType());
  if (argument.getKind() == clang::TemplateArgument::Pack)
    for (const clang::TemplateArgument& part : argument.pack_elements())
      if (const catalog::Library* library = LibraryOfArgument(part, find))
        return library;
  return nullptr;
}

}  // namespace

// The type itself, or what it leads to, or what a template of the standard library is made of.
const catalog::Library* Unit::LibraryOf(QualType type) const {
  while (!type.isNull() && (type->isPointerType() || type->isReferenceType() || type->isArrayType()))
    type = type->isArrayType() ? QualType(type->getArrayElementTypeNoTypeQual(), 0) : type->getPointeeType();
  if (type.isNull())
    return nullptr;
  if (const auto* function = type->getAs<clang::FunctionProtoType>()) {
    const catalog::Library* library = LibraryOf(function->getReturnType());
    for (const QualType parameter : function->getParamTypes())
      library = library ? library : LibraryOf(parameter);
    return library;
  }
  const auto* record = type->getAsCXXRecordDecl();
  return record ? OpaqueLibraryOf(record) : nullptr;
}

const catalog::Library* Unit::OpaqueLibraryOf(const CXXRecordDecl* record) const {
  if (!has_opaque_library_)
    return nullptr;
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  const catalog::Library* own = LibraryAround(record);
  const bool is_transparent =
      own && special && record->getIdentifier() && llvm::is_contained(own->transparent, record->getName().str());
  if (own && !is_transparent)
    return own;
  if (!special || !(is_transparent || IsStd(record)))
    return nullptr;
  const auto find = [this](QualType type) { return LibraryOf(type); };
  for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray())
    if (const catalog::Library* library = LibraryOfArgument(argument, find))
      return library;
  return nullptr;
}

const catalog::Library* Unit::OpaqueLibraryOf(const FunctionDecl* function) const {
  if (!has_opaque_library_ || function->isNoReturn())
    return nullptr;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
    return OpaqueLibraryOf(method->getParent());
  if (const catalog::Library* library = LibraryAround(function))
    return library;
  if (!IsStd(function))
    return nullptr;
  const catalog::Library* library = LibraryOf(function->getReturnType());
  for (const clang::ParmVarDecl* parameter : function->parameters())
    library = library ? library : LibraryOf(parameter->getType());
  return library;
}

// "torch::Tensor" for what is one or derives from it; of other classes the name itself.
std::string Unit::ObjectName(const CXXRecordDecl* record) {
  std::string_view known = catalog_.ObjectName(PlainName(record));
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (special && IsStd(record) && special->getTemplateArgs().size() > 0 &&
      special->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type)
    if (const auto* part = special->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl())
      known = catalog_.ObjectName(PlainName(record) + "<" + ObjectName(part) + ">");
  if (const catalog::Library* library = OpaqueLibraryOf(record); library && library->is_made_again)
    return PlainName(record) + rir::kMadeAgain;
  if (const catalog::Library* library = LibraryAround(record);
      library && catalog::IsNamed(library->values, record->getNameAsString()))
    return PlainName(record) + rir::kValue;
  if (known.empty() && record->hasDefinition())
    record->forallBases([&](const CXXRecordDecl* base) {
      known = known.empty() ? catalog_.ObjectName(PlainName(base)) : known;
      return true;
    });
  return known.empty() ? PlainName(record) : std::string(known);
}

namespace {

std::string NameOf(const FunctionDecl* function) {
  return function->getNameAsString();
}

// What a class template of the library that holds a module stands for: the module's own class.
std::string ClassOf(const FunctionDecl* function, const catalog::Library& library) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!method)
    return "";
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
  if (special && llvm::is_contained(library.transparent, special->getName().str()) &&
      special->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type)
    if (const auto* held = special->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl())
      return held->getNameAsString();
  return method->getParent()->getNameAsString();
}

bool IsNumber(QualType type) {
  return type->isArithmeticType() || type->isEnumeralType();
}

QualType Behind(QualType type) {
  return type->isPointerType() || type->isReferenceType() ? type->getPointeeType() : type;
}

}  // namespace

// Where a class of the program's has a virtual base of the library's, its table of functions is the library's affair: a
// call finds the function of the class that it names.
bool Unit::IsLaidOutByLibrary(const CXXRecordDecl* record) const {
  return record->hasDefinition() && llvm::any_of(record->vbases(), [&](const clang::CXXBaseSpecifier& base) {
           return OpaqueLibraryOf(base.getType()->getAsCXXRecordDecl()) != nullptr;
         });
}

// The library's function as the catalog has it.
class LibraryFunction {
 public:
  LibraryFunction(Body& body, const FunctionDecl* function, const catalog::Library& library)
      : body_(body),
        unit_(body.unit_),
        function_(function),
        method_(llvm::dyn_cast<clang::CXXMethodDecl>(function)),
        library_(library),
        name_(NameOf(function)),
        class_(ClassOf(function, library)) {}

  void Lift() {
    if (llvm::isa<clang::CXXDestructorDecl>(function_))
      return;
    if (const clang::ParmVarDecl* code = CodeOfProgram()) {
      unit_.Opaque(code->getLocation(), "code of the program that " + library_.name + " calls");
      Unknown("code that " + name_ + " calls");
    }
    ReadArguments();
    Draw();
    Time();
    Change();
    Reach();
    Print();
    WriteArguments();
    Return();
  }

 private:
  bool Is(const std::vector<std::string>& patterns) const { return catalog::IsNamed(patterns, class_, name_); }
  bool IsConstructor() const { return llvm::isa<clang::CXXConstructorDecl>(function_); }
  bool IsAssignment() const { return name_ == "operator="; }
  // x[0] = y
  bool IsAssignmentThrough() const {
    return IsAssignment() && method_ && method_->getRefQualifier() == clang::RQ_RValue;
  }
  bool IsObject(QualType type) const { return unit_.LibraryOf(type) != nullptr; }

  Operand Parameter(const clang::ParmVarDecl* parameter) const {
    const rir::RegionId region = body_.locals_.find(parameter)->second;
    const QualType type = parameter->getType();
    if (IsIndirect(type))
      return body_.Load(Operand::Region(region), unit_.ast().VoidPtrTy);
    return IsInMemory(type) ? Operand::Region(region) : body_.Load(Operand::Region(region), type);
  }

  // A closure, or an object of the program's that has functions of the library to override.
  const clang::ParmVarDecl* CodeOfProgram() const {
    for (const clang::ParmVarDecl* parameter : function_->parameters()) {
      const QualType type = Behind(parameter->getType());
      const auto* record = type->getAsCXXRecordDecl();
      if (type->isFunctionType() || (record && record->isLambda()) || (record && IsDataOfProgram(record)))
        return parameter;
    }
    return nullptr;
  }
  bool IsDataOfProgram(const CXXRecordDecl* record) const {
    if (unit_.LibraryOf(unit_.ast().getCanonicalTagType(record)) || !record->hasDefinition() ||
        name_ == "register_module")
      return false;
    bool derives = false;
    record->forallBases([&](const CXXRecordDecl* base) {
      derives = derives || unit_.OpaqueLibraryOf(base) != nullptr;
      return true;
    });
    return derives && IsStored();
  }
  // Kept by the library, which calls it later: a copy of the object is handed over.
  bool IsStored() const { return !method_ || IsConstructor(); }

  void Unknown(const std::string& reason) {
    rir::OpaqueOp op{reason, {}};
    for (const clang::ParmVarDecl* parameter : function_->parameters())
      op.args.push_back(Parameter(parameter));
    body_.Emit(std::move(op));
  }

  Operand Element(const char* what, QualType type) {
    const Unit::Hidden hidden = unit_.HiddenRegion(library_.name + "::" + what, {});
    return body_.IndexAddress(Operand::Region(hidden.region), body_.Math("element", {}, body_.Int(64)), type,
                              std::nullopt);
  }
  Operand Numbers() { return Element("values", unit_.ast().FloatTy); }
  Operand Others() { return Element("objects", unit_.ast().UnsignedCharTy); }

  void Read(Operand address, QualType type, int depth) {
    const auto* record = type->getAsCXXRecordDecl();
    if (type->isIncompleteType() || unit_.IsStream(type) || type->isFunctionType())
      return;
    if (record && !unit_.IsHandle(type)) {
      for (const clang::CXXBaseSpecifier& base : record->bases())
        if (const auto* of = base.getType()->getAsCXXRecordDecl(); of && !base.isVirtual() && !of->isEmpty())
          Read(body_.BaseAddress(address, record, of), base.getType(), depth);
      for (const clang::FieldDecl* field : record->fields())
        if (!field->isBitField())
          Read(body_.FieldAddress(address, field), field->getType(), depth);
    } else if (const auto* array = unit_.ast().getAsConstantArrayType(type)) {
      const Operand any = body_.Math("element", {}, body_.Int(64));
      Read(body_.IndexAddress(address, any, array->getElementType(), std::nullopt), array->getElementType(), depth);
    } else if (type->isPointerType()) {
      if (depth > 0 && !type->isVoidPointerType() && !type->isFunctionPointerType()) {
        const Operand any = body_.Math("element", {}, body_.Int(64));
        const Operand block = body_.Load(address, type);
        Read(body_.IndexAddress(block, any, type->getPointeeType(), std::nullopt), type->getPointeeType(), depth - 1);
      }
    } else {
      inputs_.push_back(body_.Load(address, type->isScalarType() ? type : unit_.ast().UnsignedCharTy));
    }
  }

  void ReadArguments() {
    bool has_objects = false;
    if (method_ && method_->isInstance()) {
      has_objects = !IsConstructor() && !IsAssignment();
      if (has_objects || IsAssignmentThrough())
        Read(body_.Load(Operand::Region(body_.this_), unit_.ast().VoidPtrTy), ThisType(), 0);
    }
    for (const clang::ParmVarDecl* parameter : function_->parameters()) {
      const QualType type = parameter->getType();
      has_objects = has_objects || (IsObject(type) && !IsConstructor() && !IsAssignment());
      if (IsNumber(type))
        inputs_.push_back(Parameter(parameter));
      else if (!type->isMemberPointerType() && !type->isNullPtrType())
        Read(Parameter(parameter), Behind(type), 1);
    }
    if (!has_objects && !IsAssignmentThrough())
      return;
    inputs_.push_back(body_.Load(Numbers(), unit_.ast().FloatTy));
    inputs_.push_back(body_.Load(Others(), unit_.ast().UnsignedCharTy));
  }

  void Draw() {
    const auto stream = [&] {
      return Operand::Region(unit_.HiddenRegion(library_.name + "::default_generator", {}).region);
    };
    if (Is(library_.seeds))
      body_.Emit(rir::SeedOp{stream(), inputs_, library_.name + "::" + name_});
    else if (Is(library_.draws))
      inputs_.push_back(body_.EmitValue(rir::DrawOp{stream(), {}, library_.name + "::" + name_}, body_.Int(64)));
  }

  // Memory of the program that it is handed, in a map of pointers too; what lies behind handles is a library's. What a
  // map with the library's objects in it leads to is not followed.
  void Reach() {
    if (!Is(library_.reaches))
      return;
    const std::string name = function_->getQualifiedNameAsString();
    rir::OpaqueOp op{name, {}};
    for (const clang::ParmVarDecl* parameter : function_->parameters()) {
      const QualType type = Behind(parameter->getType());
      op.is_anywhere = op.is_anywhere || IsObject(type);
      if (parameter->getIdentifier() && catalog::IsNamed(library_.scratch, parameter->getName()))
        body_.Emit(rir::FillOp{Parameter(parameter), Math("scratch", unit_.ast().IntTy),
                               Math("scratch.bytes", unit_.ast().LongTy), name});
      else if (!unit_.IsHandle(type))
        op.args.push_back(Parameter(parameter));
    }
    op.is_within = !op.is_anywhere;
    op.args.push_back(Math("does", unit_.ast().LongTy));
    unit_.Opaque(function_->getLocation(), name);
    body_.Emit(std::move(op));
  }

  void Time() {
    if (!Is(library_.times))
      return;
    rir::InputOp op;
    op.source = rir::Source::Clock;
    op.targets = {{Others(), Operand::Int(1)}};
    op.callee = function_->getQualifiedNameAsString();
    body_.Emit(std::move(op));
    inputs_.push_back(body_.Load(Others(), unit_.ast().UnsignedCharTy));
  }

  void Change() {
    const bool updates = Is(library_.updates);
    const bool is_state =
        method_ && method_->isInstance() && !method_->isConst() && !IsConstructor() && !IsAssignment();
    if (updates)
      body_.Store(Numbers(), Math("numbers", unit_.ast().FloatTy), unit_.ast().FloatTy);
    if (updates || is_state || IsAssignmentThrough() || Is(library_.changes))
      body_.Store(Others(), Math("state", unit_.ast().UnsignedCharTy), unit_.ast().UnsignedCharTy);
    if (Is(library_.shares)) {
      unit_.Opaque(function_->getLocation(), "memory that a tensor shares with the program");
      Unknown("memory that a tensor shares with the program");
    }
  }

  // std::cout << tensor
  void Print() {
    for (const clang::ParmVarDecl* parameter : function_->parameters()) {
      if (!parameter->getType()->isReferenceType() || !unit_.IsStream(parameter->getType()))
        continue;
      rir::OutputOp op;
      op.sink = rir::Sink::File;
      op.handle = Parameter(parameter);
      op.args = inputs_;
      op.callee = name_;
      body_.Emit(std::move(op));
    }
  }

  Operand Math(const char* what, QualType type) {
    return body_.Math(library_.name + "::" + name_ + "." + what, inputs_, unit_.TypeOf(type));
  }

  QualType ThisType() const { return unit_.ast().getCanonicalTagType(method_->getParent()); }

  // Of objects with state only what they lead to changes, but where they are made or assigned.
  void WriteArguments() {
    if (method_ && method_->isInstance()) {
      const bool is_value = !method_->isConst() && !unit_.HasState(method_->getParent());
      if (IsConstructor() || (IsAssignment() && !IsAssignmentThrough()) || is_value)
        Fill(body_.Load(Operand::Region(body_.this_), unit_.ast().VoidPtrTy), ThisType());
    }
    for (const clang::ParmVarDecl* parameter : function_->parameters()) {
      const QualType type = Behind(parameter->getType());
      const bool is_target = parameter->getType()->isLValueReferenceType() || parameter->getType()->isPointerType();
      if (is_target && !type.isConstQualified() && type->isScalarType())
        body_.Store(Parameter(parameter), Math("out", type), type);
    }
  }

  void Fill(Operand object, QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    if (record && !unit_.IsHandle(type) && record->getNameAsString() == "basic_string")
      return body_.SetText(object, record->getDefinition(), Math("text", unit_.ast().LongTy));
    const std::uint64_t size = unit_.SizeOf(type);
    body_.Emit(rir::FillOp{object, Math("object", unit_.ast().IntTy), Operand::Int(static_cast<std::int64_t>(size)),
                           library_.name + "::" + name_});
    if (record && !unit_.IsHandle(type) && HasPointers(record))
      unit_.Opaque(function_->getLocation(), "an object that " + library_.name + " makes");
  }

  static bool HasPointers(const CXXRecordDecl* record) {
    return llvm::any_of(record->fields(), [](const clang::FieldDecl* field) {
      const auto* inner = field->getType()->getAsCXXRecordDecl();
      return field->getType()->isPointerType() || (inner && inner->hasDefinition() && HasPointers(inner));
    });
  }

  // An object that the function was given by value, and hands back: register_module("fc", module).
  const clang::ParmVarDecl* HandedBack() const {
    for (const clang::ParmVarDecl* parameter : function_->parameters())
      if (unit_.ast().hasSameUnqualifiedType(parameter->getType(), function_->getReturnType()))
        return parameter;
    return nullptr;
  }

  void Return() {
    const QualType type = function_->getReturnType();
    if (type->isVoidType() || IsConstructor())
      return;
    if (type->isReferenceType() || type->isPointerType())
      return body_.ReturnValue(Address(type->getPointeeType()));
    if (IsNumber(type) && (Is(library_.ones) || Is(library_.zeros)))
      return body_.ReturnValue(Operand::Int(Is(library_.ones) ? 1 : 0));
    if (!IsInMemory(type))
      return body_.ReturnValue(IsNumber(type) ? Math("result", type) : Operand::Null());
    const bool is_indirect = body_.result_ != rir::kNone;
    const Operand made = is_indirect ? body_.Load(Operand::Region(body_.result_), unit_.ast().VoidPtrTy)
                                     : Operand::Region(body_.Temporary(type));
    const clang::ParmVarDecl* handed = unit_.IsHandle(type) ? nullptr : HandedBack();
    if (handed) {
      body_.CopyRecord(made, Parameter(handed), type);
      body_.Zero(Parameter(handed), type);
    } else {
      Fill(made, type);
    }
    body_.ReturnValue(is_indirect ? Operand() : made);
  }

  // What the function returns the address of.
  Operand Address(QualType pointee) {
    if (method_ && method_->isInstance() && unit_.ast().hasSameUnqualifiedType(pointee, ThisType()))
      return body_.Load(Operand::Region(body_.this_), unit_.ast().VoidPtrTy);
    for (const clang::ParmVarDecl* parameter : function_->parameters())
      if (parameter->getType()->isLValueReferenceType() &&
          unit_.ast().hasSameType(Behind(parameter->getType()), pointee))
        return Parameter(parameter);
    if (pointee->isRealFloatingType())
      return Numbers();
    return Others();
  }

  Body& body_;
  Unit& unit_;
  const FunctionDecl* function_;
  const clang::CXXMethodDecl* method_;
  const catalog::Library& library_;
  std::string name_, class_;
  std::vector<Operand> inputs_;
};

bool Unit::HasState(const CXXRecordDecl* record) {
  const std::string name = ObjectName(record);
  return name != PlainName(record) && !name.ends_with(rir::kValue);
}

rir::Function Body::LiftLibraryFunction(rir::Function declared, const catalog::Library& library) {
  fn_.link_name = declared.link_name;
  place_ = function_->getLocation();
  DeclareParameters(declared);
  LibraryFunction(*this, function_, library).Lift();
  return Define(std::move(declared));
}

}  // namespace detrain::lift
