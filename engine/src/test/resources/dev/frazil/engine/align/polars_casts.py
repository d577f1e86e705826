"""Writes polars_casts.tsv: what the strict cast of polars makes of single values.

A line is a pair of types and then values with their results: `value=result`, or `value!` where the
cast fails. Dates, times, timestamps and durations are their counts, decimals their unscaled
values, floating point numbers as `float.hex` writes them, bytes as hexadecimal digits, and strings
as JSON has them. A pair that polars refuses has no values.

    python polars_casts.py > polars_casts.tsv
"""

import decimal
import json
import math

import polars as pl

decimal.getcontext().prec = 80

INTEGERS = {f"int{b}": getattr(pl, f"Int{b}") for b in (8, 16, 32, 64)}
INTEGERS |= {f"uint{b}": getattr(pl, f"UInt{b}") for b in (8, 16, 32, 64)}
TYPES = dict(INTEGERS)
TYPES |= {"float16": pl.Float16, "float32": pl.Float32, "float64": pl.Float64, "bool": pl.Boolean}
TYPES |= {"utf8": pl.String, "binary": pl.Binary, "date32": pl.Date, "time64[ns]": pl.Time}
for unit in ("ms", "us", "ns"):
    TYPES[f"timestamp[{unit}]"] = pl.Datetime(unit)
    TYPES[f"duration[{unit}]"] = pl.Duration(unit)
TYPES["timestamp[us, UTC]"] = pl.Datetime("us", "UTC")
TYPES["timestamp[ms, Europe/Berlin]"] = pl.Datetime("ms", "Europe/Berlin")
TYPES["decimal128(9, 2)"] = pl.Decimal(9, 2)
TYPES["decimal128(38, 10)"] = pl.Decimal(38, 10)
TYPES["decimal128(5, 0)"] = pl.Decimal(5, 0)
SKIPPED = {"int16", "int32", "uint16", "uint32"}

WHOLE = [0, 1, -1, 7, 100, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536]
WHOLE += [86400, 16777217, 123456789, 2147483647, 2147483648, -2147483648, -2147483649, 4294967295]
WHOLE += [4294967296, 86399999999999, 86400000000000, 9007199254740993, 1600000000000000000]
WHOLE += [9223372036854775807, -9223372036854775808, 18446744073709551615]
REAL = [0.0, -0.0, 1.0, 1.5, -1.5, 2.5, 0.1, 0.5, -0.5, 0.005, 0.015, 0.025, 1.005, 127.9, 128.0]
REAL += [-128.9, 255.5, 256.0, 1e7, 1.5e12, 1e13, 9.9e12, 1e15, 9.999999999999998e15, 1e16, 1e17]
REAL += [1e20, 1e22, 1.5e300, 1e-4, 1.5e-5, 9.9e-6, 1.5e-6, 9e-7, 1.234e-7, 5e-324, 6e-8, 1e39]
REAL += [3.4028234663852886e38, 123456.789, 9007199254740992.0, 9223372036854774784.0, 2**63]
REAL += [-(2.0**63), 2.0**64, 2147483647.0, 2147483648.0, 1.7976931348623157e308, 16777217.0]
REAL += [65504.0, 65520.0, 1 / 3, 86399999999999.5, 2.0**-1074 * 3, 2e-323, 1e23]
REAL += [math.nan, math.inf, -math.inf]
NUMBERS = ["", "0", "1", "-1", "+1", "01", "007", " 1", "1 ", "1.0", "1.5", "-0", "-0.0", "1e3"]
NUMBERS += ["1E3", "1e-3", ".5", "5.", "-.5", "+.5", "1_000", "1,000", "0x10", "127", "128", "-128"]
NUMBERS += ["-129", "255", "256", "2147483648", "9223372036854775807", "9223372036854775808"]
NUMBERS += ["-9223372036854775808", "-9223372036854775809", "18446744073709551615", "1e400", "1e39"]
NUMBERS += ["18446744073709551616", "-1e400", "1e-400", "inf", "-inf", "+inf", "Inf", "infinity"]
NUMBERS += ["nan", "NaN", "-nan", "null", "None", "true", "yes", "abc", "1.23456789", "0.005"]
NUMBERS += ["0.015", "1.005", "9999999.99", "9999999.994", "9999999.995", "99999.4", "99999.5"]
NUMBERS += ["12345678901234567890123456789012345678", "1e2.5", "1e", "e1", "-", "+", "--1", "é", "١"]
NUMBERS += [".", "-.", "1..0", "1e+3", "1E+03", "1e-03", "1e5000000000", "0e999999", "1e37", "1e38"]
NUMBERS += ["0.00000000000000000000000000000000000000001", "2.5", "-2.5", "0.1e1", "1e-39", "65520"]
NUMBERS += ["00000000000000000000000000000000000000000001", "1.1754943e-38", "16777217", "0.1"]
TIMES = ["2020-01-02", "2020-1-2", "20-01-02", "+2020-01-02", "0000-01-01", "10000-01-01"]
TIMES += ["+10000-01-01", "+262142-12-31", "+262143-12-31", "-262144-01-01", "-0001-01-01"]
TIMES += [" 2020-01-02", "2020-01-02 ", "2020-001-02", "2020-13-01", "2020-02-29", "2021-02-29"]
TIMES += ["2020-01-02x", "1-1-1", "2020--01-02", "2020-+1-02", "20200102", "2020/01/02", "2020-01"]
TIMES += ["02-01-2020", "02/01/2020", "01.02.2020", "2020-01-02 03:04:05", "2020-01-02T03:04:05"]
TIMES += ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05z", "2020-01-02T03:04:05+02:00"]
TIMES += ["2020-01-02T03:04:05-0230", "2020-01-02T03:04:05 +02:00", "2020-01-02T03:04:05.1"]
TIMES += ["2020-01-02T03:04:05.5+02:00", "2020-01-02T03:04:05.123456789", "2020-01-02T03:04"]
TIMES += ["2020-01-02T03:04:05.1234567891+00:00", "2020-01-02T03:04Z", "2020-01-02T03:04+02:00"]
TIMES += ["2020-1-2T3:4:5", "2020-01-02T03", "2020-01-02t03:04:05", "2020-01-02T24:00:00"]
TIMES += ["2020-01-02T03:04:60", "2020-01-02T03:04:61", "2020-01-02T03:60:00", "20-01-02T03:04:05"]
TIMES += [" 2020-01-02T03:04:05 ", "2020-02-30T00:00:00", "2300-01-01T00:00:00", "03:04:05"]
TIMES += ["2020-01-02T03:04:05+25:00", "2020-01-02T03:04:05+02:60", "2020-01-02T03:04:05+2:00"]
TIMES += ["1677-09-21T00:12:44", "1677-09-21T00:12:43", "2262-04-11T23:47:16.854775807", "24:00"]
TIMES += ["2262-04-11T23:47:16.854775808", "2020-01-02T03:04:05.+00:00", "03:04", "PT1S", "1s"]
TIMES += ["0000-01-01T00:00:00", "9999-12-31T23:59:59.999999", "2020-01-02T03:04:05.000001+01:00"]
BYTES = [b"", b"a", b"123", b"\xff", b"\xc3\xa9", b"\xed\xa0\x80", b"2020-01-02"]
DAYS = [0, 1, -1, 18262, -719162, -719528, -719893, 2932896, 2932897, 106751, 106752, -106752]
DAYS += [2147483647, -2147483648, 95026236, 95026601]
DAY_NANOS = [0, 1, 999, 1000, 999999, 10**9, 11045123456789, 86399 * 10**9, 86399999999999]
UNSCALED = {
    "decimal128(9, 2)": [0, 1, -1, 50, 150, 250, -150, -250, 12345, 999999999, -999999999, 12750],
    "decimal128(38, 10)": [0, 1, -1, 10**10, 15 * 10**9, 5 * 10**7, 15 * 10**7, 25 * 10**7]
    + [999999999 * 10**8, 10**17, 10**37, 10**38 - 1, 1 - 10**38, 127 * 10**10, 3333333333]
    + [92233720368547758070000000000, 92233720368547758080000000000, 255_5000000000],
    "decimal128(5, 0)": [0, 1, -1, 99999, -99999, 127, 128, 255, 256],
}


