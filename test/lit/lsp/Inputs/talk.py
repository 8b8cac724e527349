# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sends the messages of a file, one JSON object a line, to `detrain lsp`, and prints what comes back, one line each; the
exit code comes last.

    talk.py DETRAIN FILE
"""
import json
import subprocess
import sys


def framed(line):
    body = json.dumps({"jsonrpc": "2.0", **json.loads(line)}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def messages(text):
    while text:
        header, text = text.split(b"\r\n\r\n", 1)
        length = int(header.split(b":")[1])
        yield json.loads(text[:length])
        text = text[length:]


def main():
    said = b"".join(framed(line) for line in open(sys.argv[2]) if line.strip())
    done = subprocess.run([sys.argv[1], "lsp"], input=said, capture_output=True, timeout=900)
    for message in messages(done.stdout):
        message.pop("jsonrpc")
        print(json.dumps(message, sort_keys=True))
    print("exit", done.returncode)


main()
