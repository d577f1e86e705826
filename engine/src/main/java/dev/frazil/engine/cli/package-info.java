/// The command line: Arrow IPC, Parquet and CSV in; Iceberg tables, Parquet files and versions of a
/// store out; what is in a file or a version on the screen.
///
/// Commands parse options and print reports, and leave the work to the rooms below. This package
/// knows no encoding and no byte layout. Everything that a user can get wrong ends in one line on
/// standard error and an exit code of [dev.frazil.engine.cli.Main].
@NullMarked
package dev.frazil.engine.cli;

import org.jspecify.annotations.NullMarked;