def counts(unit):
    k = {"ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    some = [0, 1, -1, 999, 1500, -1500, k, -k, -k - 1, 86400 * k - 1, 86400 * k, -86400 * k - 1]
    some += [1577934245 * k + 123 * k // 1000, 1577934245 * k + 1, 1593552645 * k, 253402300799 * k]
    some += [253402300800 * k, -62135596800 * k, 9223372036854, 9223372036855, 9223372036854775]
    some += [9223372036854776, 2**63 - 1, -(2**63)]
    return [v for v in dict.fromkeys(some) if -(2**63) <= v < 2**63]


def source(name, dtype):
    if name in INTEGERS:
        bits = int(name.lstrip("uint"))
        low, high = (0, 2**bits) if name[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1))
        return pl.Series([v for v in WHOLE if low <= v < high], dtype=dtype)
    if name.startswith("float"):
        return pl.Series(REAL, dtype=pl.Float64).cast(dtype)
    if name == "bool":
        return pl.Series([False, True])
    if name == "binary":
        return pl.Series(BYTES)
    if name == "date32":
        return pl.Series(DAYS, dtype=pl.Int32).cast(dtype)
    if name.startswith("time64"):
        return pl.Series(DAY_NANOS).cast(dtype)
    if name.startswith("decimal"):
        scaled = [decimal.Decimal(v).scaleb(-dtype.scale) for v in UNSCALED[name]]
        return pl.Series(scaled, dtype=dtype)
    return pl.Series(counts(name[name.index("[") + 1 :][:2]), dtype=pl.Int64).cast(dtype)


def texts(target):
    dates = target.startswith(("date", "timestamp"))
    few = target == "binary" or target.startswith(("time64", "duration", "uint16", "uint32"))
    return pl.Series(TIMES if dates else NUMBERS[::5] + TIMES[::9] if few else NUMBERS)


def shown(series):
    dtype = series.dtype
    if dtype.is_temporal():
        return str(series.to_physical()[0])
    value = series[0]
    if dtype.is_decimal():
        return str(int(value.scaleb(dtype.scale)))
    if dtype.is_float():
        return value.hex()
    if dtype == pl.Binary:
        return value.hex()
    if dtype == pl.String:
        return json.dumps(value)
    return str(value).lower()


def cell(value, target):
    try:
        return f"{shown(value)}={shown(value.cast(target, strict=True))}"
    # a panic of polars is no Exception
    except BaseException as failure:
        return None if "not supported" in str(failure) else f"{shown(value)}!"


for name, dtype in TYPES.items():
    for target_name, target in TYPES.items():
        if name == target_name or name in SKIPPED:
            continue
        series = texts(target_name) if name == "utf8" else source(name, dtype)
        cells = [cell(series[i : i + 1], target) for i in range(len(series))]
        print("\t".join([name, target_name] + [c for c in cells if c is not None]))
