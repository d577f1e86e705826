package dev.frazil.engine.file;

import dev.frazil.encoders.ColumnChunkEncoder;
import dev.frazil.encoders.EncodedChunk;
import dev.frazil.encoders.EncoderException;
import dev.frazil.encoders.EncoderOptions;
import dev.frazil.encoders.EncoderWorkspace;
import dev.frazil.encoders.LeafValues;
import dev.frazil.encoders.Nesting;
import dev.frazil.engine.WriteException;
import dev.frazil.engine.arrow.ArrowColumn;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.ColumnCast;
import dev.frazil.engine.schema.ParquetLeaf;
import org.jspecify.annotations.Nullable;

/// One leaf of an open row group: Arrow columns in, an encoded chunk out. Owns the way to the leaf,
/// the cast and the encoder; holds a batch's column only between [#open] and [#release].
final class ColumnWriter implements AutoCloseable {
  private final ParquetLeaf leaf;
  private final LeafWalk walk;
  private final ColumnChunkEncoder encoder;
  private @Nullable ArrowField castFrom;
  private @Nullable ColumnCast cast;
  private @Nullable Column column;
  private @Nullable EncodedChunk finished;

  /// The open column as the encoder reads it.
  private record Column(LeafValues values, Nesting nesting) {}

  ColumnWriter(ParquetLeaf leaf, EncoderOptions options, EncoderWorkspace workspace) {
    this.leaf = leaf;
    this.walk = new LeafWalk(leaf);
    try {
      this.encoder = new ColumnChunkEncoder(leaf.column(), options, workspace);
    } catch (EncoderException e) {
      throw unencodable(e);
    }
  }

  ParquetLeaf leaf() {
    return leaf;
  }

  /// Takes the column of a batch that the leaf is part of, whose memory stays the batch's.
  void open(ArrowColumn batchColumn) {
    ArrowColumn source = walk.to(batchColumn);
    ColumnCast toStorage = cast(source.field());
    ArrowColumn stored = toStorage.onlyRelabels() ? source : walk.cast(toStorage, source);
    column = new Column(values(stored, walk.offset(stored)), walk.nesting(stored));
  }

  private ColumnCast cast(ArrowField from) {
    ColumnCast current = cast;
    if (current == null || !from.equals(castFrom)) {
      closeCast();
      current = ColumnCast.of(from, ColumnCast.coded(from, leaf.storage()));
      cast = current;
      castFrom = from;
    }
    return current;
  }

  private LeafValues values(ArrowColumn stored, long offset) {
    ArrowColumn dictionary = stored.dictionary();
    ArrowType.Int indexType = stored.field().indexType();
    return dictionary == null || indexType == null
        ? plain(stored, offset)
        : new LeafValues.Coded(
            stored.values(),
            indexType.bitWidth() / Byte.SIZE,
            offset,
            plain(dictionary, dictionary.offset()),
            dictionary.length());
  }

  private LeafValues plain(ArrowColumn stored, long offset) {
    return switch (leaf.column().type()) {
      case BOOLEAN -> new LeafValues.Bits(stored.values(), offset);
      case INT32, FLOAT -> new LeafValues.FixedWidth(stored.values(), 4, offset);
      case INT64, DOUBLE -> new LeafValues.FixedWidth(stored.values(), 8, offset);
      case FIXED_LEN_BYTE_ARRAY ->
          new LeafValues.FixedWidth(stored.values(), leaf.column().typeLength(), offset);
      case BYTE_ARRAY ->
          new LeafValues.Binary(
              stored.values(),
              (int) stored.field().type().slotBits() / Byte.SIZE,
              stored.data(),
              offset);
    };
  }

  /// Bytes of the values of rows `from .. from + count` in PLAIN encoding, null slots counted as if
  /// they held values: no less than what [#append] will hold of them, levels aside, but for coded
  /// strings, which count as if all entries were used alike.
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
    walk.release();
  }

  long bufferedBytes() {
    return encoder.bufferedBytes();
  }

  /// Ends the chunk, on the first call; it is valid until [#reset] or [#close].
  EncodedChunk finish() {
    EncodedChunk chunk = finished;
    if (chunk == null) {
      try {
        chunk = encoder.finish();
      } catch (EncoderException e) {
        throw unencodable(e);
      }
      finished = chunk;
    }
    return chunk;
  }

  private static WriteException unencodable(EncoderException e) {
    return new WriteException(String.valueOf(e.getMessage()), e);
  }

  /// Drops the chunk and keeps the memory, and the open batch: a row group may end inside it.
  void reset() {
    finished = null;
    encoder.reset();
  }

  @Override
  public void close() {
    release();
    walk.close();
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
