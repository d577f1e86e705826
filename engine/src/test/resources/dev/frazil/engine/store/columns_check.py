"""What the original makes of the columns of a store, and what it leaves there: columns_check.py DIR append|compare."""

import datetime as dt
import sys
from decimal import Decimal

import polars as pl
from polars.testing import assert_frame_equal
from pyrosome_standin import CsvDal, ParquetDal

parquet, csv = ParquetDal(sys.argv[1]), CsvDal(sys.argv[1])
UTC = dt.timezone.utc
TYPES = {"day": pl.Date, "tiny": pl.Int8, "name": pl.String, "at": pl.Datetime("us", "UTC")}
TYPES |= {"price": pl.Decimal(9, 2), "tags": pl.List(pl.String)}
ROW = {"day": dt.date(2020, 1, 2), "tiny": 7, "name": "a", "price": Decimal("1.50"), "tags": ["p", None]}
ROW |= {"at": dt.datetime(2020, 1, 2, 3, 4, 5, 123456, UTC)}
# the columns in another order and at other types
ODD = pl.DataFrame(
    {
        "tags": [[1, 2], None],
        "price": [0.015, 2.0],
        "at": pl.Series([1577934245123456789, None]).cast(pl.Datetime("ns", "Europe/Berlin")),
        "name": [12, None],
        "tiny": ["-128", "+7"],
        "day": ["2020-02-29", None],
    }
)


def append():
    frame = parquet.read("typed").collect()
    assert dict(frame.schema) == TYPES, frame.schema
    assert frame.to_dicts() == [ROW], frame.to_dicts()
    parquet.append(ODD, "typed")
    parquet.write(pl.DataFrame([ROW], schema=TYPES), "mine")
    schema = csv.read("csv").collect_schema()
    assert list(schema.dtypes()) == [pl.String, pl.Int64, pl.String, pl.String, pl.Float64], schema
    csv.append(csv.read("csv").collect().with_columns(tiny=pl.lit("100")), "csv")
    try:
        parquet.read("csv")
        raise AssertionError("a CSV version has no Parquet files")
    except FileNotFoundError as failure:
        assert str(failure) == "Cannot find files for ('csv',)", failure
    parquet.write(pl.DataFrame({"x": [1, 2]}), "both")
    csv.write(pl.DataFrame({"y": ["a"]}), "both")


def compare():
    assert_frame_equal(parquet.read("mine").collect(), parquet.read("typed").collect())
    assert csv.read("both").collect().to_dicts() == [{"y": "a"}]


{"append": append, "compare": compare}[sys.argv[2]]()
