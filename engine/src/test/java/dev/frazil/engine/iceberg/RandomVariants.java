package dev.frazil.engine.iceberg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.variants.ShreddedObject;
import org.apache.iceberg.variants.Variant;
import org.apache.iceberg.variants.VariantMetadata;
import org.apache.iceberg.variants.VariantValue;
import org.apache.iceberg.variants.Variants;

/// Variants as [ValueBatch] takes them: their metadata and their value, both as bytes.
final class RandomVariants {
  private RandomVariants() {}

  static List<Object> variant(Random random) {
    VariantMetadata metadata =
        random.nextBoolean() ? Variants.emptyMetadata() : Variants.metadata("a", "b", "é");
    VariantValue value =
        switch (random.nextInt(5)) {
          case 0 -> Variants.ofNull();
          case 1 -> Variants.of(random.nextInt(100));
          case 2 -> Variants.of("text " + random.nextInt(100));
          case 3 -> Variants.of(random.nextDouble());
          default -> {
            ShreddedObject object = Variants.object(metadata);
            if (metadata.dictionarySize() > 0) {
              object.put("a", Variants.of(random.nextInt(100)));
              object.put("b", Variants.ofNull());
            }
            yield object;
          }
        };
    return bytes(Variant.of(metadata, value));
  }

  /// The metadata and the value of a variant.
  static List<Object> bytes(Variant variant) {
    ByteBuffer metadata =
        ByteBuffer.allocate(variant.metadata().sizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    variant.metadata().writeTo(metadata, 0);
    ByteBuffer value =
        ByteBuffer.allocate(variant.value().sizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    variant.value().writeTo(value, 0);
    return List.of(metadata.rewind(), value.rewind());
  }

  /// The variant of such bytes.
  static Variant of(List<?> bytes) {
    VariantMetadata metadata = Variants.metadata(littleEndian((ByteBuffer) bytes.getFirst()));
    return Variant.of(
        metadata, Variants.value(metadata, littleEndian((ByteBuffer) bytes.getLast())));
  }

  private static ByteBuffer littleEndian(ByteBuffer bytes) {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }
}
