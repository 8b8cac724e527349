# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a power cut may leave: the log of faulty_io.cpp, replayed up to some call, with what was not fsynced lost,
cut, torn or out of order. fsync of a file makes its bytes durable, not its name; fsync of a folder the names in it."""

import pathlib


def read_log(path):
    """[(op, arguments, bytes)]"""
    data = pathlib.Path(path).read_bytes()
    records, at = [], 0
    while at < len(data):
        end = data.index(b"\n", at)
        *head, size = data[at:end].decode().split("\t")
        at = end + 1
        records.append((head[0], head[1:], data[at:at + int(size)]))
        at += int(size) + 1
    return records


class Node:
    """A file or a folder: what is durable, and what has been done to it since."""

    def __init__(self, is_folder):
        self.is_folder = is_folder
        self.durable = {} if is_folder else b""
        self.pending = []

    def now(self, pending=None):
        state = dict(self.durable) if self.is_folder else bytearray(self.durable)
        for change in self.pending if pending is None else pending:
            change(state)
        return state


def _write(offset, data):
    def change(content):
        if len(content) < offset:
            content.extend(bytes(offset - len(content)))
        content[offset:offset + len(data)] = data
    return change


def _cut(size):
    def change(content):
        del content[size:]
        content.extend(bytes(size - len(content)))
    return change


def _link(name, node):
    return lambda names: names.__setitem__(name, node)


def _unlink(name):
    return lambda names: names.pop(name, None)


def _rename(source, target, node):
    def change(names):
        names.pop(source, None)
        names[target] = node
    return change


class Disk:
    def __init__(self, root):
        self.root = pathlib.PurePath(root)
        self.top = Node(True)

    def find(self, path):
        node = self.top
        for part in pathlib.PurePath(path).relative_to(self.root).parts:
            node = node.now().get(part)
            if node is None:
                return None
        return node

    def parent(self, path):
        return self.find(pathlib.PurePath(path).parent)

    def apply(self, op, arguments, data):
        path = pathlib.PurePath(arguments[0])
        if op == "calls" or not path.is_relative_to(self.root):
            return
        if op in ("create", "mkdir"):
            self.parent(path).pending.append(_link(path.name, Node(op == "mkdir")))
        elif op in ("unlink", "rmdir"):
            self.parent(path).pending.append(_unlink(path.name))
        elif op == "rename":
            target = pathlib.PurePath(arguments[1])
            self.parent(path).pending.append(_rename(path.name, target.name, self.find(path)))
        elif self.find(path) is None:
            return  # of a file that has lost its name
        elif op == "write":
            self.find(path).pending.append(_write(int(arguments[1]), data))
        elif op == "cut":
            self.find(path).pending.append(_cut(int(arguments[1])))
        elif op == "sync":
            node = self.find(path)
            node.durable, node.pending = node.now(), []

    def settle(self):
        """All of it is durable."""
        def visit(node):
            node.durable, node.pending = node.now(), []
            for child in node.durable.values() if node.is_folder else []:
                visit(child)
        visit(self.top)

    def leave(self, folder, random, how):
        """Writes what the cut leaves below `folder`. `how`: "nothing", "all" or "some" of what was not fsynced; "names":
        all names, and bytes as they come."""
        def survivors(node):
            if how == "all" or (how == "names" and node.is_folder):
                return node.pending
            if how == "nothing":
                return []
            if random.random() < 0.5:
                return node.pending[:random.randint(0, len(node.pending))]
            return [change for change in node.pending if random.random() < 0.5]

        def torn(node, content):
            """The last bytes since the fsync may be a block that never came."""
            if how in ("some", "names") and len(content) > len(node.durable) and random.random() < 0.25:
                size = random.randint(len(node.durable), len(content))
                content[size:] = bytes(len(content) - size) if random.random() < 0.5 else b""
            return content

        def visit(node, at):
            if not node.is_folder:
                at.write_bytes(torn(node, node.now(survivors(node))))
                return
            at.mkdir(parents=True, exist_ok=True)
            for name, child in node.now(survivors(node)).items():
                visit(child, at / name)
        visit(self.top, pathlib.Path(folder))


def durable_steps(records, ck):
    """[(index of the record by which it is durable, K)]: the folder's new name, and then fsync of DIR."""
    steps, renamed = [], None
    for index, (op, arguments, _) in enumerate(records):
        if op == "rename" and arguments[1][len(f"{ck}/step_"):].isdigit():
            renamed = int(arguments[1][len(f"{ck}/step_"):])
        elif op == "sync" and arguments[0] == str(ck) and renamed is not None:
            steps.append((index, renamed))
            renamed = None
    return steps
