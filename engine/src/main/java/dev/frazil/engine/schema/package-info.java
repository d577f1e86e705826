/// What a Parquet file looks like: its groups and its leaves with their physical and logical types,
/// from an Arrow schema.
@NullMarked
package dev.frazil.engine.schema;

import org.jspecify.annotations.NullMarked;
