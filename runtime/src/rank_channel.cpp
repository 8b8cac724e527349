// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rank_channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "fail.h"

namespace detrain::runtime {
namespace {

void SendAll(int socket, const void* bytes, std::size_t size) {
  const char* at = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      EndWithHub();
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

void ReceiveAll(int socket, void* bytes, std::size_t size) {
  char* at = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = recv(socket, at, size, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      EndWithHub();
    at += got;
    size -= static_cast<std::size_t>(got);
  }
}

class Holding {
 public:
  explicit Holding(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Holding() { mutex_.unlock(); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace

RankChannel& RankChannel::Get() {
  static auto* channel = new RankChannel;
  return *channel;
}

void RankChannel::Send(int to, std::uint32_t context, int tag, const void* bytes, std::size_t size) {
  Message message{{Self().rank, to, context, tag, size}, {}};
  if (context >= kFirstOfGroups) {
    const Holding holding(mutex_);
    ++balance_;
  }
  if (to == Self().rank) {
    const char* first = static_cast<const char*>(bytes);
    message.bytes.assign(first, first + size);
    const Holding holding(mutex_);
    inbox_.push_back(std::move(message));
    changed_.Wake();
    return;
  }
  const Holding holding(sending_);
  SendAll(Self().socket, &message.frame, sizeof message.frame);
  SendAll(Self().socket, bytes, size);
}

RankChannel::Message RankChannel::Read() {
  Message message;
  ReceiveAll(Self().socket, &message.frame, sizeof message.frame);
  message.bytes.resize(message.frame.size);
  ReceiveAll(Self().socket, message.bytes.data(), message.bytes.size());
  return message;
}

bool RankChannel::Find(int from, std::uint32_t context, int tag, Message& found) {
  for (auto at = inbox_.begin(); at != inbox_.end(); ++at) {
    if (at->frame.from != from || at->frame.context != context || (tag != -1 && at->frame.tag != tag))
      continue;
    found = std::move(*at);
    inbox_.erase(at);
    balance_ -= context >= kFirstOfGroups ? 1 : 0;
    return true;
  }
  return false;
}

RankChannel::Message RankChannel::Receive(int from, std::uint32_t context, int tag) {
  Message message;
  mutex_.lock();
  while (!Find(from, context, tag, message)) {
    if (is_reading_) {
      changed_.Wait(mutex_);
      continue;
    }
    is_reading_ = true;
    mutex_.unlock();
    Message taken = Read();
    mutex_.lock();
    is_reading_ = false;
    inbox_.push_back(std::move(taken));
    changed_.Wake();
  }
  mutex_.unlock();
  return message;
}

void RankChannel::Done() {
  if (Self().count == 1)
    return;
  const Frame frame{Self().rank, kToHub, 0, 0, 0};
  const Holding holding(sending_);
  SendAll(Self().socket, &frame, sizeof frame);
}

std::int64_t RankChannel::Balance() {
  const Holding holding(mutex_);
  return balance_;
}

std::vector<std::string> AtRankZero(std::uint32_t context, const std::string& mine) {
  RankChannel& channel = RankChannel::Get();
  if (Self().rank != 0) {
    channel.Send(0, context, 0, mine.data(), mine.size());
    return {};
  }
  std::vector<std::string> all = {mine};
  for (int rank = 1; rank < Self().count; ++rank) {
    const RankChannel::Message message = channel.Receive(rank, context, 0);
    all.emplace_back(message.bytes.begin(), message.bytes.end());
  }
  return all;
}

std::string FromRankZero(std::uint32_t context, const std::string& text) {
  RankChannel& channel = RankChannel::Get();
  if (Self().rank != 0) {
    const RankChannel::Message message = channel.Receive(0, context, 0);
    return {message.bytes.begin(), message.bytes.end()};
  }
  for (int rank = 1; rank < Self().count; ++rank)
    channel.Send(rank, context, 0, text.data(), text.size());
  return text;
}

}  // namespace detrain::runtime
