package io.listwatch.server.http;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.EventLoopGroups;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The event loop that accepts the connections of a port. It stops without a quiet period. Armeria's
 * own loop, which is used on systems other than Linux that have a native transport, waits for a
 * quiet period of two seconds.
 */
final class AcceptorLoop extends MultiThreadIoEventLoopGroup {
  private static final int TIMEOUT_SECONDS = 15;

  private AcceptorLoop(String threadName, IoHandlerFactory transport) {
    super(1, new DefaultThreadFactory(threadName, true), transport);
  }

  static EventLoopGroup create(String threadName) {
    return switch (Flags.transportType()) {
      case EPOLL -> new AcceptorLoop(threadName, EpollIoHandler.newFactory());
      case NIO -> new AcceptorLoop(threadName, NioIoHandler.newFactory());
      default -> EventLoopGroups.newEventLoopGroup(1, threadName, true);
    };
  }

  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
