package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.aws.s3.S3FileIOProperties;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStoreContext;
import org.jclouds.blobstore.TransientApiMetadata;
import org.jclouds.blobstore.domain.MultipartUpload;
import org.jclouds.blobstore.domain.StorageMetadata;
import org.jclouds.blobstore.options.ListContainerOptions;

/// An S3 server on loopback that keeps objects in memory, with one bucket, behind a
/// [LoopbackRelay].
final class S3Server implements AutoCloseable {
  static final String BUCKET = "ice";
  private static final String KEY = "key";
  private static final String SECRET = "secret";

  private final BlobStoreContext store;
  private final S3Proxy server;
  final LoopbackRelay relay;

  S3Server() throws Exception {
    // the server does not know the checksums that the client appends to a body by itself
    System.setProperty("aws.requestChecksumCalculation", "when_required");
    store = ContextBuilder.newBuilder(new TransientApiMetadata()).build(BlobStoreContext.class);
    server =
        S3Proxy.builder()
            .blobStore(store.getBlobStore())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .ignoreUnknownHeaders(true)
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY, SECRET)
            .build();
    server.start();
    while (!server.getState().equals(AbstractLifeCycle.STARTED)) {
      Thread.sleep(1);
    }
    relay = new LoopbackRelay(server.getPort());
    store.getBlobStore().createContainerInLocation(null, BUCKET);
  }

  /// What tells Iceberg's `S3FileIO` of this server, behind the relay: small parts, and no second
  /// try.
  Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    // the default factory loads types of further services
    properties.put(
        S3FileIOProperties.CLIENT_FACTORY,
        "org.apache.iceberg.aws.s3.DefaultS3FileIOAwsClientFactory");
    properties.put("s3.endpoint", "http://127.0.0.1:" + relay.port());
    properties.put("s3.path-style-access", "true");
    properties.put("s3.access-key-id", KEY);
    properties.put("s3.secret-access-key", SECRET);
    properties.put("client.region", "us-east-1");
    properties.put("http-client.type", "urlconnection");
    properties.put("s3.retry.num-retries", "0");
    properties.put("s3.multipart.part-size-bytes", Integer.toString(5 << 20));
    properties.put("s3.multipart.threshold", "1.0");
    return properties;
  }

  /// The keys of all objects. A part that arrives after its upload was aborted stays with this
  /// server under a name of its own; no client of S3 can see or delete it.
  List<String> objects() {
    return store.getBlobStore().list(BUCKET, ListContainerOptions.Builder.recursive()).stream()
        .map(StorageMetadata::getName)
        .filter(key -> !key.startsWith(".mpus-"))
        .toList();
  }

  /// The keys of uploads that were neither completed nor aborted.
  List<String> openUploads() {
    return store.getBlobStore().listMultipartUploads(BUCKET).stream()
        .map(MultipartUpload::blobName)
        .toList();
  }

  /// What a client sees of a server that dies: connections are cut, later ones refused.
  void kill() throws IOException {
    relay.close();
  }

  @Override
  public void close() throws IOException {
    relay.close();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException(e);
    }
    store.close();
  }
}
