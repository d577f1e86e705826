package dev.frazil.engine.iceberg;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.RESTCatalogProperties;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;

/// A REST catalog on loopback: the part of the protocol that tables need, over Iceberg's own
/// handlers and an [EmbeddedCatalog].
final class RestServer implements AutoCloseable {
  private static final String NAMESPACES = "/v1/namespaces";

  private final EmbeddedCatalog backend;
  private final JdbcCatalog catalog;
  private final ObjectMapper mapper = new ObjectMapper();
  private final ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private volatile boolean losesAnswers;
  private volatile boolean lost;

  RestServer(String warehouse) throws IOException {
    backend = EmbeddedCatalog.open(warehouse);
    catalog = (JdbcCatalog) backend.catalog();
    mapper.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
    mapper.setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    RESTSerializers.registerAll(mapper);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(pool);
    server.createContext("/", this::handle);
    server.start();
  }

  /// A client of its own.
  RESTCatalog client() {
    RESTCatalog client = new RESTCatalog();
    client.initialize(
        "rest",
        Map.of(
            "uri",
            "http://127.0.0.1:" + server.getAddress().getPort(),
            "io-impl",
            LocalFileIO.class.getName()));
    return client;
  }

  /// The next commit is done, but neither its answer nor one after it reaches a client, until told
  /// otherwise.
  void loseAnswers(boolean asked) {
    losesAnswers = asked;
    lost = false;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Object answer;
      int code = 200;
      try {
        answer = answer(exchange);
        if (losesAnswers && (lost || exchange.getRequestMethod().equals("POST"))) {
          lost = true;
          code = 502;
          answer = error(code, new IOException("the answer was lost"));
        }
      } catch (RuntimeException e) {
        code = code(e);
        answer = error(code, e);
      }
      byte[] body =
          answer == null
              ? new byte[0]
              : mapper.writeValueAsString(answer).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(
          answer == null ? 204 : code, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static int code(RuntimeException e) {
    return switch (e) {
      case NoSuchTableException _, NoSuchNamespaceException _ -> 404;
      case AlreadyExistsException _, CommitFailedException _ -> 409;
      case IllegalArgumentException _ -> 400;
      default -> 500;
    };
  }

  private static ErrorResponse error(int code, Exception e) {
    return ErrorResponse.builder()
        .responseCode(code)
        .withType(e.getClass().getSimpleName())
        .withMessage(e.toString())
        .build();
  }

  private @Nullable Object answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/v1/config")) {
      return ConfigResponse.builder().build();
    }
    String[] parts = path.substring(NAMESPACES.length()).split("/", -1);
    String method = exchange.getRequestMethod();
    if (parts.length < 2) {
      return CatalogHandlers.createNamespace(catalog, read(exchange, CreateNamespaceRequest.class));
    }
    Namespace namespace = Namespace.of(parts[1]);
    if (parts.length == 2) {
      return CatalogHandlers.loadNamespace(catalog, namespace);
    }
    if (parts.length == 3) {
      CreateTableRequest request = read(exchange, CreateTableRequest.class);
      return request.stageCreate()
          ? CatalogHandlers.stageTableCreate(catalog, namespace, request)
          : CatalogHandlers.createTable(catalog, namespace, request);
    }
    if (parts.length == 5) {
      read(exchange, Map.class); // a report of metrics
      return null;
    }
    TableIdentifier table = TableIdentifier.of(namespace, parts[3]);
    return switch (method) {
      case "GET" ->
          CatalogHandlers.loadTable(catalog, table, RESTCatalogProperties.SnapshotMode.ALL);
      case "POST" ->
          CatalogHandlers.updateTable(catalog, table, read(exchange, UpdateTableRequest.class));
      default -> throw new IllegalArgumentException(method + " " + path);
    };
  }

  private <T> T read(HttpExchange exchange, Class<T> type) throws IOException {
    return mapper.readValue(exchange.getRequestBody(), type);
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    pool.close();
    backend.close();
  }
}
