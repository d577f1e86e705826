package dev.frazil.engine.iceberg;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Passes connections on to a server of this machine, and cuts them when a test says so.
final class LoopbackRelay implements AutoCloseable {
  private static final int BUFFER = 1 << 13;

  private final int target;
  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private long left = Long.MAX_VALUE;

  LoopbackRelay(int target) throws IOException {
    this.target = target;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /// Cuts all connections once, as soon as clients have sent that many bytes from here on. Later
  /// connections live.
  synchronized void cutAfter(long bytes) {
    left = bytes;
  }

  /// Whether the cut is still to come.
  synchronized boolean cutIsDue() {
    return left != Long.MAX_VALUE;
  }

  private synchronized boolean cut(int sent) {
    if (left == Long.MAX_VALUE) {
      return false;
    }
    left -= sent;
    if (left > 0) {
      return false;
    }
    left = Long.MAX_VALUE;
    return true;
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        open.add(client);
        Socket server = new Socket(door.getInetAddress(), target);
        open.add(server);
        Thread.ofVirtual().start(() -> pass(client, server, true));
        Thread.ofVirtual().start(() -> pass(server, client, false));
      } catch (IOException e) {
        cutAll(); // the door was closed, or there is no server
      }
    }
  }

  private void pass(Socket from, Socket to, boolean request) {
    byte[] buffer = new byte[BUFFER];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int count = in.read(buffer);
      while (count >= 0) {
        if (request && cut(count)) {
          cutAll();
        }
        out.write(buffer, 0, count);
        count = in.read(buffer);
      }
    } catch (IOException e) {
      // One side is gone; closing both tells the other.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private void cutAll() {
    for (Socket socket : open) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    open.clear();
  }

  @Override
  public void close() throws IOException {
    door.close();
    cutAll();
  }
}
