package dev.frazil.engine.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/// Reports for machines.
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Json() {}

  /// Prints a report as one JSON document and a line break.
  ///
  /// @param out where to
  /// @param report a record; its components become members in their order
  static void print(PrintStream out, Record report) {
    try {
      out.println(MAPPER.writeValueAsString(report));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("JSON: " + e.getMessage(), e);
    }
  }
}
