package dev.frazil.encoders.internal.encoding;

import dev.frazil.encoders.memory.Slab;

/// DELTA_BINARY_PACKED of INT32 or INT64.
final class DeltaBinaryPackedEncoder implements BodyEncoder {
  private final int valueBytes;
  private final DeltaBinaryPackedWriter writer = new DeltaBinaryPackedWriter();

  DeltaBinaryPackedEncoder(int valueBytes) {
    this.valueBytes = valueBytes;
  }

  @Override
  public long encode(Slab plain, long plainBytes, int count, Slab target) {
    var body = target.ensure(DeltaBinaryPackedWriter.maxSize(count, valueBytes), 0);
    return valueBytes == Integer.BYTES
        ? writer.ints(plain.segment(), 0, count, body, 0)
        : writer.longs(plain.segment(), 0, count, body, 0);
  }
}
