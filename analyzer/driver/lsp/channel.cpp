// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/lsp/channel.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "analyzer/driver/options.h"

namespace detrain::driver::lsp {
namespace {

constexpr std::string_view kLength = "Content-Length:";
constexpr std::size_t kLongest = std::size_t{1} << 28U;

// Of the header's lines, the one that counts.
std::optional<std::size_t> LengthIn(const std::string& header) {
  for (const std::string& line : Split(header, '\n')) {
    if (!line.starts_with(kLength))
      continue;
    std::string value = line.substr(kLength.size());
    std::erase_if(value, [](char byte) { return byte == ' ' || byte == '\r'; });
    const auto length = ParseNumber(value);
    if (length && static_cast<std::size_t>(*length) <= kLongest)
      return static_cast<std::size_t>(*length);
  }
  return std::nullopt;
}

}  // namespace

bool Channel::Fill() {
  std::array<char, 1 << 16> block;
  ssize_t count = 0;
  do {
    count = read(in_, block.data(), block.size());
  } while (count < 0 && errno == EINTR);
  if (count > 0)
    buffer_.append(block.data(), static_cast<std::size_t>(count));
  return count > 0;
}

std::optional<std::string> Channel::ReadBody() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
    if (buffer_.size() > 4096 || !Fill())
      return std::nullopt;
  const std::optional<std::size_t> length = LengthIn(buffer_.substr(0, end));
  if (!length)
    return std::nullopt;
  while (buffer_.size() < end + 4 + *length)
    if (!Fill())
      return std::nullopt;
  std::string body = buffer_.substr(end + 4, *length);
  buffer_.erase(0, end + 4 + *length);
  return body;
}

std::optional<Json> Channel::Read() {
  while (const std::optional<std::string> body = ReadBody()) {
    Json message = Json::parse(*body, nullptr, false);
    if (message.is_object())
      return message;
    Refuse(nullptr, kInvalidRequest, "a message must be a JSON object");
  }
  return std::nullopt;
}

void Channel::Write(const Json& message) {
  const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string text = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  const std::lock_guard lock(mutex_);
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t count = write(out_, text.data() + at, text.size() - at);
    if (count < 0 && errno != EINTR)
      return;  // nobody listens any more; Read will say so
    at += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

void Channel::Notify(const char* method, Json params) {
  Write({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void Channel::Answer(const Json& id, Json result) {
  Write({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Channel::Refuse(const Json& id, int code, const std::string& message) {
  Write({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Channel::Ask(const std::string& id, const char* method, Json params) {
  Write({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
}

}  // namespace detrain::driver::lsp
