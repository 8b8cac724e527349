// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/lift/cuda_facts.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/load/load.h"

namespace detrain::lift {

using clang::Expr;
using llvm::dyn_cast;

bool IsOfOwnText(const clang::Decl* decl, const clang::SourceManager& sources) {
  return load::IsEmbedded(sources.getFilename(sources.getExpansionLoc(decl->getLocation())).str());
}

bool IsAnnotated(const clang::Decl* decl, llvm::StringRef text) {
  return llvm::any_of(decl->specific_attrs<clang::AnnotateAttr>(),
                      [&](const clang::AnnotateAttr* attr) { return attr->getAnnotation() == text; });
}

bool IsShared(const clang::VarDecl* variable) {
  return variable->hasAttr<clang::CUDASharedAttr>() || IsAnnotated(variable, "detrain:shared");
}

bool IsDynamicShared(const clang::VarDecl* variable) {
  return IsShared(variable) && variable->hasExternalStorage();
}

bool IsKernel(const clang::FunctionDecl* function) {
  return function->hasAttr<clang::CUDAGlobalAttr>();
}

std::string AtomicOperator(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, const char*> operators[] = {
      {"atomicAdd", "+"},   {"atomicSub", "-"},   {"atomicMin", "min"}, {"atomicMax", "max"},
      {"atomicAnd", "&"},   {"atomicOr", "|"},    {"atomicXor", "^"},   {"atomicExch", "="},
      {"atomicInc", "inc"}, {"atomicDec", "dec"}, {"atomicCAS", "cas"}};
  if (!name.consume_back("_system"))
    name.consume_back("_block");
  for (const auto& [function, text] : operators)
    if (name == function)
      return text;
  return {};
}

namespace {

template <std::size_t n>
bool BeginsWithOne(llvm::StringRef name, const std::array<llvm::StringLiteral, n>& prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

// The outermost namespaces of CUDA's libraries of collective operations.
llvm::StringRef OuterNamespace(const clang::Decl* decl) {
  llvm::StringRef name;
  for (const clang::DeclContext* scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = dyn_cast<clang::NamespaceDecl>(scope))
      name = space->getName();
  return name;
}

DeviceCall GroupCall(llvm::StringRef name) {
  static constexpr std::array<llvm::StringLiteral, 12> exchanges = {"shfl",   "any",    "all",       "ballot",
                                                                    "match",  "reduce", "inclusive", "exclusive",
                                                                    "invoke", "binary", "labeled",   "coalesced"};
  if (name == "sync" || name == "barrier_arrive" || name == "barrier_wait")
    return DeviceCall::Barrier;
  if (name.contains("async") || name == "wait" || name == "wait_prior")
    return DeviceCall::Unmodelled;
  return BeginsWithOne(name, exchanges) ? DeviceCall::Exchange : DeviceCall::Lane;
}

bool MayWriteTo(clang::QualType type) {
  return (type->isPointerType() || type->isReferenceType()) && !type->getPointeeType().isConstQualified() &&
         !type->getPointeeType()->isFunctionType() && !type->isRValueReferenceType();
}

// Whether it can write to what its arguments lead to.
bool MayWrite(const clang::FunctionDecl* callee) {
  return llvm::any_of(callee->parameters(), [](const auto* parameter) { return MayWriteTo(parameter->getType()); });
}

DeviceCall IntrinsicOf(llvm::StringRef name) {
  static constexpr std::array<llvm::StringLiteral, 6> loads = {"__ldg",  "__ldcg", "__ldca",
                                                               "__ldcs", "__ldlu", "__ldcv"};
  static constexpr std::array<llvm::StringLiteral, 4> stores = {"__stwb", "__stcg", "__stcs", "__stwt"};
  static constexpr std::array<llvm::StringLiteral, 10> exchanges = {
      "__shfl", "__any", "__all", "__ballot", "__match_", "__reduce_", "__uni", "__activemask", "__vote", "__barrier"};
  static constexpr std::array<llvm::StringLiteral, 8> textures = {"tex1D",  "tex2D",  "tex3D",  "texCubemap",
                                                                  "surf1D", "surf2D", "surf3D", "surfCubemap"};
  if (llvm::is_contained(loads, name))
    return DeviceCall::Load;
  if (llvm::is_contained(stores, name))
    return DeviceCall::Store;
  if (!AtomicOperator(name).empty())
    return DeviceCall::Atomic;
  if (name == "__syncthreads" || name == "__syncwarp")
    return DeviceCall::Barrier;
  if (name.starts_with("__syncthreads_"))
    return DeviceCall::Vote;
  if (name.starts_with("__threadfence"))
    return DeviceCall::Fence;
  if (name == "clock64" || name == "__globaltimer" || name == "clock")
    return DeviceCall::Clock;
  if (name == "__nanosleep" || name == "__brkpt" || name == "__prof_trigger")
    return DeviceCall::Nothing;
  if (BeginsWithOne(name, textures))
    return DeviceCall::Unmodelled;
  return BeginsWithOne(name, exchanges) ? DeviceCall::Exchange : DeviceCall::None;
}

}  // namespace

bool GivesNumbers(const clang::FunctionDecl* callee) {
  static constexpr std::array<llvm::StringLiteral, 9> classes = {
      "BlockScan",    "WarpScan",     "BlockRadixSort",     "BlockMergeSortStrategy", "BlockExchange",
      "WarpExchange", "BlockShuffle", "BlockDiscontinuity", "BlockAdjacentDifference"};
  const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
  return method != nullptr && method->getParent()->getIdentifier() != nullptr &&
         llvm::is_contained(classes, method->getParent()->getName()) &&
         llvm::none_of(callee->parameters(), [](const clang::ParmVarDecl* parameter) {
           const auto* record = parameter->getType()->isLValueReferenceType()
                                    ? parameter->getType()->getPointeeType()->getAsCXXRecordDecl()
                                    : nullptr;
           const bool is_operator = record != nullptr && parameter->getName().contains("op");  // which may have a state
           return parameter->getType()->isPointerType() || is_operator;
         });
}

Given GivenThrough(const clang::ParmVarDecl* parameter) {
  const llvm::StringRef name = parameter->getName();
  if (!parameter->getType()->isReferenceType() || !MayWriteTo(parameter->getType()) || name.contains("input"))
    return Given::Nothing;
  if (name.contains("aggregate"))
    return Given::ForAll;
  return name.contains("output") ? Given::Result : Given::InPlace;
}

std::string LaunchVariableOf(const clang::CXXRecordDecl* record) {
  llvm::StringRef name = record && record->getIdentifier() ? record->getName() : llvm::StringRef();
  return name.consume_front("__cuda_builtin_") && name.consume_back("_t") ? name.str() : "";
}

DeviceCall DeviceCallOf(const clang::FunctionDecl* callee, const clang::ASTContext& ast) {
  if (ast.getLangOpts().CUDA && callee->getBuiltinID() != 0 && callee->getIdentifier())
    return IntrinsicOf(callee->getName());  // __syncthreads is Clang's own
  if (!ast.getLangOpts().CUDA || !ast.getSourceManager().isInSystemHeader(callee->getLocation()) ||
      llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(callee) ||
      callee->getOverloadedOperator() == clang::OO_Equal)
    return DeviceCall::None;
  const auto* method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && !LaunchVariableOf(method->getParent()).empty())
    return llvm::isa<clang::CXXConversionDecl>(method) ? DeviceCall::Numbers : DeviceCall::None;
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const llvm::StringRef space = OuterNamespace(callee);
  if (space == "cooperative_groups")
    return GroupCall(name);
  if (space == "thrust")  // of NVIDIA's text; ours can be followed
    return IsOfOwnText(callee, ast.getSourceManager()) ? DeviceCall::None : DeviceCall::Unmodelled;
  if (space == "cub" && name == "Alias")  // the storage under its other type: as its text has it
    return DeviceCall::None;
  if (space == "cub" || space == "nvcuda")
    return MayWrite(callee) && !GivesNumbers(callee) ? DeviceCall::Unmodelled : DeviceCall::Exchange;
  if (!callee->hasAttr<clang::CUDADeviceAttr>() || !space.empty() || name.starts_with("make_"))
    return DeviceCall::None;
  if (const DeviceCall intrinsic = IntrinsicOf(name); intrinsic != DeviceCall::None)
    return intrinsic;
  if (name == "printf" || name == "malloc" || name == "free" || name == "memcpy" || name == "memset" ||
      name.starts_with("__assert"))
    return DeviceCall::None;
  const bool is_integer = callee->getReturnType()->isIntegerType();
  if (is_integer && (name == "min" || name == "umin" || name == "llmin" || name == "ullmin"))
    return DeviceCall::Least;
  if (is_integer && (name == "max" || name == "umax" || name == "llmax" || name == "ullmax"))
    return DeviceCall::Greatest;
  return MayWrite(callee) ? DeviceCall::None : DeviceCall::Pure;
}

std::string LaunchIndex(const Expr* expr) {
  const auto* pseudo = dyn_cast<clang::PseudoObjectExpr>(expr->IgnoreParenImpCasts());
  const auto* property =
      pseudo ? dyn_cast<clang::MSPropertyRefExpr>(pseudo->getSyntacticForm()->IgnoreParens()) : nullptr;
  if (!property)
    return "";
  clang::QualType type = property->getBaseExpr()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const std::string variable = LaunchVariableOf(type->getAsCXXRecordDecl());
  return variable.empty() ? "" : variable + "." + property->getPropertyDecl()->getNameAsString();
}

namespace {

class Walk {
 public:
  explicit Walk(const clang::ASTContext& ast) : ast_(ast) {}

