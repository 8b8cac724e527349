"""Reads event files of TensorBoard by their description, checksums included, and prints their events."""
import pathlib
import struct
import sys

TABLE = []
for i in range(256):
    for _ in range(8):
        i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
    TABLE.append(i)


def masked(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 255]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def fields(data):
    """[(number, value)] of a message."""
    at, found = 0, []

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value
    while at < len(data):
        key = varint()
        if key & 7 == 0:
            value = varint()
        else:
            size = varint() if key & 7 == 2 else {1: 8, 5: 4}[key & 7]
            value, at = data[at:at + size], at + size
        found.append((key >> 3, value))
    return found


for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    data, at = path.read_bytes(), 0
    while at < len(data):
        length, = struct.unpack_from("<Q", data, at)
        assert struct.unpack_from("<I", data, at + 8)[0] == masked(data[at:at + 8])
        body = data[at + 12:at + 12 + length]
        assert struct.unpack_from("<I", data, at + 12 + length)[0] == masked(body)
        at += 16 + length
        event = dict(fields(body))
        if 3 in event:
            print("version", event[3].decode())
        elif 7 in event:
            print("start", event.get(2, 0))
        else:
            values = [dict(fields(value)) for _, value in fields(event[5])]
            print(event[2], *(f"{v[1].decode()} {struct.unpack('<f', v[2])[0]:g}" for v in values))
