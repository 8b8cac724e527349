// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rank_hub.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <string>
#include <utility>

#include "detrain/ranks.h"
#include "fail.h"
#include "rank_stall.h"

namespace detrain::runtime {
namespace {

constexpr std::array<int, 5> kPassedOn = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2};
std::array<std::atomic<bool>, 5> g_asked = {};
bool g_ends = false;  // SIGTERM was passed on

void OnSignal(int signal) {
  for (std::size_t i = 0; i < kPassedOn.size(); ++i)
    if (kPassedOn[i] == signal)
      g_asked[i] = true;
}

void WatchSignals() {
  for (const int signal : kPassedOn) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN)
      continue;
    struct sigaction action = {};
    action.sa_handler = OnSignal;
    sigaction(signal, &action, nullptr);
  }
}

void Sleep(long microseconds) {
  const timespec pause = {0, microseconds * 1000};
  nanosleep(&pause, nullptr);
}

// Moves what of a message is left, as far as that goes without waiting. Negative: the other side is gone.
template <typename Step>
ssize_t Move(Frame& frame, std::vector<char>& bytes, std::size_t& done, const Step& step) {
  ssize_t moved = 0;
  while (done < sizeof frame + bytes.size()) {
    const bool is_head = done < sizeof frame;
    char* at = is_head ? reinterpret_cast<char*>(&frame) + done : bytes.data() + (done - sizeof frame);
    const std::size_t left = is_head ? sizeof frame - done : sizeof frame + bytes.size() - done;
    const ssize_t now = step(at, left);
    if (now < 0 && errno == EINTR)
      continue;
    if (now < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return moved;
    if (now <= 0)
      return -1;
    done += static_cast<std::size_t>(now);
    moved += now;
    if (is_head && done == sizeof frame)
      return moved;  // the caller makes room for the bytes
  }
  return moved;
}

}  // namespace

Hub::Hub(unsigned ranks, int hubs, const detrain_launcher* launcher, const std::vector<Member>& members)
    : ranks_(ranks), hubs_(hubs), launcher_(launcher) {
  for (const Member& member : members) {
    mine_.emplace_back();
    mine_.back().member = member;
  }
}

int Hub::HubOf(int rank) const {
  int hub = 0;
  while (detrain_first_shard(ranks_, hub + 1, hubs_) <= static_cast<unsigned>(rank))
    ++hub;
  return hub;
}

// It comes behind all that the rank has sent.
void Hub::AnswerForDone(const Message& asked) {
  RankStall::Note note = RankStall::Note::Of({asked.bytes.data(), asked.bytes.size()});
  if (note.kind != RankStall::Note::Ask)
    return;
  note.kind = RankStall::Note::Ended;
  const std::string bytes = note.Bytes();
  Route({{asked.frame.to, asked.frame.from, kOfStall, 0, bytes.size()}, {bytes.begin(), bytes.end()}});
}

void Hub::Route(Message message) {
  message.done = 0;
  for (Rank& rank : mine_) {
    if (rank.member.rank != message.frame.to)
      continue;
    if (rank.is_done && message.frame.context == kOfStall)
      AnswerForDone(message);
    else if (!rank.has_ended)
      rank.out.push_back(std::move(message));
    return;
  }
  sendings_.push_back({std::move(message), nullptr});
  Sending& sending = sendings_.back();  // a deque's elements stay where they are
  sending.handle = launcher_->send(HubOf(sending.message.frame.to), &sending.message.frame, sizeof(Frame),
                                   sending.message.bytes.data(), sending.message.bytes.size());
}

// False: nothing was there. A message of no bytes is whole with its head.
bool Hub::Read(Rank& rank) {
  const auto take = [&](char* at, std::size_t size) { return recv(rank.member.socket, at, size, MSG_DONTWAIT); };
  bool moved = false;
  for (;;) {
    Message& in = rank.in;
    const ssize_t now = Move(in.frame, in.bytes, in.done, take);
    if (now > 0 && in.done == sizeof(Frame) && in.frame.to != kToHub)
      in.bytes.resize(in.frame.size);
    moved = moved || now > 0;
    if (in.done < sizeof(Frame) || in.done < sizeof(Frame) + in.bytes.size()) {
      if (now <= 0)
        return moved;
      continue;
    }
    Message whole = std::exchange(in, Message());
    if (whole.frame.to == kToHub)
      rank.is_done = true;
    else
      Route(std::move(whole));
  }
}

