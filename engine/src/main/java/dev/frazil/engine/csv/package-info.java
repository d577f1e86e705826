/// CSV in and out: record batches of text that is read, inferred or written at an Arrow schema (RFC
/// 4180, by way of FastCSV). Knows Arrow's columns alone: no Parquet file, no store and no scan.
@NullMarked
package dev.frazil.engine.csv;

import org.jspecify.annotations.NullMarked;
