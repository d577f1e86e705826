package dev.frazil.engine.verify;

/// The values of a page or a dictionary, without nulls. The arrays belong to the values, which are
/// not compared as such.
@SuppressWarnings("ArrayRecordComponent") // values are never compared as such
sealed interface Values {

  /// How many there are.
  int count();

  /// Values of a fixed width as bits: booleans as 0 and 1, INT32 with its sign extended, FLOAT and
  /// DOUBLE as their bit patterns.
  record Words(long[] words) implements Values {
    @Override
    public int count() {
      return words.length;
    }
  }

  /// Byte strings that stand anywhere in an array; several may share their bytes.
  record Strings(byte[] data, int[] starts, int[] lengths) implements Values {
    @Override
    public int count() {
      return starts.length;
    }
  }

  /// The values at some positions.
  ///
  /// @throws Undecodable if a position has no value
  default Values at(int[] positions) throws Undecodable {
    for (int position : positions) {
      if (position < 0 || position >= count()) {
        throw new Undecodable(
            "an index of %s into a dictionary of %d entries"
                .formatted(Integer.toUnsignedString(position), count()));
      }
    }
    return switch (this) {
      case Words(long[] words) -> {
        long[] result = new long[positions.length];
        for (int i = 0; i < result.length; i++) {
          result[i] = words[positions[i]];
        }
        yield new Words(result);
      }
      case Strings(byte[] data, int[] starts, int[] lengths) -> {
        int[] resultStarts = new int[positions.length];
        int[] resultLengths = new int[positions.length];
        for (int i = 0; i < positions.length; i++) {
          resultStarts[i] = starts[positions[i]];
          resultLengths[i] = lengths[positions[i]];
        }
        yield new Strings(data, resultStarts, resultLengths);
      }
    };
  }
}
