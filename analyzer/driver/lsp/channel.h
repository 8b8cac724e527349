// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON-RPC 2.0 with the headers of the Language Server Protocol (3.17), on two file descriptors.
#ifndef DETRAIN_ANALYZER_DRIVER_LSP_CHANNEL_H
#define DETRAIN_ANALYZER_DRIVER_LSP_CHANNEL_H

#include <mutex>
#include <optional>
#include <string>

#include "analyzer/driver/json_access.h"

namespace detrain::driver::lsp {

class Channel {
 public:
  Channel(int in, int out) : in_(in), out_(out) {}

  // The next message, waiting for it. What is no JSON is passed over; none: the other side is gone, or breaks the
  // protocol in a way that leaves no next message.
  std::optional<Json> Read();

  // Safe to call from several threads.
  void Notify(const char* method, Json params);
  void Answer(const Json& id, Json result);
  void Refuse(const Json& id, int code, const std::string& message);
  void Ask(const std::string& id, const char* method, Json params);

 private:
  bool Fill();
  std::optional<std::string> ReadBody();
  void Write(const Json& message);

  int in_, out_;
  std::string buffer_;
  std::mutex mutex_;
};

inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kNotInitialized = -32002;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kRequestCancelled = -32800;

}  // namespace detrain::driver::lsp

#endif
