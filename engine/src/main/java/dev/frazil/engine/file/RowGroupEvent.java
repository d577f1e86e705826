package dev.frazil.engine.file;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A Flight Recorder event a row group: `dev.frazil.RowGroup`. Off by default; while it is off
/// nothing is made of it.
@Name("dev.frazil.RowGroup")
@Label("Row Group")
@Category("Frazil")
@Description("The end of a row group: its open pages ended, and all of it handed to the sink")
@Enabled(false)
@StackTrace(false)
final class RowGroupEvent extends Event {
  /// Knows whether events are recorded, so that no other is made while they are not.
  private static final RowGroupEvent NONE = new RowGroupEvent();

  @Label("Location")
  String location = "";

  @Label("Offset")
  @DataAmount
  long offset;

  @Label("Rows")
  long rows;

  @Label("Columns")
  int columns;

  @Label("Uncompressed Size")
  @DataAmount
  long uncompressedSize;

  @Label("Size")
  @DataAmount
  long size;

  private RowGroupEvent() {}

  /// An event that begins now, or null while row groups are not recorded. To be called only once
  /// there is a [jdk.jfr.FlightRecorder]: the class of an event makes one when it is initialized,
  /// which takes longer than a small file.
  static @Nullable RowGroupEvent begun() {
    if (!NONE.isEnabled()) {
      return null;
    }
    RowGroupEvent event = new RowGroupEvent();
    event.begin();
    return event;
  }

  /// Records a row group.
  ///
  /// @param uncompressedBytes of its chunks
  void record(PositionedSink sink, WrittenRowGroup rowGroup, long uncompressedBytes) {
    location = sink.location();
    offset = rowGroup.offset();
    rows = rowGroup.rowCount();
    columns = rowGroup.chunks().size();
    uncompressedSize = uncompressedBytes;
    size = rowGroup.compressedSize();
    commit();
  }
}
