package dev.frazil.encoders;

/// DRAFT: scratch memory and codec contexts that the column encoders of one writer share. One
/// thread at a time.
public final class EncoderWorkspace implements AutoCloseable {
  public EncoderWorkspace() {}

  @Override
  public void close() {}
}
