package dev.frazil.encoders.internal.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DictionaryVerdictTest {
  private static DictionaryVerdict verdict(boolean compressed) {
    return new DictionaryVerdict(compressed, 2_048, 8_192, 16_384);
  }

  /// Puts the question for values of eight bytes.
  private static boolean lost(DictionaryVerdict verdict, int values, int entries, boolean rare) {
    return verdict.lost(values, entries, 8L * entries, 8L * values, rare);
  }

  @Test
  void underACodecADictionaryMustWinByAnEighth() {
    // 5,000 entries of 8 bytes and 8,192 indices of 13 bits: 53,312 of 65,536 bytes, 81 %
    assertTrue(verdict(true).pays(8_192, 5_000, 40_000, 65_536));
    // 5,600 entries: 58,112 bytes, 89 %
    assertFalse(verdict(true).pays(8_192, 5_600, 44_800, 65_536));
    assertTrue(verdict(false).pays(8_192, 5_600, 44_800, 65_536));
  }

  @Test
  void entriesThatDoNotBecomeRarerLoseByTheMargin() {
    DictionaryVerdict verdict = verdict(true);
    assertFalse(lost(verdict, 2_048, 1_500, true));
    assertFalse(lost(verdict, 8_192, 6_000, true));
    assertTrue(lost(verdict, 16_384, 12_000, true));
  }

  @Test
  void entriesThatBecomeRarerMayStillWin() {
    DictionaryVerdict verdict = verdict(true);
    assertFalse(lost(verdict, 2_048, 1_900, true));
    assertFalse(lost(verdict, 8_192, 6_400, true));
    assertFalse(lost(verdict, 16_384, 11_200, true)); // 90 % of PLAIN, and 4,800 new ones
  }

  @Test
  void aDictionaryLargerThanPlainTwiceIsLost() {
    DictionaryVerdict verdict = verdict(false);
    assertFalse(lost(verdict, 2_048, 2_040, false));
    assertFalse(lost(verdict, 8_192, 8_000, false));
    assertTrue(lost(verdict, 16_384, 14_000, false));
  }

  @Test
  void valuesThatHardlyRepeatAreGivenUpAtOnce() {
    assertTrue(lost(verdict(false), 2_048, 2_032, true)); // 16 repeats, as of 131,072 values
    assertFalse(lost(verdict(false), 2_048, 2_031, true));
    assertFalse(lost(verdict(false), 2_048, 2_048, false));
  }

  @Test
  void asksAtEachPrefixOnce() {
    DictionaryVerdict verdict = verdict(false);
    assertEquals(2_048, verdict.valuesToNextProbe(0));
    assertFalse(lost(verdict, 2_048, 10, true));
    assertEquals(6_144, verdict.valuesToNextProbe(2_048));
    assertFalse(lost(verdict, 9_000, 10, true));
    assertEquals(7_384, verdict.valuesToNextProbe(9_000));
    assertFalse(lost(verdict, 16_384, 10, true));
    assertEquals(Integer.MAX_VALUE, verdict.valuesToNextProbe(16_384));
    verdict.reset();
    assertEquals(2_048, verdict.valuesToNextProbe(0));
  }
}
