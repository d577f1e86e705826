package dev.frazil.fuzz.arrow;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/// Reads Parquet files with Arrow C++ until standard input ends. A request is [#REQUEST] and a
/// file's URI in modified UTF-8; the answer is a length and that many bytes: [#ROWS], the names of
/// the columns' types as one text, each on a line of its own, the number of rows and each row as a
/// [ValueWriter] writes it; or [#FAILURE] and a message.
public final class ArrowPeer {
  /// First byte of a request.
  public static final int REQUEST = 'F';

  /// First byte of an answer: rows follow.
  public static final int ROWS = 'R';

  /// First byte of an answer: a message follows.
  public static final int FAILURE = 'E';

  private static final long BATCH_ROWS = 1 << 15;

  private ArrowPeer() {}

  /// Answers requests.
  ///
  /// @param arguments none
  /// @throws IOException if standard input or output breaks
  public static void main(String[] arguments) throws IOException {
    DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream answers = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    System.setOut(System.err);
    try (BufferAllocator allocator = new RootAllocator()) {
      while (requests.read() == REQUEST) {
        byte[] answer = answer(allocator, requests.readUTF());
        answers.writeInt(answer.length);
        answers.write(answer);
        answers.flush();
      }
    }
  }

  private static byte[] answer(BufferAllocator allocator, String uri) throws IOException {
    try {
      return rows(allocator, uri);
    } catch (Exception e) {
      ByteArrayOutputStream failure = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(failure);
      out.writeByte(FAILURE);
      ValueWriter.writeText(out, String.valueOf(e.getMessage()));
      return failure.toByteArray();
    }
  }

  /// `close` of the datasets may be interrupted; this process never is.
  @SuppressWarnings("try")
  private static byte[] rows(BufferAllocator allocator, String uri) throws Exception {
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(rows);
    int count = 0;
    StringBuilder types = new StringBuilder();
    try (FileSystemDatasetFactory factory =
            new FileSystemDatasetFactory(
                allocator, NativeMemoryPool.getDefault(), FileFormat.PARQUET, uri);
        Dataset dataset = factory.finish();
        Scanner scanner = dataset.newScan(new ScanOptions(BATCH_ROWS, Optional.empty()));
        ArrowReader reader = scanner.scanBatches()) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      for (Field field : root.getSchema().getFields()) {
        types.append(TypeNames.of(field, values(reader, field))).append('\n');
      }
      while (reader.loadNextBatch()) {
        ValueWriter writer = new ValueWriter(out, root.getFieldVectors(), reader::lookup);
        for (int row = 0; row < root.getRowCount(); row++) {
          writer.writeRow(row);
        }
        count += root.getRowCount();
      }
    }
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    DataOutputStream head = new DataOutputStream(answer);
    head.writeByte(ROWS);
    ValueWriter.writeText(head, types.toString());
    head.writeInt(count);
    rows.writeTo(answer);
    return answer.toByteArray();
  }

  private static Field values(ArrowReader reader, Field field) {
    DictionaryEncoding encoding = field.getDictionary();
    Dictionary dictionary = encoding == null ? null : reader.lookup(encoding.getId());
    return dictionary == null ? field : dictionary.getVector().getField();
  }
}
