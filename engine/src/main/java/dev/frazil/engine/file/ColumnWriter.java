package dev.frazil.engine.file;

import dev.frazil.encoders.ColumnChunkEncoder;
import dev.frazil.encoders.EncodedChunk;
import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.EncoderWorkspace;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.Nesting;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.schema.ParquetLeaf;
import org.jspecify.annotations.Nullable;

/// One leaf of an open row group: Arrow columns in, an encoded chunk out. Owns the cast and the
/// encoder; holds a batch's column only between [#open] and [#release].
final class ColumnWriter implements AutoCloseable {
  private final ParquetLeaf leaf;
  private final ArrowField source;
  private final ColumnChunkEncoder encoder;
  private @Nullable ArrowField castFrom;
  private @Nullable ColumnCast cast;
  private @Nullable Column column;

  /// The open column as the encoder reads it.
  private record Column(LeafValues values, Nesting nesting) {}

  ColumnWriter(
      ParquetLeaf leaf, ArrowField source, EncoderOptions options, EncoderWorkspace workspace) {
    this.leaf = leaf;
    this.source = source;
    try {
      this.encoder = new ColumnChunkEncoder(leaf.column(), options, workspace);
    } catch (EncoderException e) {
      throw unencodable(e);
    }
  }

  ParquetLeaf leaf() {
    return leaf;
  }

  /// Takes a batch's column, whose memory stays the batch's.
  void open(ArrowColumn batchColumn) {
    ArrowColumn stored = cast(batchColumn.field()).apply(batchColumn);
    column = new Column(values(stored), nesting(stored));
  }

  private ColumnCast cast(ArrowField from) {
    ColumnCast current = cast;
    if (current == null || !from.equals(castFrom)) {
      requireSource(from);
      closeCast();
      current = ColumnCast.of(from, leaf.storage());
      cast = current;
      castFrom = from;
    }
    return current;
  }

  /// A column may differ from the schema in how it is laid out, not in what it means: another type
  /// of the same storage could hold values that the leaf's annotation excludes.
  private void requireSource(ArrowField from) {
    if (!from.name().equals(source.name())
        || !from.type().withOffsets(false).equals(source.type().withOffsets(false))) {
      throw new SchemaException(
          "batch schema: %s: expected column %s of %s, got column %s of %s"
              .formatted(
                  leaf.column().displayName(),
                  source.name(),
                  source.type(),
                  from.name(),
                  from.type()));
    }
  }

  private LeafValues values(ArrowColumn stored) {
    return switch (leaf.column().type()) {
      case BOOLEAN -> new LeafValues.Bits(stored.values(), stored.offset());
      case INT32, FLOAT -> new LeafValues.FixedWidth(stored.values(), 4, stored.offset());
      case INT64, DOUBLE -> new LeafValues.FixedWidth(stored.values(), 8, stored.offset());
      case FIXED_LEN_BYTE_ARRAY ->
          new LeafValues.FixedWidth(stored.values(), leaf.column().typeLength(), stored.offset());
      case BYTE_ARRAY ->
          new LeafValues.Binary(
              stored.values(),
              (int) stored.field().type().slotBits() / Byte.SIZE,
              stored.data(),
              stored.offset());
    };
  }

  private Nesting nesting(ArrowColumn stored) {
    if (leaf.column().optional()) {
      return new Nesting.Optional(
          stored.length(), stored.validity(), stored.offset(), stored.nullCount());
    }
    if (stored.nullCount() > 0) {
      throw new WriteException(
          "required column: %s: expected a value in every row, got null in row %d of the batch"
              .formatted(leaf.column().displayName(), firstNull(stored)));
    }
    return new Nesting.Required(stored.length());
  }

  private static int firstNull(ArrowColumn stored) {
    int row = 0;
    while (!stored.isNull(row)) {
      row++;
    }
    return row;
  }

  /// Bytes of the values of rows `from .. from + count` in PLAIN encoding, null slots counted as if
  /// they held values: no less than what [#append] will hold of them, levels aside.
  long plainBytes(int from, int count) {
    Column open = current();
    return encoder.plainBytes(open.values(), open.nesting(), from, count);
  }

  /// The open column's values; slot `i` is that of row `i` unless the leaf is repeated.
  LeafValues values() {
    return current().values();
  }

  /// Which of the open column's slots hold a value.
  Nesting nesting() {
    return current().nesting();
  }

  /// Encodes rows of the open column.
  void append(int from, int count) {
    Column open = current();
    try {
      encoder.append(open.values(), open.nesting(), from, count);
    } catch (EncoderException e) {
      throw unencodable(e);
    }
  }

  private Column current() {
    Column open = column;
    if (open == null) {
      throw new IllegalStateException(
          "column: " + leaf.column().displayName() + ": expected an open batch, got none");
    }
    return open;
  }

  /// Forgets the batch's column.
  void release() {
    column = null;
  }

  long bufferedBytes() {
    return encoder.bufferedBytes();
  }

  /// Ends the chunk; it is valid until [#reset] or [#close].
  EncodedChunk finish() {
    try {
      return encoder.finish();
    } catch (EncoderException e) {
      throw unencodable(e);
    }
  }

  private static WriteException unencodable(EncoderException e) {
    return new WriteException(String.valueOf(e.getMessage()), e);
  }

  /// Drops the chunk and keeps the memory, and the open batch: a row group may end inside it.
  void reset() {
    encoder.reset();
  }

  @Override
  public void close() {
    release();
    encoder.close();
    closeCast();
  }

  private void closeCast() {
    if (cast != null) {
      cast.close();
      cast = null;
      castFrom = null;
    }
  }
}
