package dev.frazil.engine.cli;

import dev.frazil.engine.arrow.TemporalText;
import dev.frazil.engine.file.ColumnPath;
import dev.frazil.engine.scan.Filter;
import dev.frazil.engine.store.WriteRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Readers of flags that only the commands of the store have.
final class StoreFlagReader {
  private StoreFlagReader() {}

  /// A span of time such as `--older-than 7d`.
  static final class Age extends FlagReader<Duration> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,9})([smhdw])");
    private static final int DAYS_OF_A_WEEK = 7;

    @Override
    Duration read(String value) {
      Matcher age = AGE.matcher(value.toLowerCase(Locale.ROOT));
      if (!age.matches()) {
        throw new IllegalArgumentException(
            "expected a number with s, m, h, d or w such as 7d, got " + value);
      }
      long count = Long.parseLong(age.group(1));
      return switch (age.group(2)) {
        case "s" -> Duration.ofSeconds(count);
        case "m" -> Duration.ofMinutes(count);
        case "h" -> Duration.ofHours(count);
        case "d" -> Duration.ofDays(count);
        default -> Duration.ofDays(DAYS_OF_A_WEEK * count);
      };
    }
  }

  /// A point in time such as `--as-of 2026-11-30T12:00Z`. Without an offset it is one of UTC; a
  /// date alone is its first instant.
  static final class Moment extends FlagReader<Instant> {
    @Override
    Instant read(String value) {
      Instant instant = TemporalText.instant(value.strip(), ZoneOffset.UTC);
      if (instant == null) {
        throw new IllegalArgumentException(
            "expected a time such as 2026-11-30T12:00:00Z, or a date, got " + value);
      }
      return instant;
    }
  }

  /// Names of columns, as `--select` has them: one with a comma in it stands in backquotes.
  ///
  /// @param columns names of top-level columns, in order
  record Names(List<String> columns) {}

  /// A `--select` value.
  static final class Columns extends FlagReader<Names> {
    @Override
    Names read(String value) {
      List<String> names = new ArrayList<>();
      int from = 0;
      while (from <= value.length()) {
        int end = ColumnPath.end(value, from, ",");
        String name = value.substring(from, end).strip();
        if (name.isEmpty()) {
          throw new IllegalArgumentException("expected COLUMN,..., got " + value);
        }
        names.add(name.startsWith("`") ? String.join(".", ColumnPath.parse(name)) : name);
        from = end + 1;
      }
      return new Names(names);
    }
  }

  /// The number of a version, as in `3` or `v3`.
  static final class VersionNumber extends FlagReader<Long> {
    private static final Pattern VERSION = Pattern.compile("[vV]?(\\d{1,18})");

    @Override
    Long read(String value) {
      Matcher version = VERSION.matcher(value);
      if (!version.matches()) {
        throw new IllegalArgumentException("expected a version such as 3 or v3, got " + value);
      }
      return Long.parseLong(version.group(1));
    }
  }

  /// An `--expected-parent` value.
  static final class Parent extends FlagReader<Long> {
    @Override
    Long read(String value) {
      return value.equalsIgnoreCase("none")
          ? Long.valueOf(WriteRequest.NO_VERSION)
          : new VersionNumber().read(value);
    }
  }

  /// A `--where` value.
  static final class Where extends FlagReader<Filter> {
    @Override
    Filter read(String value) {
      return Filter.parse(value);
    }
  }

  /// A number of rows, of which none is one too.
  static final class Limit extends FlagReader<Long> {
    @Override
    Long read(String value) {
      try {
        long limit = Long.parseLong(value);
        if (limit >= 0) {
          return limit;
        }
      } catch (NumberFormatException e) {
        // refused below, as a negative number is
      }
      throw new IllegalArgumentException("expected a whole number of rows, got " + value);
    }
  }

  /// One profile of `store commit`.
  ///
  /// @param key the profile, as a path
  /// @param input where its rows come from
  record ProfileInput(String key, String input) {}

  /// A `--profile` value.
  static final class Profile extends FlagReader<ProfileInput> {
    @Override
    ProfileInput read(String value) {
      int equals = value.indexOf('=');
      if (equals <= 0 || equals == value.length() - 1) {
        throw new IllegalArgumentException("expected KEY=FILE, got " + value);
      }
      return new ProfileInput(value.substring(0, equals), value.substring(equals + 1));
    }
  }

  /// A `--min-files` value.
  static final class FileCount extends FlagReader<Integer> {
    @Override
    Integer read(String value) {
      int count = new FlagReader.Count().read(value);
      if (count == 1) {
        throw new IllegalArgumentException("expected 2 files or more, got 1");
      }
      return count;
    }
  }
}
