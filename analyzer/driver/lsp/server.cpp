// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/lsp/server.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "analyzer/driver/gate/baseline.h"
#include "analyzer/driver/lsp/features.h"
#include "analyzer/driver/lsp/uri.h"

namespace detrain::driver::lsp {
namespace {

namespace fs = std::filesystem;

constexpr auto kAtOnce = std::chrono::milliseconds(0);
constexpr auto kWhenTypingPauses = std::chrono::milliseconds(300);

constexpr std::array<std::string_view, 3> answered_from_snapshots = {"textDocument/codeAction", "textDocument/hover",
                                                                     "textDocument/inlayHint"};

const Json& DocumentOf(const Json& params) {
  return MemberAt(params, "textDocument");
}

std::string PathIn(const Json& params) {
  const std::string path = PathOfUri(TextAt(DocumentOf(params), "uri"));
  return path.empty() ? path : fs::path(path).lexically_normal().string();
}

std::string RootOf(const Json& params) {
  const std::string root = PathOfUri(TextAt(params, "rootUri"));
  return root.empty() ? fs::current_path().string() : root;
}

std::string BaselineOf(const Json& params) {
  const std::string wish = TextAt(MemberAt(params, "initializationOptions"), "baseline");
  return (fs::path(RootOf(params)) / (wish.empty() ? ".detrain-baseline.json" : wish)).string();
}

Wishes WishesOf(const Json& params) {
  const Json& options = MemberAt(params, "initializationOptions");
  const std::string build = TextAt(options, "buildDir");
  return {RootOf(params), build.empty() ? build : (fs::path(RootOf(params)) / build).string(),
          TextsAt(options, "flags"), TextsAt(options, "models"), BaselineOf(params)};
}

std::uint64_t LineIn(const Json& position) {
  return NumberAt(position, "line");
}

}  // namespace

int Server::Serve() {
  while (!exits_) {
    const std::optional<Json> message = channel_.Read();
    if (!message)
      break;
    Handle(*message);
  }
  return is_shut_down_ ? 0 : 1;
}

void Server::Handle(const Json& message) {
  const std::string method = TextAt(message, "method");
  const Json& params = MemberAt(message, "params");
  if (method.empty())
    return;  // an answer to something that we asked
  if (message.contains("id"))
    HandleRequest(message["id"], method, params);
  else
    HandleNotification(method, params);
}

void Server::HandleRequest(const Json& id, const std::string& method, const Json& params) {
  if (method == "initialize")
    return channel_.Answer(id, Initialize(params));
  if (!is_initialized_)
    return channel_.Refuse(id, kNotInitialized, "initialize comes first");
  if (is_shut_down_)
    return channel_.Refuse(id, kInvalidRequest, "already shut down");
  if (method == "shutdown") {
    is_shut_down_ = true;
    return channel_.Answer(id, nullptr);
  }
  if (method == "workspace/executeCommand")
    return AddToBaseline(id, params);
  if (std::find(answered_from_snapshots.begin(), answered_from_snapshots.end(), method) ==
      answered_from_snapshots.end())
    return channel_.Refuse(id, kMethodNotFound, "detrain does not know " + method);
  const std::lock_guard lock(mutex_);
  const Request request{id, method, params, PathIn(params)};
  if (!TryAnswer(request))
    waiting_.push_back(request);
}

void Server::HandleNotification(const std::string& method, const Json& params) {
  if (method == "exit")
    exits_ = true;
  if (!is_initialized_ || is_shut_down_)
    return;
  if (method == "textDocument/didOpen")
    Open(params);
  else if (method == "textDocument/didChange")
    Change(params);
  else if (method == "textDocument/didSave")
    Save(params);
  else if (method == "textDocument/didClose")
    Close(params);
  else if (method == "$/cancelRequest")
    Cancel(params);
}

Json Server::Initialize(const Json& params) {
  baseline_ = BaselineOf(params);
  analyst_ = std::make_unique<Analyst>(
      WishesOf(params),
      [this](const std::string& path, std::shared_ptr<const Snapshot> snapshot) { Take(path, std::move(snapshot)); });
  is_initialized_ = true;
  return {{"serverInfo", {{"name", "detrain"}, {"version", DETRAIN_VERSION}}},
          {"capabilities",
           {{"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", true}}},
            {"codeActionProvider", {{"codeActionKinds", Json::array({"quickfix"})}}},
            {"hoverProvider", true},
            {"inlayHintProvider", true},
            {"executeCommandProvider", {{"commands", Json::array({"detrain.addToBaseline"})}}}}}};
}

void Server::Open(const Json& params) {
  const std::string path = PathIn(params);
  if (path.empty())
    return;
  const Json& document = DocumentOf(params);
  const std::lock_guard lock(mutex_);
  documents_[path] = {TextAt(document, "uri"), TextAt(document, "text"), MemberAt(document, "version"), 0, nullptr};
  AnalyseSoon(path, kAtOnce);
}