  void Function(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = function->getDefinition();
    if (definition && definition->getBody() && seen_.insert(definition).second)
      Statement(definition->getBody());
  }

  KernelFacts facts;

 private:
  void Statement(const clang::Stmt* stmt) {
    if (!stmt)
      return;
    if (const auto* call = dyn_cast<clang::CallExpr>(stmt))
      Call(call->getDirectCallee());
    if (const auto* made = dyn_cast<clang::CXXConstructExpr>(stmt))
      Call(made->getConstructor());
    if (const auto* product = dyn_cast<clang::BinaryOperator>(stmt); product && product->getOpcode() == clang::BO_Mul) {
      Number(product->getLHS(), product->getRHS());
      Number(product->getRHS(), product->getLHS());
    }
    if (const auto* named = dyn_cast<clang::DeclRefExpr>(stmt))
      Name(named->getDecl());
    for (const clang::Stmt* child : stmt->children())
      Statement(child);
  }

  void Call(const clang::FunctionDecl* callee) {
    if (!callee)
      return;
    const DeviceCall call = DeviceCallOf(callee, ast_);
    facts.exchanges = facts.exchanges || call == DeviceCall::Barrier || call == DeviceCall::Vote ||
                      call == DeviceCall::Fence || call == DeviceCall::Exchange || call == DeviceCall::Unmodelled;
    if (call != DeviceCall::None)
      return;
    const bool is_known = callee->getDefinition() || callee->getBuiltinID() != 0 || callee->isNoReturn();
    facts.exchanges = facts.exchanges || !is_known;  // whatever it does
    Function(callee);
  }

  void Number(const Expr* block, const Expr* by) {
    const std::string index = LaunchIndex(block);
    if (!index.starts_with("blockIdx."))
      return;
    const bool is_size = LaunchIndex(by) == "blockDim." + index.substr(index.size() - 1);
    if (is_size || (!by->isValueDependent() && by->getIntegerConstantExpr(ast_)))
      facts.is_numbered[static_cast<std::size_t>(index.back() - 'x')] = true;
  }

  void Name(const clang::ValueDecl* decl) {
    const auto* variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable || !IsShared(variable))
      return;
    variable = variable->getCanonicalDecl();
    if (!llvm::is_contained(facts.shared, variable))
      facts.shared.push_back(variable);
  }

  const clang::ASTContext& ast_;
  std::set<const clang::FunctionDecl*> seen_;
};

}  // namespace

KernelFacts FactsOf(const clang::FunctionDecl* kernel, const clang::ASTContext& ast) {
  Walk walk(ast);
  walk.Function(kernel);
  const bool is_elsewhere = kernel->getDefinition() == nullptr;  // in another unit, whatever it does there
  walk.facts.exchanges = walk.facts.exchanges || !walk.facts.shared.empty() || is_elsewhere;
  return walk.facts;
}

}  // namespace detrain::lift
