package dev.frazil.engine.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Dates and times as CSV, filters and the command line take them.
class TemporalTextTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void offsetsComeInEveryFormOfIso8601() {
    for (String text :
        List.of(
            "2026-11-30T12:00Z",
            "2026-11-30 13:00:00+01",
            "2026-11-30T13:30:00.0+0130",
            "2026-11-30T06:30-05:30")) {
      assertEquals(NOON, TemporalText.instant(text), text);
    }
    String local = "1890-01-01T00:53:28+00:53:28";
    assertEquals(OffsetDateTime.parse(local).toInstant(), TemporalText.instant(local));
    for (String text :
        List.of("2026-11-30T12:00", "2026-11-30", "2026-11-30T12:00+1", "2026-11-30T12:00+19:00")) {
      assertNull(TemporalText.instant(text), text);
    }
  }

  @Test
  void pointsWithoutAnOffsetAreThoseOfTheZone() {
    ZoneId zone = ZoneId.of("Asia/Tokyo");
    assertEquals(NOON, TemporalText.instant("2026-11-30 21:00", zone));
    assertEquals(NOON, TemporalText.instant("2026-11-30T12:00Z", zone));
    assertEquals(Instant.parse("2026-11-29T15:00:00Z"), TemporalText.instant("2026-11-30", zone));
    assertNull(TemporalText.instant("noon", ZoneOffset.UTC));
  }

  @Test
  void nothingElseIsADateOrATime() {
    assertEquals(LocalDate.of(-1, 2, 28), TemporalText.date("-0001-02-28"));
    assertEquals(LocalTime.of(1, 2, 3, 4), TemporalText.time("01:02:03.000000004"));
    assertEquals(LocalDateTime.of(2026, 11, 30, 0, 0), TemporalText.dateTimeOrDate("2026-11-30"));
    for (String text :
        List.of("", "26-11-30", "2026-11-31", "2026-1-1", "12026-11-30", "2026-11-30 ")) {
      assertNull(TemporalText.date(text), text);
    }
    for (String text :
        List.of("", "1:00", "24:00", "01:02:60", "01:02:03.", "01:02:03.1234567890")) {
      assertNull(TemporalText.time(text), text);
    }
    assertNull(TemporalText.dateTime("2026-11-30"));
    assertNull(TemporalText.dateTimeOrDate("2026-11-30T12:00Z"));
  }
}
