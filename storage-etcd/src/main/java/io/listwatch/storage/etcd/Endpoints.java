package io.listwatch.storage.etcd;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The gRPC channels to the cluster, one for each endpoint. One is used until it fails.
 *
 * <p>Threads: one for the I/O of all channels, and a few that decode messages and run callbacks.
 * Thread-safe, without a lock.
 */
final class Endpoints implements AutoCloseable {
  /**
   * Maximum size of one message: larger than the target size of a range page, and than the largest
   * fragment of a watch response. A page that exceeds it is requested again with fewer entries.
   */
  static final int MAX_MESSAGE_BYTES = 32 << 20;

  private static final int CALL_THREADS = 4;
  private static final int CONNECT_MILLIS = 3_000;

  /**
   * Keepalive time and timeout: a connection that does not respond to a ping is closed. etcd allows
   * a ping every 5 s.
   */
  private static final int KEEP_ALIVE_SECONDS = 10;

  private static final int CLOSE_SECONDS = 5;
  private static final int DEFAULT_PORT = 2379;

  private final EventLoopGroup io;
  private final ExecutorService calls;
  private final List<Endpoint> all;
  private final AtomicInteger current = new AtomicInteger();

  Endpoints(List<URI> uris, Tls tls) {
    io = new MultiThreadIoEventLoopGroup(1, named("listwatch-etcd-io"), NioIoHandler.newFactory());
    calls = Executors.newFixedThreadPool(CALL_THREADS, named("listwatch-etcd-calls"));
    var connected = new ArrayList<Endpoint>();
    for (var uri : uris) {
      connected.add(new Endpoint(uri, connect(uri, tls)));
    }
    all = List.copyOf(connected);
  }

  private static ThreadFactory named(String name) {
    var number = new AtomicInteger();
    return task -> {
      var thread = new Thread(task, name + "-" + number.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  private ManagedChannel connect(URI uri, Tls tls) {
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    var builder =
        NettyChannelBuilder.forAddress(uri.getHost(), port)
            .eventLoopGroup(io)
            .channelType(NioSocketChannel.class)
            .executor(calls)
            .offloadExecutor(calls)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .disableRetry();
    return uri.getScheme().equals("https")
        ? builder.sslContext(tls.context()).build()
        : builder.usePlaintext().build();
  }

  List<Endpoint> all() {
    return all;
  }

  /** Returns the endpoint to use now. */
  Endpoint current() {
    return all.get(current.get());
  }

  /** Switches to the endpoint after {@code endpoint}, unless another thread already has. */
  void failed(Endpoint endpoint) {
    int index = all.indexOf(endpoint);
    int next = (index + 1) % all.size();
    if (current.compareAndSet(index, next)) {
      // Otherwise the channel would not reconnect until the backoff of its last failure is over.
      all.get(next).channel().resetConnectBackoff();
    }
  }

  /** Ends all calls and threads, and waits for that, for a bounded time. */
  @Override
  public void close() {
    all.forEach(endpoint -> endpoint.channel().shutdownNow());
    boolean interrupted = false;
    try {
      for (var endpoint : all) {
        endpoint.channel().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      }
      calls.shutdown();
      calls.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    calls.shutdown();
    var ended = io.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    if (interrupted) {
      Thread.currentThread().interrupt();
    } else {
      ended.awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
