package dev.frazil.engine.file;

import dev.frazil.encoders.EncoderOptions;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// What all files of one schema and one set of options have in common: the leaves with the options
/// of each, and the part of the footer that is the same in every file. Made once for the writers of
/// a table, of which thousands may be open. Immutable.
public final class FileLayout {
  private final ParquetSchema schema;
  private final WriterOptions options;
  private final List<ParquetLeaf> leaves;
  private final List<EncoderOptions> encoders;
  private final List<ChunkMetaData> metaData;
  private final FooterWriter footer;

  private FileLayout(ParquetSchema schema, WriterOptions options) {
    this.schema = schema;
    this.options = options;
    this.leaves = LeafOptions.ordered(schema.leaves(), options);
    this.encoders = LeafOptions.of(leaves, options);
    List<ChunkMetaData> footers = new ArrayList<>(leaves.size());
    for (int i = 0; i < leaves.size(); i++) {
      boolean statistics = LeafOptions.footerStatistics(leaves.get(i), options);
      footers.add(new ChunkMetaData(leaves.get(i), encoders.get(i).compression(), statistics));
    }
    this.metaData = List.copyOf(footers);
    try {
      this.footer = FooterWriter.of(schema, leaves, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory: Thrift refuses no structure that is made here
    }
  }

  /// The layout of the files of a schema.
  ///
  /// @param schema the schema of the files and of the batches
  /// @param options how the files are written
  /// @return the layout
  /// @throws dev.frazil.engine.SchemaException if the options ask for what a column cannot have, or
  ///   for a column that is not there; the message names its path
  public static FileLayout of(ParquetSchema schema, WriterOptions options) {
    return new FileLayout(schema, options);
  }

  ParquetSchema schema() {
    return schema;
  }

  WriterOptions options() {
    return options;
  }

  /// The leaves of the schema, with the orders of their bounds.
  List<ParquetLeaf> leaves() {
    return leaves;
  }

  /// How the chunks of a leaf are encoded.
  EncoderOptions encoder(int leaf) {
    return encoders.get(leaf);
  }

  /// What writes what the footer says of the chunks of a leaf.
  ChunkMetaData metaData(int leaf) {
    return metaData.get(leaf);
  }

  FooterWriter footer() {
    return footer;
  }
}
