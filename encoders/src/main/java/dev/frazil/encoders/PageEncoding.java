package dev.frazil.encoders;

import dev.frazil.encoders.internal.encoding.BodyEncoder;
import dev.frazil.encoders.internal.encoding.DeltaPage;
import dev.frazil.encoders.internal.values.ValueEncoder;
import dev.frazil.encoders.memory.Slab;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The encoding of a chunk's pages where there is no dictionary: given by the options, or the one
/// under which the first values come out smallest.
final class PageEncoding {
  private final LeafColumn column;
  private final EncodingPolicy policy;
  private final EncoderWorkspace workspace;

  /// The chunk's encoding; null until it is chosen.
  private @Nullable Encoding encoding;

  /// Made when pages first have another encoding than PLAIN, which most columns never do.
  private @Nullable Map<Encoding, BodyEncoder> encoders;

  private Slab body;
  private long from;
  private long bytes;

  PageEncoding(LeafColumn column, EncodingPolicy policy, EncoderWorkspace workspace) {
    this.column = column;
    this.policy = policy;
    this.workspace = workspace;
    body = workspace.encoded();
    reset();
  }

  /// Encodes the values of the encoder's open page, choosing an encoding if there is none yet.
  Encoding encode(ValueEncoder values, int count, ChunkWriter chunk) {
    Encoding chosen = encoding;
    if (chosen == null) {
      chosen = smallest(values, count, chunk);
      encoding = chosen;
      values.encodeAs(chosen);
    } else {
      encode(chosen, values, count);
    }
    return chosen;
  }

  /// Chooses the encoding under which the values are smallest, and encodes them.
  private Encoding smallest(ValueEncoder values, int count, ChunkWriter chunk) {
    Encoding best = Encoding.PLAIN;
    Encoding last = best;
    int least = Integer.MAX_VALUE;
    for (Encoding candidate : Encoding.values()) {
      if (worthTrying(candidate, chunk)) {
        encode(candidate, values, count);
        last = candidate;
        int size = trialSize(chunk);
        if (size < least) {
          least = size;
          best = candidate;
        }
      }
    }
    if (last != best) {
      encode(best, values, count);
    }
    return best;
  }

  /// Bytes in another order are no fewer where there is no codec.
  private boolean worthTrying(Encoding candidate, ChunkWriter chunk) {
    return candidate.allows(column.type())
        && candidate != Encoding.RLE_DICTIONARY
        && (candidate != Encoding.BYTE_STREAM_SPLIT || chunk.compresses());
  }

  private void encode(Encoding chosen, ValueEncoder values, int count) {
    DeltaPage packed = values.packed();
    if (packed != null) {
      body = values.page();
      packed.end(body);
      from = packed.from();
      bytes = packed.bytes();
      return;
    }
    if (chosen == Encoding.PLAIN) {
      body = values.page();
      from = values.pageStart();
      bytes = values.pageBytes();
      return;
    }
    body = workspace.encoded();
    from = 0;
    bytes = encoder(chosen).encode(values.page(), values.pageBytes(), count, body);
  }

  private BodyEncoder encoder(Encoding chosen) {
    Map<Encoding, BodyEncoder> known = encoders;
    if (known == null) {
      known = new EnumMap<>(Encoding.class);
      encoders = known;
    }
    return known.computeIfAbsent(
        chosen,
        e -> BodyEncoder.of(e, column.type(), column.typeLength(), workspace.encodingScratch()));
  }

  /// What pages grow in until the chunk's encoding is chosen.
  Encoding first() {
    Encoding known = encoding;
    return known == null ? Encoding.PLAIN : known;
  }

  /// The chunk's encoding, if it is chosen.
  @Nullable Encoding chosen() {
    return encoding;
  }

  /// Bytes that the body that was encoded last would take in a page of its own.
  int trialSize(ChunkWriter chunk) {
    return chunk.trialSize(body, from, bytes);
  }

  /// What has the body that was encoded last.
  Slab body() {
    return body;
  }

  /// Where it starts.
  long from() {
    return from;
  }

  /// Its bytes.
  long bytes() {
    return bytes;
  }

  /// Begins the next chunk.
  void reset() {
    encoding =
        switch (policy) {
          case EncodingPolicy.Compatible _ -> Encoding.PLAIN;
          case EncodingPolicy.Smallest _ -> null;
          case EncodingPolicy.Fixed(Encoding fixed) ->
              fixed == Encoding.RLE_DICTIONARY ? Encoding.PLAIN : fixed;
        };
  }
}