// The whole text comes each time, as the capabilities ask; of several changes the last one counts.
void Server::Change(const Json& params) {
  const Json& changes = ListAt(params, "contentChanges");
  const std::lock_guard lock(mutex_);
  const auto document = documents_.find(PathIn(params));
  if (document == documents_.end() || changes.empty())
    return;
  document->second.text = TextAt(changes.back(), "text");
  document->second.version = MemberAt(DocumentOf(params), "version");
  AnalyseSoon(document->first, kWhenTypingPauses);
}

// What is saved may be a header of other open files.
void Server::Save(const Json& params) {
  const std::lock_guard lock(mutex_);
  if (documents_.contains(PathIn(params)))
    AnalyseAll();
}

void Server::AnalyseAll() {
  for (const auto& [path, document] : documents_)
    AnalyseSoon(path, kAtOnce);
}

void Server::Close(const Json& params) {
  const std::lock_guard lock(mutex_);
  const auto document = documents_.find(PathIn(params));
  if (document == documents_.end())
    return;
  channel_.Notify("textDocument/publishDiagnostics", {{"uri", document->second.uri}, {"diagnostics", Json::array()}});
  documents_.erase(document);
  AnswerWaiting();
}

void Server::Cancel(const Json& params) {
  const std::lock_guard lock(mutex_);
  const Json& id = MemberAt(params, "id");
  const auto found =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const Request& request) { return request.id == id; });
  if (found == waiting_.end())
    return;  // answered already
  channel_.Refuse(id, kRequestCancelled, "cancelled");
  waiting_.erase(found);
}

void Server::AddToBaseline(const Json& id, const Json& params) {
  const std::vector<std::string> arguments = TextsAt(params, "arguments");
  const std::lock_guard lock(mutex_);
  if (TextAt(params, "command") != "detrain.addToBaseline" || arguments.size() != 2)
    return channel_.Refuse(id, kInvalidParams, "detrain.addToBaseline takes a document and a fingerprint");
  const auto document = documents_.find(PathOfUri(arguments[0]));
  if (document == documents_.end() || !document->second.snapshot)
    return channel_.Refuse(id, kInvalidParams, "this document is not open");
  const Snapshot& snapshot = *document->second.snapshot;
  for (const gate::Finding& finding : snapshot.findings) {
    if (finding.fingerprint != arguments[1])
      continue;
    const Result<void> added = gate::AddToBaseline(baseline_, finding, *snapshot.sources);
    if (!added)
      return channel_.Refuse(id, kInvalidParams, added.error().message);
    AnalyseAll();
    return channel_.Answer(id, nullptr);
  }
  channel_.Refuse(id, kInvalidParams, "no finding has this fingerprint any more");
}

void Server::AnalyseSoon(const std::string& path, std::chrono::milliseconds delay) {
  Document& document = documents_[path];
  document.generation = ++generation_;
  Job job{path, document.generation, {}, std::chrono::steady_clock::now() + delay};
  for (const auto& [other, open] : documents_)
    job.texts.push_back({other, open.text});
  analyst_->Ask(std::move(job));
}

void Server::Take(const std::string& path, std::shared_ptr<const Snapshot> snapshot) {
  const std::lock_guard lock(mutex_);
  const auto document = documents_.find(path);
  if (document == documents_.end() || snapshot->generation != document->second.generation)
    return;  // closed, or changed since: a newer job is on its way
  document->second.snapshot = std::move(snapshot);
  if (!document->second.snapshot->has_looked_for_plan || document->second.snapshot->failure)
    Publish(document->second);
  AnswerWaiting();
}

void Server::Publish(const Document& document) {
  Json params = {{"uri", document.uri}, {"diagnostics", DiagnosticsOf(*document.snapshot)}};
  if (document.version.is_number())
    params["version"] = document.version;
  channel_.Notify("textDocument/publishDiagnostics", std::move(params));
}

void Server::AnswerWaiting() {
  waiting_.remove_if([this](const Request& request) { return TryAnswer(request); });
}

// False: the analyst is still at it.
bool Server::TryAnswer(const Request& request) {
  const auto found = documents_.find(request.path);
  if (found == documents_.end()) {
    channel_.Answer(request.id, nullptr);
    return true;
  }
  const Document& document = found->second;
  const Snapshot* snapshot = document.snapshot.get();
  const bool needs_plan = request.method != "textDocument/codeAction";
  if (snapshot == nullptr || snapshot->generation != document.generation ||
      (needs_plan && !snapshot->has_looked_for_plan))
    return false;
  const Json& range = MemberAt(request.params, "range");
  const std::uint64_t first = LineIn(MemberAt(range, "start")), last = LineIn(MemberAt(range, "end"));
  const Json& position = MemberAt(request.params, "position");
  if (request.method == "textDocument/codeAction")
    channel_.Answer(request.id, CodeActions(*snapshot, document.uri, first, last));
  else if (request.method == "textDocument/inlayHint")
    channel_.Answer(request.id, InlayHints(*snapshot, first, last));
  else
    channel_.Answer(request.id, HoverAt(*snapshot, LineIn(position), NumberAt(position, "character")));
  return true;
}

}  // namespace detrain::driver::lsp
