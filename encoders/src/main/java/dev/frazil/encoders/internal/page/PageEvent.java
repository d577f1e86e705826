package dev.frazil.encoders.internal.page;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A Flight Recorder event a page: `dev.frazil.Page`. Off by default; while it is off nothing is
/// made of it. Not every page comes into the file: those with a dictionary that is given up when
/// the chunk ends do not.
@Name("dev.frazil.Page")
@Label("Page")
@Category("Frazil")
@Description("A page of a column chunk: its levels encoded, then compressed and checksummed")
@Enabled(false)
@StackTrace(false)
public final class PageEvent extends Event {
  /// Knows whether events are recorded, so that no other is made while they are not.
  private static final PageEvent NONE = new PageEvent();

  /// Path of the column.
  @Label("Column")
  String column = "";

  /// Type of the page, by its name in the format.
  @Label("Page Type")
  String pageType = "";

  /// Encoding of the values, by its name in the format.
  @Label("Encoding")
  String encoding = "";

  /// Codec, by its name in the format.
  @Label("Codec")
  String codec = "";

  /// Slots, nulls included; entries of a dictionary.
  @Label("Slots")
  long slots;

  /// Slots with a value.
  @Label("Values")
  long values;

  /// Header and body, before compression.
  @Label("Uncompressed Size")
  @DataAmount
  long uncompressedSize;

  /// Header and body as stored.
  @Label("Size")
  @DataAmount
  long size;

  private PageEvent() {}

  /// An event that begins now, or null while pages are not recorded. To be called only once there
  /// is a [jdk.jfr.FlightRecorder]: the class of an event makes one when it is initialized, which
  /// takes longer than a small file.
  ///
  /// @return the event
  public static @Nullable PageEvent begun() {
    if (!NONE.isEnabled()) {
      return null;
    }
    PageEvent event = new PageEvent();
    event.begin();
    return event;
  }

  /// What kind of page it is.
  ///
  /// @param path path of the column
  /// @param type type of the page
  /// @param pageEncoding encoding of the values
  /// @param pageCodec codec
  /// @return this event
  public PageEvent of(String path, String type, String pageEncoding, String pageCodec) {
    column = path;
    pageType = type;
    encoding = pageEncoding;
    codec = pageCodec;
    return this;
  }

  /// Records a page with its numbers.
  ///
  /// @param slotCount slots, nulls included
  /// @param valueCount slots with a value
  /// @param uncompressedBytes header and body, before compression
  /// @param bytes header and body as stored
  public void record(long slotCount, long valueCount, long uncompressedBytes, long bytes) {
    slots = slotCount;
    values = valueCount;
    uncompressedSize = uncompressedBytes;
    size = bytes;
    commit();
  }
}
