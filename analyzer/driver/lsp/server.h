// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language server. One thread listens, the analyst's works; what the first asks of the second waits in a list, and
// can be cancelled there.
#ifndef DETRAIN_ANALYZER_DRIVER_LSP_SERVER_H
#define DETRAIN_ANALYZER_DRIVER_LSP_SERVER_H

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "analyzer/driver/lsp/analyst.h"
#include "analyzer/driver/lsp/channel.h"

namespace detrain::driver::lsp {

class Server {
 public:
  explicit Server(Channel& channel) : channel_(channel) {}

  // Until the client says exit or is gone. The exit code: 0 after an orderly shutdown.
  int Serve();

 private:
  struct Document {
    std::string uri;
    std::string text;
    Json version;
    std::uint64_t generation = 0;
    std::shared_ptr<const Snapshot> snapshot;  // null, or of an older generation, while the analyst is at it
  };
  struct Request {
    Json id;
    std::string method;
    Json params;
    std::string path;
  };

  void Handle(const Json& message);
  void HandleRequest(const Json& id, const std::string& method, const Json& params);
  void HandleNotification(const std::string& method, const Json& params);
  Json Initialize(const Json& params);

  void Open(const Json& params);
  void Change(const Json& params);
  void Save(const Json& params);
  void Close(const Json& params);
  void Cancel(const Json& params);
  void AddToBaseline(const Json& id, const Json& params);
  void AnalyseSoon(const std::string& path, std::chrono::milliseconds delay);
  void AnalyseAll();

  // On the analyst's thread.
  void Take(const std::string& path, std::shared_ptr<const Snapshot> snapshot);
  void Publish(const Document& document);
  void AnswerWaiting();
  bool TryAnswer(const Request& request);

  Channel& channel_;
  std::mutex mutex_;
  std::map<std::string, Document> documents_;  // by path
  std::list<Request> waiting_;
  std::uint64_t generation_ = 0;
  std::string baseline_;
  std::unique_ptr<Analyst> analyst_;
  bool is_initialized_ = false, is_shut_down_ = false, exits_ = false;
};

}  // namespace detrain::driver::lsp

#endif
