// What goes through sockets is an input from elsewhere, or an output to there.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
// CHECK: output external args (@on) bytes 4 {{.*}}by setsockopt
// CHECK: fill {{.*}}by inet_pton
// CHECK: output external args (@at) {{.*}}by bind
// CHECK: output external args (4) {{.*}}by listen
// CHECK: open {{.*}}by accept
// CHECK: input interactive {{.*}}by recv
// CHECK: output external {{.*}}bytes 16 {{.*}}by send
// CHECK: output external {{.*}}by shutdown
// CHECK-NOT: opaque
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int serve(float* w, int port, const char* from) {
  int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in at;
  memset(&at, 0, sizeof at);
  at.sin_family = AF_INET;
  at.sin_port = htons((unsigned short)port);
  inet_pton(AF_INET, from, &at.sin_addr);
  if (bind(fd, (struct sockaddr*)&at, sizeof at) != 0 || listen(fd, 4) != 0) return 1;
  int peer = accept(fd, NULL, NULL);
  recv(peer, w, 16, 0);
  send(peer, w, 16, 0);
  shutdown(peer, SHUT_RDWR);
  close(peer);
  return 0;
}
