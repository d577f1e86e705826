"""A process that works on a store as the Python original does, and writes the history that StoreWorker.java writes.

usage: store_worker.py DIR HISTORY NAME SECONDS FIRST_STAMP PROFILE...     profiles whose names begin with csv are CSV
"""

import os
import random
import sys
import time
import traceback

import polars as pl
from pyrosome_standin import CsvDal, ParquetDal


class Recorded:
    """Remembers which version the manifest named last."""

    def _latest(self, profile):
        self.latest = super()._latest(profile)
        return self.latest


class RecordedParquet(Recorded, ParquetDal):
    pass


class RecordedCsv(Recorded, CsvDal):
    pass


directory, history, name, seconds, stamp = sys.argv[1:6]
profiles = sys.argv[6:]
log = os.open(history, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
count = 0


def line(event, operation, fields):
    os.write(log, f"\n{event} op={operation} {fields} ;\n".encode())


def frame(number):
    rows = 1 + number % 3
    return pl.DataFrame({"stamp": [number] * rows, "part": list(range(rows)), "parts": [rows] * rows})


def stamps(rows):
    """As StampedRows.stamps does it."""
    found, following = [], 0
    for number, part, parts in rows:
        if following == 0 or part != following:
            found.append(str(number) if part == following else f"!{number}")
        elif found[-1] != str(number):
            found.append(f"!{number}")
        following = (part + 1) % parts
    return found if following == 0 else found + ["!end"]


def place(path):
    return f"version={path.parent.name[1:]} index={path.stem}"


def write(dal, profile, number):
    return place(dal.write(frame(number), *profile.split("/")))


def append(dal, profile, number):
    return place(dal.append(frame(number), *profile.split("/")))


def read(dal, profile, _):
    scan = dal.read(*profile.split("/"))
    version = dal.latest[1:]
    rows = scan.select("stamp", "part", "parts").collect().rows()
    return f"version={version} stamps={','.join(stamps(rows))}"


end = time.monotonic() + float(seconds)
number = int(stamp)
random.seed(number)
while time.monotonic() < end:
    profile = random.choice(profiles)
    dal = (RecordedCsv if profile.startswith("csv") else RecordedParquet)(directory)
    kind, call = random.choices([("WRITE", write), ("APPEND", append), ("READ", read)], [1, 4, 5])[0]
    operation = f"{name}-{count}"
    count += 1
    number += 1
    line("B", operation, f"kind={kind} profile={profile}" + ("" if kind == "READ" else f" stamp={number}"))
    try:
        line("E", operation, call(dal, profile, number))
    except Exception as error:
        line("F", operation, "why=" + "_".join(repr(error).split()))
        traceback.print_exc()
