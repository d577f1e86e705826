package dev.frazil.engine.store;

import dev.frazil.engine.scan.DataFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which version is to be read. Immutable.
///
/// @param selection how the version is chosen
/// @param format null, or the format it must have: the newest version of that format is then the
///   latest one
public record ReadRequest(Selection selection, @Nullable DataFormat format) {
  /// How a version is chosen.
  public sealed interface Selection {}

  /// The latest version.
  public record Latest() implements Selection {}

  /// One version.
  ///
  /// @param number its number
  public record Version(long number) implements Selection {}

  /// The version that was the latest one at a moment.
  ///
  /// @param time the moment, by the clock of the file server
  public record AsOf(Instant time) implements Selection {}

  /// The version with a tag.
  ///
  /// @param name the tag
  public record Tag(String name) implements Selection {}

  /// Exactly the files of an earlier snapshot.
  ///
  /// @param text what [Snapshot#token()] returned
  public record Token(String text) implements Selection {}

  /// The latest version.
  ///
  /// @return a request
  public static ReadRequest latest() {
    return new ReadRequest(new Latest(), null);
  }

  /// One version.
  ///
  /// @param number its number
  /// @return a request
  public static ReadRequest version(long number) {
    return new ReadRequest(new Version(number), null);
  }

  /// The version that was the latest one at a moment, with what has been appended to it since.
  ///
  /// @param time the moment, by the clock of the file server
  /// @return a request
  public static ReadRequest asOf(Instant time) {
    return new ReadRequest(new AsOf(time), null);
  }

  /// The version with a tag.
  ///
  /// @param name the tag
  /// @return a request
  public static ReadRequest tag(String name) {
    return new ReadRequest(new Tag(name), null);
  }

  /// Exactly the files of an earlier snapshot.
  ///
  /// @param text what [Snapshot#token()] returned
  /// @return a request
  public static ReadRequest token(String text) {
    return new ReadRequest(new Token(text), null);
  }

  /// The request for versions of one format.
  ///
  /// @param value the format
  /// @return a new request
  public ReadRequest withFormat(DataFormat value) {
    return new ReadRequest(selection, value);
  }
}
