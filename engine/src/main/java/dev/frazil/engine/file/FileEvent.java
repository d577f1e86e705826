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

/// A Flight Recorder event a file: `dev.frazil.File`. Off by default; while it is off nothing is
/// made of it.
@Name("dev.frazil.File")
@Label("File")
@Category("Frazil")
@Description("A Parquet file, from its first byte until it is published")
@Enabled(false)
@StackTrace(false)
final class FileEvent extends Event {
  /// Knows whether events are recorded, so that no other is made while they are not.
  private static final FileEvent NONE = new FileEvent();

  @Label("Location")
  String location = "";

  @Label("Rows")
  long rows;

  @Label("Row Groups")
  int rowGroups;

  @Label("Columns")
  int columns;

  @Label("Size")
  @DataAmount
  long size;

  @Label("Footer Size")
  @DataAmount
  long footerSize;

  private FileEvent() {}

  /// An event that begins now, or null while files are not recorded. To be called only once there
  /// is a [jdk.jfr.FlightRecorder]: the class of an event makes one when it is initialized, which
  /// takes longer than a small file.
  static @Nullable FileEvent begun() {
    if (!NONE.isEnabled()) {
      return null;
    }
    FileEvent event = new FileEvent();
    event.begin();
    return event;
  }

  /// Records a file that is published.
  void record(PositionedSink sink, FileReceipt receipt) {
    location = sink.location();
    rows = receipt.rowCount();
    rowGroups = receipt.rowGroups().size();
    columns = receipt.leaves().size();
    size = receipt.length();
    footerSize = receipt.footerLength();
    commit();
  }
}
