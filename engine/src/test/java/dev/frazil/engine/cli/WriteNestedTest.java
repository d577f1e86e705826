package dev.frazil.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Expected rows are what Iceberg's own readers and DuckDB find.
class WriteNestedTest {
  private static final ArrowType INT = new ArrowType.Int(32, true);

  @TempDir private Path folder = Path.of("");

  private Warehouse warehouse = new Warehouse(folder);

  @BeforeEach
  void openWarehouse() {
    warehouse = new Warehouse(folder.resolve("lake"));
  }

  private List<String> column(String name) throws IOException {
    return warehouse.table(
        "demo.t",
        table -> {
          List<String> values = new ArrayList<>();
          try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
            for (Record record : records) {
              values.add(String.valueOf(record.getField(name)));
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          return values;
        });
  }

  @Test
  void structsAndListsKeepTheirIdsAndValues() throws IOException {
    warehouse.write(Orders.stream(), "demo.t", List.of("-")).succeeded();
    assertEquals(
        List.of("Record(Paris, 75001)", "Record(null, 10115)", "null", "Record(Berlin, 10115)"),
        column("address"));
    assertEquals(List.of("[a, b]", "[]", "null", "[c]"), column("tags"));
    int element =
        warehouse.table("demo.t", table -> table.schema().findField("tags.element").fieldId());
    assertEquals(11, element);
  }

  @Test
  void theEarthquakesAreWrittenWithTheirNestedColumns() throws Exception {
    warehouse.write("demo.t", List.of("samples/earthquakes-1.7k.arrow")).succeeded();
    Path file = folder.resolve("earthquakes.parquet");
    CommandRun.of("convert", "samples/earthquakes-1.7k.arrow", "-o", file.toString()).succeeded();
    String query = "SELECT concat_ws(' ', count(*), sum(len(products)), sum(event.sig)) FROM rows";
    assertEquals(DuckDb.value(query, List.of(file)), DuckDb.value(query, warehouse.dataFiles()));
  }

  private static Field struct(String name, Field... members) {
    return new Field(name, FieldType.nullable(new ArrowType.Struct()), List.of(members));
  }

  private static byte[] points(Field... members) {
    return IpcBytes.stream(
        List.of(
            struct("point", members),
            new Field(
                "path",
                FieldType.nullable(new ArrowType.List()),
                List.of(struct("element", members)))),
        WriteNestedTest::fill);
  }

  /// One row: a point, and a path of one point, whose members are 1.
  private static void fill(VectorSchemaRoot root) {
    StructVector point = (StructVector) root.getVector("point");
    ListVector path = (ListVector) root.getVector("path");
    path.startNewValue(0);
    for (StructVector struct : List.of(point, (StructVector) path.getDataVector())) {
      struct.setIndexDefined(0);
      struct.getChildrenFromFields().forEach(child -> ((IntVector) child).setSafe(0, 1));
    }
    path.endValue(0, 1);
    root.setRowCount(1);
  }

  @Test
  void membersOfStructsAreAddedWhereverTheyAre() throws IOException {
    byte[] first = points(Field.nullable("x", INT));
    byte[] second = points(Field.nullable("y", INT), Field.nullable("x", INT));
    warehouse.write(first, "demo.t", List.of("-")).succeeded();
    String failure = warehouse.write(second, "demo.t", List.of("-")).failure(Main.FAILURE);
    assertTrue(failure.endsWith("; --evolve changes the table's schema"), failure);
    String report = warehouse.write(second, "demo.t", List.of("-"), "--evolve").succeeded().out();
    assertTrue(report.endsWith("added columns: point.y, path.element.y\n"), report);
    assertEquals(
        List.of("Record(1, 1)", "Record(1, null)"), column("point").stream().sorted().toList());
    assertEquals(
        List.of("[Record(1, 1)]", "[Record(1, null)]"), column("path").stream().sorted().toList());
    int columns = warehouse.table("demo.t", (Table table) -> table.schema().columns().size());
    assertEquals(2, columns);
  }
}
