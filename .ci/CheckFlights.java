import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// Reads what the README's main job wrote with DuckDB and compares it with what another Arrow
/// library (apache-arrow for JavaScript) found in `engine/samples/flights-100k.arrow`.
final class CheckFlights {
  private static final String FLIGHTS =
      "read_parquet('%s/demo/flights/data/**/*.parquet', hive_partitioning = true,"
          + " hive_types = {'date_month': VARCHAR})";

  /// Rows in one text each, in the order of their bytes.
  private static final String DIGEST =
      "md5(string_agg(line, chr(10) ORDER BY line)) FROM (SELECT concat_ws(',', epoch_ms(date),"
          + " delay, distance, origin, destination) AS line FROM flights)";

  private static final List<Check> CHECKS =
      List.of(
          new Check("rows", "count(*) FROM flights", "100000"),
          new Check("sum of date, ms", "sum(epoch_ms(date)) FROM flights", "98617422460980000"),
          new Check("first date, us", "min(epoch_us(date)) FROM flights", "978307260000000"),
          new Check("last date, us", "max(epoch_us(date)) FROM flights", "993945600000000"),
          new Check("sum of delay", "sum(delay) FROM flights", "652078"),
          new Check("sum of distance", "sum(distance) FROM flights", "72997003"),
          new Check("origins", "count(DISTINCT origin) FROM flights", "226"),
          new Check("destinations", "count(DISTINCT destination) FROM flights", "228"),
          new Check("every value", DIGEST, "be9aced95a911a25525babf8cbe944da"),
          new Check(
              "rows outside their partition",
              "count(*) FROM flights WHERE strftime(date, '%Y-%m') <> date_month",
              "0"),
          new Check("partitions", "count(DISTINCT date_month) FROM flights", "7"));

  private record Check(String name, String query, String expected) {}

  public static void main(String[] arguments) throws SQLException {
    List<String> failures = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE VIEW flights AS FROM " + FLIGHTS.formatted(arguments[0].replace("'", "''")));
      for (Check check : CHECKS) {
        try (ResultSet result = statement.executeQuery("SELECT " + check.query)) {
          result.next();
          String found = result.getString(1);
          System.out.printf("%-30s %s%n", check.name, found);
          if (!check.expected.equals(found)) {
            failures.add(
                "%s: expected %s, got %s".formatted(check.name, check.expected, found));
          }
        }
      }
    }
    if (!failures.isEmpty()) {
      System.err.println(String.join(System.lineSeparator(), failures));
      System.exit(1);
    }
  }
}
