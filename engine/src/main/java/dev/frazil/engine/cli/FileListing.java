package dev.frazil.engine.cli;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.file.BoundText;
import dev.frazil.engine.file.ColumnIndex;
import dev.frazil.engine.file.FileMetadata;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What `inspect` prints for people: the footer of a file as tables.
///
/// @param path the file
/// @param file its footer
/// @param pages the pages of each chunk, or of none
record FileListing(
    String path, FileMetadata file, Map<FileMetadata.ColumnChunk, ChunkPages> pages) {
  private static final String UNKNOWN = "-";
  private static final int LONGEST_VALUE = 100;

  /// Prints the listing.
  ///
  /// @param out where to
  void print(PrintStream out) {
    out.println(
        "%s: %s in %s, %s"
            .formatted(
                Printable.line(path),
                Counted.of(file.rowCount(), "row"),
                Counted.of(file.rowGroups().size(), "row group"),
                Counted.of(file.length(), "byte")));
    String createdBy = file.createdBy();
    out.println("created by: " + (createdBy == null ? UNKNOWN : Printable.line(createdBy)));
    out.println();
    printSchema(out);
    int index = 0;
    for (FileMetadata.RowGroup group : file.rowGroups()) {
      out.println();
      out.println(
          "row group %d: %s at offset %s, %s, %s before compression"
              .formatted(
                  index++,
                  Counted.of(group.rowCount(), "row"),
                  Counted.of(group.offset()),
                  Counted.of(group.compressedSize(), "byte"),
                  Counted.of(group.uncompressedSize())));
      printChunks(out, group);
      for (FileMetadata.ColumnChunk chunk : group.chunks()) {
        ChunkPages chunkPages = pages.get(chunk);
        if (chunkPages != null) {
          printPages(out, chunk, chunkPages);
        }
      }
    }
    printKeyValueMetadata(out);
  }

  private void printSchema(PrintStream out) {
    TextTable table = new TextTable(1, 2, "schema", "id", "repetition", "type", "annotation");
    for (FileMetadata.Field field : file.schema()) {
      FileMetadata.Type type = field.type();
      String annotation = field.annotation();
      table.add(
          "  ".repeat(field.path().size() - 1) + field.path().getLast(),
          number(field.fieldId()),
          field.repetition().name().toLowerCase(Locale.ROOT),
          type == null
              ? "group"
              : type.name() + (field.typeLength() == 0 ? "" : "(" + field.typeLength() + ")"),
          annotation == null ? UNKNOWN : annotation);
    }
    table.print(out);
  }

  private static void printChunks(PrintStream out, FileMetadata.RowGroup group) {
    TextTable table =
        new TextTable(
            3,
            9,
            "column",
            "codec",
            "encodings",
            "pages",
            "values",
            "nulls",
            "nans",
            "bytes",
            "uncompressed",
            "min",
            "max");
    for (FileMetadata.ColumnChunk chunk : group.chunks()) {
      FileMetadata.Statistics statistics = chunk.statistics();
      Bounds bounds = statistics == null ? null : statistics.bounds();
      table.add(
          String.join(".", chunk.leaf().path()),
          chunk.codec(),
          String.join(" ", chunk.encodings()),
          number(chunk.dataPages()),
          Counted.of(chunk.valueCount()),
          statistics == null ? UNKNOWN : number(statistics.nullCount()),
          statistics == null ? UNKNOWN : number(statistics.nanCount()),
          Counted.of(chunk.compressedSize()),
          Counted.of(chunk.uncompressedSize()),
          bounds == null ? UNKNOWN : shortened(BoundText.of(chunk.leaf(), bounds.min())),
          bounds == null ? UNKNOWN : shortened(BoundText.of(chunk.leaf(), bounds.max())));
    }
    table.print(out);
  }

  private static void printPages(
      PrintStream out, FileMetadata.ColumnChunk chunk, ChunkPages pages) {
    out.println();
    out.println(Printable.line(heading(chunk, pages)));
    TextTable table =
        new TextTable(
            2,
            8,
            "page",
            "encoding",
            "offset",
            "first row",
            "values",
            "nulls",
            "bytes",
            "uncompressed",
            "min",
            "max");
    for (PageReport page : PageReport.of(chunk.leaf(), pages)) {
      table.add(
          page.kind().toLowerCase(Locale.ROOT),
          page.encoding(),
          Counted.of(page.offset()),
          page.firstRow() == null ? UNKNOWN : Counted.of(page.firstRow()),
          Counted.of(page.values()),
          page.nulls() == null ? UNKNOWN : Counted.of(page.nulls()),
          Counted.of(page.compressedSize()),
          Counted.of(page.uncompressedSize()),
          page.min() == null ? UNKNOWN : shortened(page.min()),
          page.max() == null ? UNKNOWN : shortened(page.max()));
    }
    table.print(out);
  }

  private static String heading(FileMetadata.ColumnChunk chunk, ChunkPages pages) {
    ColumnIndex index = pages.columnIndex();
    return "%s: boundary order %s, bloom filter %s"
        .formatted(
            String.join(".", chunk.leaf().path()),
            index == null ? UNKNOWN : index.boundaryOrder().name().toLowerCase(Locale.ROOT),
            pages.bloomFilterBytes().isEmpty()
                ? UNKNOWN
                : number(pages.bloomFilterBytes()) + " bytes");
  }

  private void printKeyValueMetadata(PrintStream out) {
    if (!file.keyValueMetadata().isEmpty()) {
      out.println();
      TextTable table = new TextTable(0, 0, "key", "value");
      file.keyValueMetadata().forEach((key, value) -> table.add(key, shortened(value)));
      table.print(out);
    }
  }

  /// A value of any length on part of a line.
  static String shortened(String value) {
    return value.codePointCount(0, value.length()) <= LONGEST_VALUE
        ? value
        : value.substring(0, value.offsetByCodePoints(0, LONGEST_VALUE - 1)) + "…";
  }

  private static String number(OptionalLong value) {
    return value.isPresent() ? Counted.of(value.getAsLong()) : UNKNOWN;
  }

  private static String number(OptionalInt value) {
    return value.isPresent() ? Counted.of(value.getAsInt()) : UNKNOWN;
  }
}
