package io.listwatch.server.http;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.common.util.TransportType;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The loop that accepts the connections of a port. On Linux it ends as soon as it is told to; the
 * library's own, which is used elsewhere, waits for two seconds in case somebody has more for it to
 * do.
 */
final class AcceptorLoop extends MultiThreadIoEventLoopGroup {
  private static final int TIMEOUT_SECONDS = 15;

  private AcceptorLoop(String threadName) {
    super(1, new DefaultThreadFactory(threadName, true), EpollIoHandler.newFactory());
  }

  static EventLoopGroup create(String threadName) {
    return Flags.transportType() == TransportType.EPOLL
        ? new AcceptorLoop(threadName)
        : EventLoopGroups.newEventLoopGroup(1, threadName, true);
  }

  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
