package dev.frazil.engine.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// The sink of the open file and how far it is written. Owns the sink.
final class PositionedSink {
  private ByteSink sink;
  private long position;

  PositionedSink(ByteSink sink) {
    this.sink = sink;
  }

  /// Takes the sink of the next file, of which nothing is written.
  void reset(ByteSink next) {
    sink = next;
    position = 0;
  }

  void write(MemorySegment bytes) throws IOException {
    sink.write(bytes);
    position += bytes.byteSize();
  }

  /// What the file is called, if it has a name.
  String location() {
    return sink.location();
  }

  /// Bytes of the file so far.
  long position() {
    return position;
  }

  void complete() throws IOException {
    sink.complete();
  }

  void abort() {
    sink.abort();
  }
}
