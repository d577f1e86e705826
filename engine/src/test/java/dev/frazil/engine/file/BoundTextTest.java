package dev.frazil.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.frazil.engine.schema.LogicalType;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundTextTest {
  private static final byte[] LITTLE_ENDIAN = {0x39, 0x30, 0, 0};
  private static final byte[] BIG_ENDIAN = {0x30, 0x39};

  @ParameterizedTest
  @CsvSource({
    "0, 12345",
    "2, 123.45",
    "7, 0.0012345",
    "2147483647, 1.2345E-2147483643",
    "-3, 1.2345E+7",
    "-2147483648, 1.2345E+2147483652"
  })
  void decimalsAreShortWhateverScaleAFooterStates(int scale, String text) {
    LogicalType decimal = new LogicalType.Decimal(5, scale);
    assertEquals(text, BoundText.of(leaf(FileMetadata.Type.INT32, decimal), LITTLE_ENDIAN));
    assertEquals(text, BoundText.of(leaf(FileMetadata.Type.BYTE_ARRAY, decimal), BIG_ENDIAN));
  }

  @Test
  void bytesThatAreNoValueOfTheTypeAreHexadecimal() {
    LogicalType date = new LogicalType.Date();
    assertEquals("0x3039", BoundText.of(leaf(FileMetadata.Type.INT32, date), BIG_ENDIAN));
  }

  /// A DATE is an INT32; a damaged footer may say that a column of INT64 is one.
  @Test
  void aDateOfNoYearIsANumber() {
    byte[] largest = {-1, -1, -1, -1, -1, -1, -1, 0x7f};
    assertEquals(
        "9223372036854775807",
        BoundText.of(leaf(FileMetadata.Type.INT64, new LogicalType.Date()), largest));
  }

  private static FileMetadata.Field leaf(FileMetadata.Type type, LogicalType logicalType) {
    return new FileMetadata.Field(
        List.of("x"),
        FileMetadata.Repetition.OPTIONAL,
        type,
        0,
        logicalType,
        null,
        false,
        OptionalInt.empty());
  }
}
