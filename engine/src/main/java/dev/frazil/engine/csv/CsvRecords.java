package dev.frazil.engine.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.frazil.engine.ArrowImportException;
import dev.frazil.engine.FrazilException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/// The records of a CSV document (RFC 4180) one by one, each field with whether it stood in quotes.
///
/// Lines end with LF, CRLF or CR. A quote that is never closed and text behind a closing quote are
/// errors. Memory is bounded: a field has at most [#FIELD_LIMIT] characters, a record at most
/// [#RECORD_LIMIT] characters in [#COUNT_LIMIT] fields. Owns the stream. Not thread-safe.
final class CsvRecords implements Closeable {
  /// The longest field, in UTF-16 units.
  static final int FIELD_LIMIT = 1 << 24;

  /// The longest record, in UTF-16 units.
  static final int RECORD_LIMIT = 1 << 25;

  /// The most fields of a record.
  static final int COUNT_LIMIT = 1 << 18;

  private final String place;
  private final CloseableIterator<CsvRecord> records;
  private final FieldText text = new FieldText();
  private final CsvRecord record;

  private CsvRecords(String place, CloseableIterator<CsvRecord> records, CsvRecord record) {
    this.place = place;
    this.records = records;
    this.record = record;
  }

  /// Reads from where a stream stands.
  ///
  /// @param bytes the document, closed with the records
  /// @param place what messages start with
  static CsvRecords of(InputStream bytes, String place) {
    CsvRecord record = new CsvRecord(place);
    CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .skipEmptyLines(false)
            .allowUnclosedQuote(false)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .maxBufferSize(FIELD_LIMIT)
            .build(record, new Utf8Reader(bytes, place));
    return new CsvRecords(place, reader.iterator(), record);
  }

  /// Reads the next record.
  ///
  /// @return false at the end
  /// @throws IOException if the stream cannot be read
  /// @throws ArrowImportException if what comes next is no record or no UTF-8
  boolean next() throws IOException {
    try {
      if (!records.hasNext()) {
        return false;
      }
      records.next();
      return true;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw reason(e);
    }
  }

  /// What made FastCSV stop: a failure of the reader or of the record as it is, a virtual machine
  /// without memory, or a place where quotes are damaged.
  private RuntimeException reason(CsvParseException failure) throws IOException {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
      if (cause instanceof FrazilException known) {
        return known;
      }
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof Error error) {
        throw error;
      }
    }
    return new ArrowImportException(
        "%s: line %d: expected a record whose quotes stand around whole fields of at most %d characters, got: %s"
            .formatted(place, record.line, FIELD_LIMIT, cause.getMessage()),
        failure);
  }

  /// The line on which the record starts, from 1.
  long line() {
    return record.line;
  }

  /// Whether the record is a line without anything.
  boolean isBlank() {
    return record.blank;
  }

  /// The fields of the record; 0 of a blank line.
  int fieldCount() {
    return record.count;
  }

  /// A field of the record, until another one is asked for.
  FieldText field(int i) {
    int start = i == 0 ? 0 : record.ends[i - 1];
    return text.show(record.chars, start, record.ends[i], record.quoted[i]);
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  /// One record, which is filled again and again.
  private static final class CsvRecord extends AbstractBaseCsvCallbackHandler<CsvRecord> {
    private final String place;
    private char[] chars = new char[256];
    private int[] ends = new int[16];
    private boolean[] quoted = new boolean[16];
    private int length;
    private int count;
    private long line;
    private boolean blank;

    CsvRecord(String place) {
      this.place = place;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
      line = startingLineNumber;
      length = 0;
      count = 0;
      blank = false;
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int size, boolean inQuotes) {
      if (length + size > RECORD_LIMIT || count == COUNT_LIMIT) {
        throw new ArrowImportException(
            "%s: line %d: expected a record of at most %d characters in %d fields, got more"
                .formatted(place, line, RECORD_LIMIT, COUNT_LIMIT));
      }
      if (length + size > chars.length) {
        chars = Arrays.copyOf(chars, Math.max(length + size, 2 * chars.length));
      }
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * count);
        quoted = Arrays.copyOf(quoted, 2 * count);
      }
      System.arraycopy(buffer, offset, chars, length, size);
      length += size;
      ends[count] = length;
      quoted[count++] = inQuotes;
    }

    @Override
    protected void handleEmpty() {
      blank = true;
    }

    @Override
    protected CsvRecord buildRecord() {
      return this;
    }
  }
}
