package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertReceiptTest {
  private static final Path FLIGHTS = Path.of("samples/flights-100k.arrow");

  @TempDir private Path folder = Path.of("");

  private CommandRun convert(String... receipt) {
    String[] arguments = new String[5 + receipt.length];
    String[] first = {"convert", "-", "-o", folder.resolve("orders.parquet").toString(), "--force"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(receipt, 0, arguments, first.length, receipt.length);
    return CommandRun.withInput(Orders.stream(), arguments);
  }

  @Test
  void theExampleOfTheDocumentIsTheReceiptOfTheOrders() throws IOException {
    ObjectNode written =
        (ObjectNode) convert("--codec", "uncompressed", "--receipt").succeeded().json();
    ObjectNode example = (ObjectNode) new ObjectMapper().readTree(example("json"));
    for (ObjectNode receipt : List.of(written, example)) {
      // The footer holds the name of the build.
      receipt.remove(List.of("path", "createdBy", "bytes", "footerBytes"));
    }
    assertEquals(example.toPrettyString(), written.toPrettyString());
  }

  private static String example(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("RECEIPT.md")));
    assertTrue(block.find(), "an example");
    return block.group(1);
  }

  @Test
  void theDocumentNamesEveryMember() throws IOException {
    String document = Files.readString(Path.of("RECEIPT.md"));
    TreeSet<String> names = new TreeSet<>();
    collect(convert("--receipt").succeeded().json(), names);
    for (String name : names) {
      assertTrue(document.contains("`" + name + "`"), name);
    }
  }

  private static void collect(JsonNode node, Set<String> names) {
    node.properties().forEach(member -> names.add(member.getKey()));
    node.forEach(child -> collect(child, names));
  }

  @Test
  void theReceiptTakesThePlaceOfTheReportOrGoesToAFile() throws IOException {
    JsonNode printed = convert("--receipt").succeeded().json();
    assertEquals(1, printed.get("receipt").asInt());
    Path file = folder.resolve("orders.json");
    String report = convert("--receipt", file.toString()).succeeded().out();
    assertTrue(report.contains("orders.parquet: 4 rows in 1 row group, "), report);
    assertEquals(printed, new ObjectMapper().readTree(Files.readString(file)));
    assertEquals(printed, convert("--receipt", "-").succeeded().json());
    assertEquals(
        4, convert("--receipt", file.toString(), "--json").succeeded().json().get("rows").asInt());
  }

  @Test
  void theFactsOfTheFileAreThoseOfTheFile() throws Exception {
    JsonNode receipt = convert("--receipt").succeeded().json();
    Path file = Path.of(receipt.get("path").asText());
    assertEquals(Files.size(file), receipt.get("bytes").asLong());
    String metadata = " FROM parquet_file_metadata('" + file + "')";
    assertEquals(
        receipt.get("createdBy").asText(),
        DuckDb.value("SELECT created_by" + metadata, List.of(file)));
    assertEquals(
        receipt.get("footerBytes").asText(),
        DuckDb.value("SELECT footer_size" + metadata, List.of(file)));
    for (JsonNode column : receipt.get("columns")) {
      List<String> names = new ArrayList<>();
      column.get("path").forEach(name -> names.add(name.asText()));
      String path = String.join(", ", names);
      assertEquals(
          column.get("compressedSize").asText(),
          DuckDb.value(
              "SELECT sum(total_compressed_size) FROM parquet_metadata('%s') WHERE path_in_schema = '%s'"
                  .formatted(file, path),
              List.of(file)),
          path);
    }
  }

  @Test
  void rowGroupsAreAddedUp() throws Exception {
    Path file = folder.resolve("flights.parquet");
    JsonNode receipt =
        CommandRun.of(
                "convert",
                FLIGHTS.toString(),
                "-o",
                file.toString(),
                "--row-group-rows",
                "30000",
                "--receipt")
            .succeeded()
            .json();
    assertEquals(4, receipt.get("rowGroups").size());
    assertEquals(10_000, receipt.at("/rowGroups/3/rows").asLong());
    assertEquals(receipt.at("/rowGroups/3/offset"), receipt.at("/splitOffsets/3"));
    JsonNode delay = receipt.at("/columns/1");
    assertEquals(100_000, delay.get("values").asLong());
    assertEquals(
        delay.at("/min/value").asText() + " " + delay.at("/max/value").asText(),
        DuckDb.value("SELECT min(delay) || ' ' || max(delay) FROM rows", List.of(file)));
    assertTrue(delay.at("/max/exact").asBoolean());
    assertTrue(delay.get("distinct").isNull());
  }

  @Test
  void boundsOfLongValuesAreCutAndSaySo() throws IOException {
    String largest = "z".repeat(2_000);
    JsonNode column = textReceipt("a".repeat(2_000), largest).at("/columns/0");
    assertEquals("a".repeat(1_024), column.at("/min/value").asText());
    assertFalse(column.at("/min/exact").asBoolean());
    String max = column.at("/max/value").asText();
    assertEquals("z".repeat(1_023) + "{", max);
    assertFalse(column.at("/max/exact").asBoolean());
  }

  @Test
  void anythingInAStringIsJson() throws IOException {
    String text = "\"\\\u0000\n\u007f\u2028\ud83d\ude00";
    JsonNode column = textReceipt(text, text).at("/columns/0");
    assertEquals(text, column.at("/min/value").asText());
    assertTrue(column.at("/min/exact").asBoolean());
  }

  private JsonNode textReceipt(String... values) throws IOException {
    byte[] stream =
        IpcBytes.stream(
            List.of(Field.nullable("a \"quoted\" name", new ArrowType.Utf8())),
            root -> {
              VarCharVector texts = (VarCharVector) root.getVector(0);
              for (int row = 0; row < values.length; row++) {
                texts.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
              }
              root.setRowCount(values.length);
            });
    JsonNode receipt =
        CommandRun.withInput(
                stream, "convert", "-", "-o", folder.resolve("t.parquet").toString(), "--receipt")
            .succeeded()
            .json();
    assertEquals("a \"quoted\" name", receipt.at("/columns/0/path/0").asText());
    return receipt;
  }

  @Test
  void aReceiptThatCannotBeWrittenIsAFailure() throws IOException {
    Path existing = Files.writeString(folder.resolve("precious.json"), "precious");
    Path output = folder.resolve("flights.parquet");
    String failure =
        CommandRun.of(
                "convert",
                FLIGHTS.toString(),
                "-o",
                output.toString(),
                "--receipt",
                existing.toString())
            .failure(Main.FAILURE);
    assertTrue(failure.contains("precious.json") && failure.contains("--force"), failure);
    assertEquals("precious", Files.readString(existing));
    assertFalse(Files.exists(output));
    failure = convert("--receipt", folder.resolve("orders.parquet").toString()).failure(1);
    assertTrue(failure.contains("expected another file than the output"), failure);
    failure = convert("--receipt", folder.resolve("no/orders.json").toString()).failure(1);
    assertTrue(
        failure.startsWith("frazil: receipt: ") && failure.endsWith("orders.parquet is written"),
        failure);
    assertTrue(convert("--receipt", "--json").failure(Main.USAGE).contains("--json or --receipt"));
  }
}
