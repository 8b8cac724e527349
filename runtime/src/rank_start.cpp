// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the one process that was started to its ranks, before anything else runs.
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "aside.h"
#include "detrain/ranks.h"
#include "fail.h"
#include "rank_hub.h"

namespace detrain::runtime {
namespace {

RankSelf g_self;

// What a launcher tells its processes before MPI_Init. Slurm's own count is that of the job, also where a script starts
// the program without srun; with PMIx it is meant.
struct Launch {
  bool is_launched = false;
  int hub = 0, hubs = 1;
};

bool ReadPair(const char* number, const char* size, Launch& launch) {
  const char* mine = std::getenv(number);
  const char* all = std::getenv(size);
  if (mine == nullptr || all == nullptr)
    return false;
  // Held against MPI's own answer later.
  launch = {true, static_cast<int>(std::strtol(mine, nullptr, 10)), static_cast<int>(std::strtol(all, nullptr, 10))};
  return true;
}

Launch ReadLaunch() {
  Launch launch;
  if (!ReadPair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", launch) && !ReadPair("PMI_RANK", "PMI_SIZE", launch))
    ReadPair("PMIX_RANK", "SLURM_NTASKS", launch);
  return launch;
}

[[noreturn]] void CannotStart(const std::string& what) {
  Say("cannot start the ranks: " + what + ": " + std::strerror(errno));
  _exit(3);
}

// What a rank says when its hub is gone: made before, as a signal's handler may only write.
std::array<char, 96> g_farewell;
std::size_t g_farewell_size = 0;

// One that no program has a use for.
int HubIsGone() {
  return SIGRTMAX - 1;
}

sigset_t OnlyHubIsGone() {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, HubIsGone());
  return only;
}

void PrepareFarewell(int rank) {
  const int size =
      std::snprintf(g_farewell.data(), g_farewell.size(),
                    "detrain: rank %d: the process that carries its messages is gone; the rank ends\n", rank);
  g_farewell_size = static_cast<std::size_t>(size);
  struct sigaction action = {};
  action.sa_handler = [](int) { EndWithHub(); };
  sigaction(HubIsGone(), &action, nullptr);
  const sigset_t only = OnlyHubIsGone();
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

// Ends with its hub, also where it waits for no message. A group of its own: a signal to the hub's group reaches it
// once, by the hub.
void BecomeRank(pid_t hub, int rank, unsigned count, int socket) {
  PrepareFarewell(rank);
  prctl(PR_SET_PDEATHSIG, HubIsGone());
  if (getppid() != hub)
    EndWithHub();
  setpgid(0, 0);
  g_self = {rank, static_cast<int>(count), socket};
  const timeval stall = {kStallSeconds, 0};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &stall, sizeof stall);
  OnLeave([] { detrain_rank_done(); });
}

}  // namespace

const RankSelf& Self() {
  return g_self;
}

// The signal and the socket tell it at about the same time, also to two threads: one of them speaks, and ends the
// process for both. On a busy disk its line takes seconds.
void EndWithHub() {
  static std::atomic_flag is_said = ATOMIC_FLAG_INIT;
  const sigset_t only = OnlyHubIsGone();
  pthread_sigmask(SIG_BLOCK, &only, nullptr);
  const timespec while_it_speaks = {30, 0};
  if (is_said.test_and_set())
    nanosleep(&while_it_speaks, nullptr);
  else
    (void)!write(STDERR_FILENO, g_farewell.data(), g_farewell_size);
  _exit(3);
}

void StartRanks() {
  if (&detrain_rank_program == nullptr)
    return;
  const unsigned count = detrain_rank_program.ranks;
  const Launch launch = ReadLaunch();
  if (launch.hubs < 1 || launch.hub < 0 || launch.hub >= launch.hubs || static_cast<unsigned>(launch.hubs) > count) {
    if (launch.hub == 0)
      Say(std::to_string(launch.hubs) + " processes for a program of " + std::to_string(count) +
          " ranks; start at most so many, or rewrite it with more (--shards)");
    _exit(2);
  }
  const pid_t hub = getpid();
  std::vector<Hub::Member> members;
  const unsigned end = detrain_first_shard(count, launch.hub + 1, launch.hubs);
  for (unsigned rank = detrain_first_shard(count, launch.hub, launch.hubs); rank < end; ++rank) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      CannotStart("socketpair");
    const pid_t child = fork();
    if (child < 0)
      CannotStart("fork");
    if (child == 0) {
      for (const Hub::Member& other : members)
        close(other.socket);
      close(ends[0]);
      return BecomeRank(hub, static_cast<int>(rank), count, Aside(ends[1]));
    }
    close(ends[1]);
    members.push_back({static_cast<int>(rank), child, Aside(ends[0])});
  }
  const detrain_launcher* launcher = launch.is_launched ? detrain_rank_program.launcher : nullptr;
  if (launcher != nullptr) {
    int hub_number = 0, hubs = 1;
    launcher->start(&hub_number, &hubs);
    if (hub_number != launch.hub || hubs != launch.hubs) {
      Say("the launcher speaks of process " + std::to_string(launch.hub) + " of " + std::to_string(launch.hubs) +
          ", MPI of " + std::to_string(hub_number) + " of " + std::to_string(hubs) +
          "; start the program with the launcher of its MPI");
      launcher->abort(2);
      _exit(2);
    }
  }
  Hub(count, launch.hubs, launcher, members).Run();
}

}  // namespace detrain::runtime
