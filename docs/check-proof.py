"""Checks a proof file without code of Fieldtrace, only with Python and its standard library.

Usage: python3 check-proof.py <proof file>. It writes the checkpoint, its signature and the public
key for OpenSSL 3, which checks the signature (see proof.md). It checks neither rotations of the key
nor earlier checkpoints.
"""
import base64
import gzip
import hashlib
import json
import sys
import zlib

unb64 = base64.b64decode


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def canonical(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def root_of(leaf, index, size, path):
    """Root of a tree by the path of one leaf (RFC 9162, section 2.1.3.2)."""
    last, node = size - 1, leaf
    if not 0 <= index <= last:
        return None
    for other in map(unb64, path):
        if last == 0 or len(other) != 32:
            return None
        if index & 1 or index == last:
            node = sha(b"\1", other, node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = sha(b"\1", node, other)
        index, last = index >> 1, last >> 1
    return node if last == 0 else None


def event_hash(event):
    metadata = {name: value for name, value in event["metadata"].items() if name != "hash"}
    return sha(canonical({**event, "metadata": metadata})).hex()


def need(holds, problem):
    if not holds:
        sys.exit(f"REFUSED: {problem}")


def check(path):
    open_text = gzip.open if path.endswith(".gz") else open
    with open_text(path, "rt", encoding="utf-8") as file:
        proof = json.load(file)
    lines, note = proof["proof"].split("\n\n", 1)
    last_index, *last_path = lines.split("\n")[1:]
    origin, size, root = note.split("\n")[:3]

    def in_log(event_hash, index, path):
        leaf = sha(b"\0", bytes.fromhex(event_hash))
        return root_of(leaf, index, int(size), path) == unb64(root)

    events, head, heads = proof["events"], proof["head"], proof["heads"]
    hidden = []
    previous = ""  # hash of the event before; None after a withheld one
    for number, each in enumerate(events, start=1):
        if "withheld" in each:
            need(each["withheld"] == number - 1, f"event {number} is out of order")
            previous = None
            hidden.append(str(number))
            continue
        event = each["event"]
        metadata = event["metadata"]
        need(event["stream"] == proof["stream"], f"event {number} is of another record")
        need(event_hash(event) == metadata["hash"], f"event {number} was changed")
        need(event["revision"] == number - 1, f"event {number} is out of order")
        need(previous in (None, metadata["previousHash"]), f"an event before {number} is missing")
        if "opening" in each:
            opening = each["opening"]
            commitment = sha(b"\2", unb64(opening["salt"]), canonical(opening["fields"])).hex()
            need(commitment == metadata["commit"], f"the fields of event {number} were changed")
        if number < len(events) and "withheld" in events[number]:
            inclusion = each.get("inclusion")
            in_the_log = inclusion and in_log(metadata["hash"], **inclusion)
            need(in_the_log, f"event {number} is not in the log")
        previous = metadata["hash"]

    need(previous in (None, head["hash"]), "the last event is missing")
    need(head["revision"] == len(events) - 1, "the last event is missing")
    need(in_log(head["hash"], int(last_index.split()[1]), last_path), "the end is not in the log")
    published = heads["event"]
    need(published["type"] == "HeadsPublished", "the list of last events is missing")
    need(in_log(event_hash(published), heads["index"], heads["path"]), "the list is not in the log")
    leaf = sha(b"\0", canonical({"stream": proof["stream"], **head}))
    named = root_of(leaf, heads["leafIndex"], published["data"]["streams"], heads["leafPath"])
    need(named == unb64(published["data"]["root"]), "the record does not end here")

    text, signature = note.split("\n\n")
    with open("note.txt", "w", encoding="utf-8", newline="\n") as file:
        file.write(f"{text}\n")
    with open("note.sig", "wb") as file:
        file.write(unb64(signature.split()[2])[4:])
    key = unb64(proof["key"].split("+", 2)[2])[1:]
    with open("key.der", "wb") as file:
        file.write(bytes.fromhex("302a300506032b6570032100") + key)
    signed = f"if the checkpoint of {origin} is signed"
    if hidden:
        shown = f"{len(events) - len(hidden)} of {len(events)} events are shown, unchanged"
        print(f"{shown}, {signed}. Not shown, and not proved: {', '.join(hidden)}.")
    else:
        print(f"Unchanged: all {len(events)} events match, {signed}.")


if len(sys.argv) != 2:
    sys.exit(__doc__)
try:
    check(sys.argv[1])
except (AttributeError, IndexError, KeyError, TypeError, ValueError):
    sys.exit("REFUSED: the file is no readable proof")
except (EOFError, gzip.BadGzipFile, zlib.error):
    sys.exit("REFUSED: the file cannot be unpacked")
