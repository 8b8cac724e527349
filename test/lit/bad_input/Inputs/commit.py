# Makes COMMITTED fit a meta.json that was changed, so that its version alone is wrong. Python has no XXH3, but the
# library's header is there.
import pathlib
import subprocess
import sys
import tempfile

step = pathlib.Path(sys.argv[1])
source = r"""
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stdio.h>
static char text[1 << 20];
int main(void) {
    size_t n = fread(text, 1, sizeof text, stdin);
    printf("%016llx\n", (unsigned long long)XXH3_64bits(text, n));
}
"""
with tempfile.TemporaryDirectory() as folder:
    program = pathlib.Path(folder) / "hash"
    subprocess.run(["gcc", "-x", "c", "-", "-o", program], input=source.encode(), check=True)
    text = subprocess.run([program], stdin=open(step / "meta.json", "rb"), stdout=subprocess.PIPE, check=True).stdout
(step / "COMMITTED").write_bytes(text)
