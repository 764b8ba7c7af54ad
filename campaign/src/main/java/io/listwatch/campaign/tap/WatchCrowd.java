package io.listwatch.campaign.tap;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.history.WatchSession;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.campaign.load.RoundRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Many clients that watch on one thread, each over a chunked response or a WebSocket. Their watches
 * are short, and half of them start at an earlier version, so the server delivers the history of a
 * round many times. They connect to the server directly; only the other taps use the proxy.
 *
 * <p>One thread runs it. Others may ask whether it has reached a version, and read its sessions
 * once it has ended.
 */
public final class WatchCrowd implements Tap {
  private static final List<String> COLORS = List.of("red", "blue");
  private static final int BUFFER_BYTES = 256 << 10;
  private static final int SELECT_MILLIS = 50;
  private static final int MAX_RETRY_MILLIS = 200;
  private static final int MAX_WATCH_SECONDS = 6;

  /** One in this many watches starts at an earlier version. */
  private static final int RETURNS = 2;

  private final ApiServer server;
  private final RoundRecord record;
  private final Random random;
  private final Selector selector;
  private final List<Member> members = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param positions the versions from which clients of an earlier round resume, by name
   */
  public WatchCrowd(
      ApiServer server, int size, RoundRecord record, Random random, Map<String, Long> positions) {
    this.server = server;
    this.record = record;
    this.random = random;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 0; i < size; i++) {
      String name = "%s-crowd-%d".formatted(server.name(), i);
      String color = i % 3 == 2 ? COLORS.get(i / 3 % 2) : null;
      long position = positions.getOrDefault(name, 0L);
      var watches =
          new WatchRecord(name, color, record, new Random(random.nextLong()), position, RETURNS);
      members.add(new Member(watches, i % 4 == 3));
    }
    thread = new Thread(this::run, name());
    thread.setDaemon(true);
  }

  @Override
  public String name() {
    return server.name() + "-crowd";
  }

  @Override
  public void start() {
    thread.start();
  }

  private void run() {
    try (selector) {
      while (!closed) {
        for (Member each : members) {
          each.connectIfDue();
        }
        selector.select(key -> ((Member) key.attachment()).proceed(), SELECT_MILLIS);
      }
      members.forEach(Member::disconnect);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean reached(String markerColor, long version, String token) {
    return members.stream().allMatch(each -> each.watches.reached(markerColor, version));
  }

  @Override
  public void end() throws InterruptedException {
    closed = true;
    selector.wakeup();
    thread.join();
  }

  /** Returns the versions from which the next round can resume, by name of the client. */
  public Map<String, Long> positions() {
    var positions = new HashMap<String, Long>();
    members.forEach(each -> positions.put(each.watches.name(), each.watches.newest()));
    return positions;
  }

  public List<WatchSession> sessions() {
    return members.stream().flatMap(each -> each.watches.sessions().stream()).toList();
  }

  /** A client with at most one connection. Used by the thread of the crowd. */
  private final class Member {
    private final WatchRecord watches;
    private final boolean webSocket;
    private @Nullable SocketChannel connection;
    private @Nullable WatchResponse response;
    private long dueNanos = System.nanoTime();

    Member(WatchRecord watches, boolean webSocket) {
      this.watches = watches;
      this.webSocket = webSocket;
    }

    void connectIfDue() {
      if (connection != null || System.nanoTime() < dueNanos || !server.isUp()) {
        return;
      }
      if (watches.position() == 0 && record.greatest() > 0) {
        watches.startAfter(record.greatest());
      }
      if (watches.position() > 0) {
        try {
          connect();
        } catch (IOException refused) {
          disconnect();
        }
      }
    }

    private void connect() throws IOException {
      SocketChannel opened = SocketChannel.open();
      connection = opened;
      opened.configureBlocking(false);
      boolean connected =
          opened.connect(
              new InetSocketAddress(
                  InetAddress.getLoopbackAddress(), server.directAddress().getPort()));
      opened.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
      if (connected) {
        send(opened);
      }
    }

    /** Continues when the connection is established, or has bytes to read. */
    void proceed() {
      SocketChannel open = connection;
      if (open == null) {
        return;
      }
      try {
        if (open.isConnectionPending()) {
          open.finishConnect();
          open.keyFor(selector).interestOps(SelectionKey.OP_READ);
          send(open);
        } else if (!read(open)) {
          disconnect();
        }
      } catch (IOException broken) {
        disconnect();
      }
    }

    private void send(SocketChannel open) throws IOException {
      WatchSession session = watches.begin();
      String query =
          WatchRecord.query(session, watches.color(), 1 + random.nextInt(MAX_WATCH_SECONDS));
      response = new WatchResponse(line -> watches.accept(session, line));
      int port = server.directAddress().getPort();
      ByteBuffer request =
          WatchResponse.request(CampaignObject.COLLECTION + query, port, webSocket);
      while (request.hasRemaining()) {
        // A new connection takes a request at once.
        open.write(request);
      }
    }

    private boolean read(SocketChannel open) throws IOException {
      buffer.clear();
      int count = open.read(buffer);
      buffer.flip();
      return count >= 0 && response != null && response.read(buffer);
    }

    void disconnect() {
      SocketChannel open = connection;
      connection = null;
      response = null;
      dueNanos = System.nanoTime() + random.nextInt(MAX_RETRY_MILLIS) * 1_000_000L;
      if (open != null) {
        try {
          open.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
