package dev.frazil.encoders;

/// DRAFT SIGNATURES (the lead is writing the body).
public final class ColumnChunkEncoder implements AutoCloseable {
  public ColumnChunkEncoder(LeafColumn column, EncoderOptions options, EncoderWorkspace workspace) {
    throw new UnsupportedOperationException(column + " " + options + workspace.hashCode());
  }

  /// Encodes rows `from .. from + count` of the batch; afterwards nothing refers to the segments.
  public void append(LeafValues values, Nesting nesting, int from, int count) {
    throw new UnsupportedOperationException(values + " " + nesting + from + count);
  }

  /// Encoded, uncompressed bytes held for the open chunk (an estimate while a dictionary is open).
  public long bufferedBytes() {
    return 0;
  }

  /// Ends the chunk (at least one row must have been appended). Valid until reset/append/close.
  public EncodedChunk finish() {
    throw new UnsupportedOperationException();
  }

  /// Makes the encoder ready for the next chunk; memory is kept.
  public void reset() {}

  @Override
  public void close() {}
}
