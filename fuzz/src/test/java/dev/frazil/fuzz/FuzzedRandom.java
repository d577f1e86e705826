package dev.frazil.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// A generator whose choices are the bytes of a fuzzer's input, so that a changed byte changes a
/// choice; behind the end of the input it goes on from a hash of it.
final class FuzzedRandom implements RandomGenerator {
  private final ByteBuffer input;
  private final SplittableRandom tail;

  FuzzedRandom(byte[] input) {
    this.input = ByteBuffer.wrap(input);
    this.tail = new SplittableRandom(Arrays.hashCode(input));
  }

  @Override
  public int nextInt() {
    return input.remaining() >= Integer.BYTES ? input.getInt() : tail.nextInt();
  }

  @Override
  public int nextInt(int bound) {
    // Small choices take a byte, so that a fuzzer can reach them one by one.
    return bound <= 256 && input.hasRemaining()
        ? (input.get() & 0xff) % bound
        : RandomGenerator.super.nextInt(bound);
  }

  @Override
  public boolean nextBoolean() {
    return (nextInt(2) & 1) != 0;
  }

  @Override
  public long nextLong() {
    return input.remaining() >= Long.BYTES ? input.getLong() : tail.nextLong();
  }
}