bool Hub::Write(Rank& rank) {
  const auto put = [&](char* at, std::size_t size) {
    return send(rank.member.socket, at, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  };
  bool moved = false;
  while (!rank.out.empty()) {
    Message& first = rank.out.front();
    const ssize_t now = Move(first.frame, first.bytes, first.done, put);
    moved = moved || now > 0;
    if (first.done == sizeof(Frame) + first.bytes.size())
      rank.out.pop_front();
    else if (now <= 0)
      return moved;
  }
  return moved;
}

bool Hub::TakeRemote() {
  if (launcher_ == nullptr)
    return false;
  bool moved = false;
  while (!sendings_.empty() && launcher_->is_sent(sendings_.front().handle) != 0) {
    sendings_.pop_front();
    moved = true;
  }
  for (int from = 0; launcher_->has_message(&from) != 0; moved = true) {
    Message message;
    launcher_->receive(from, &message.frame, sizeof(Frame));
    message.bytes.resize(message.frame.size);
    launcher_->receive(from, message.bytes.data(), message.bytes.size());
    Route(std::move(message));
  }
  return moved;
}

// False: nothing has moved. The sockets wake us; what other hubs send does not.
bool Hub::Wait() {
  std::vector<pollfd> sockets;
  for (const Rank& rank : mine_)
    if (!rank.has_ended)
      sockets.push_back({rank.member.socket, static_cast<short>(rank.out.empty() ? POLLIN : POLLIN | POLLOUT), 0});
  constexpr unsigned kSpins = 200;
  const bool is_alone = launcher_ == nullptr;
  const timespec pause = {0, is_alone ? 20'000'000 : idle_ < kSpins ? 0 : 100'000};
  ppoll(sockets.data(), sockets.size(), &pause, nullptr);
  bool moved = false;
  for (Rank& rank : mine_)
    if (!rank.has_ended) {
      moved = Write(rank) || moved;
      moved = Read(rank) || moved;
    }
  return moved;
}

// As a process of its own would have it, the job ends with the first rank that does not end well.
void Hub::Judge(const Rank& rank, int status) {
  const std::string name = "rank " + std::to_string(rank.member.rank);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (!g_ends || signal != SIGTERM)
      Say(name + " was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + "); the job ends");
    EndAll(0, signal);
  }
  const int code = WEXITSTATUS(status);
  if (code != 0) {
    Say(name + " ended with code " + std::to_string(code) + "; the job ends");
    EndAll(code, 0);
  }
  if (!rank.is_done) {
    Say(name + " ended before MPI_Finalize; the job ends");
    EndAll(3, 0);
  }
}

void Hub::Reap() {
  for (Rank& rank : mine_) {
    int status = 0;
    if (rank.has_ended || waitpid(rank.member.process, &status, WNOHANG) != rank.member.process)
      continue;
    Read(rank);  // what it sent last
    rank.has_ended = true;
    rank.out.clear();
    close(rank.member.socket);
    Judge(rank, status);
  }
}

// Ranks that were asked to end do so by themselves, behind a save.
void Hub::WaitForOthers() {
  constexpr int kMilliseconds = 5000;
  for (int i = 0; i < kMilliseconds && !HaveAllEnded(); ++i) {
    for (Rank& rank : mine_) {
      if (rank.has_ended)
        continue;
      Write(rank);
      Read(rank);
      rank.has_ended = waitpid(rank.member.process, nullptr, WNOHANG) == rank.member.process;
    }
    TakeRemote();
    Sleep(1000);
  }
}

void Hub::EndAll(int code, int signal) {
  if (g_ends && signal == SIGTERM)
    WaitForOthers();
  for (Rank& rank : mine_)
    if (!rank.has_ended)
      kill(rank.member.process, SIGKILL);
  for (Rank& rank : mine_)
    if (!rank.has_ended)
      waitpid(rank.member.process, nullptr, 0);
  if (launcher_ != nullptr)
    launcher_->abort(signal != 0 ? 128 + signal : code);
  if (signal == 0)
    _exit(code);
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);
  _exit(128 + signal);
}

void Hub::PassSignalsOn() {
  for (std::size_t i = 0; i < kPassedOn.size(); ++i) {
    if (!g_asked[i].exchange(false))
      continue;
    g_ends = g_ends || kPassedOn[i] == SIGTERM;
    for (const Rank& rank : mine_)
      if (!rank.has_ended)
        kill(rank.member.process, kPassedOn[i]);
  }
}

bool Hub::HaveAllEnded() const {
  return std::all_of(mine_.begin(), mine_.end(), [](const Rank& rank) { return rank.has_ended; });
}

void Hub::Run() {
  WatchSignals();
  while (!HaveAllEnded()) {
    PassSignalsOn();
    bool moved = Wait();
    moved = TakeRemote() || moved;
    idle_ = moved ? 0 : idle_ + 1;
    Reap();
  }
  if (launcher_ != nullptr) {
    while (!sendings_.empty() || launcher_->has_finished() == 0) {
      TakeRemote();
      Sleep(100);
    }
    launcher_->end();
  }
  _exit(0);
}

}  // namespace detrain::runtime
