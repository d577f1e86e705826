package dev.frazil.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every public report of a broken writer has a test here.
class PublicCaseCoverageTest {
  private static final Pattern ID = Pattern.compile("\"id\": \"([^\"]+)\"");
  private static final List<Class<?>> TESTS =
      List.of(
          PublicCasesTest.class,
          PublicEncodingCasesTest.class,
          PublicIndexCasesTest.class,
          PublicLimitCasesTest.class,
          PublicNestingCasesTest.class,
          PublicStatisticsCasesTest.class,
          WideFileTest.class);

  @Test
  void everyCaseHasATest() throws IOException {
    SortedSet<String> tested = new TreeSet<>();
    for (Class<?> type : TESTS) {
      for (Method method : type.getDeclaredMethods()) {
        PublicCase cases = method.getAnnotation(PublicCase.class);
        if (cases != null && method.isAnnotationPresent(Test.class)) {
          tested.addAll(List.of(cases.value()));
        }
      }
    }
    assertEquals(ids(), tested);
  }

  private static SortedSet<String> ids() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            PublicCaseCoverageTest.class.getResourceAsStream("parquet-cases.json"))) {
      SortedSet<String> ids = new TreeSet<>();
      Matcher matcher = ID.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      while (matcher.find()) {
        ids.add(matcher.group(1));
      }
      return ids;
    }
  }
}
