// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rank_channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fail.h"
#include "schedule.h"

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

class Holding {
 public:
  explicit Holding(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Holding() { mutex_.unlock(); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  Mutex& mutex_;
};

// Of the program's main thread, which does one thing at a time; savers wait beside it.
bool MayStall(std::uint32_t context) {
  return context == kOfBoundary || context >= kFirstOfGroups;
}

}  // namespace

RankChannel::RankChannel() : stall_(Self().rank) {}

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

// The socket gives up after kStallSeconds without a message.
void RankChannel::ReceiveAll(void* bytes, std::size_t size) {
  char* at = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = recv(Self().socket, at, size, 0);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      const Holding holding(mutex_);
      AskWhenDue();
    } else if (got > 0) {
      at += got;
      size -= static_cast<std::size_t>(got);
    } else if (got == 0 || errno != EINTR) {
      EndWithHub();
    }
  }
}

RankChannel::Message RankChannel::Read() {
  Message message;
  ReceiveAll(&message.frame, sizeof message.frame);
  message.bytes.resize(message.frame.size);
  ReceiveAll(message.bytes.data(), message.bytes.size());
  return message;
}

void RankChannel::Follow(const RankStall::Next& next) {
  if (!next.note && next.verdict.empty())
    return;
  mutex_.unlock();
  if (!next.verdict.empty())
    NotCovered(next.verdict);
  const std::string bytes = next.note->Bytes();
  Send(next.to, kOfStall, 0, bytes.data(), bytes.size());
  mutex_.lock();
}

void RankChannel::AskWhenDue() {
  constexpr std::uint64_t kPause = kStallSeconds * 1'000'000'000ULL;
  const std::uint64_t now = NowInNanoseconds();
  if (now - asked_ < kPause || Find(wanted_) != inbox_.end())
    return;
  asked_ = now;
  Follow(stall_.Tick());
}

void RankChannel::Answer(const Message& note) {
  const bool has_come = Find(wanted_) != inbox_.end();
  Follow(stall_.Take(note.frame.from, RankStall::Note::Of({note.bytes.data(), note.bytes.size()}), has_come));
}

RankChannel::Inbox::iterator RankChannel::Find(const Wanted& wanted) {
  return std::find_if(inbox_.begin(), inbox_.end(), [&](const Message& message) {
    const Frame& frame = message.frame;
    return frame.from == wanted.from && frame.context == wanted.context &&
           (wanted.tag == -1 || frame.tag == wanted.tag);
  });
}

RankChannel::Message RankChannel::Take(Inbox::iterator at) {
  Message message = std::move(*at);
  inbox_.erase(at);
  balance_ -= message.frame.context >= kFirstOfGroups ? 1 : 0;
  return message;
}

// One thread reads, for all.
void RankChannel::WaitForMore() {
  if (is_reading_) {
    changed_.Wait(mutex_);
    return;
  }
  is_reading_ = true;
  mutex_.unlock();
  Message taken = Read();
  mutex_.lock();
  is_reading_ = false;
  if (taken.frame.context == kOfStall)
    Answer(taken);
  else
    inbox_.push_back(std::move(taken));
  changed_.Wake();
  AskWhenDue();
}

RankChannel::Message RankChannel::Receive(int from, std::uint32_t context, int tag) {
  const Wanted wanted = {from, context, tag};
  const Holding holding(mutex_);
  auto at = Find(wanted);
  if (at == inbox_.end() && MayStall(context)) {
    wanted_ = wanted;
    asked_ = NowInNanoseconds();
    stall_.Begin(from, context == kOfBoundary);
  }
  for (; at == inbox_.end(); at = Find(wanted))
    WaitForMore();
  if (MayStall(context))
    stall_.End();
  return Take(at);
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
