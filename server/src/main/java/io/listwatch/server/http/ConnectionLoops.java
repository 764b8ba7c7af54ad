package io.listwatch.server.http;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.common.util.ThreadFactories;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.concurrent.Executor;

/**
 * The event loops that serve connections. Each of them executes queued tasks for about a
 * millisecond, then reads from its connections again. Netty's default is a second: the lists of one
 * client, which are tasks that queue the next one, would keep the requests of all others waiting.
 */
final class ConnectionLoops extends MultiThreadIoEventLoopGroup {
  private static final String THREAD_NAME = "listwatch-http";
  private static final long MAX_TASK_MILLIS = 1;

  private ConnectionLoops(int loops, IoHandlerFactory transport) {
    super(loops, ThreadFactories.newEventLoopThreadFactory(THREAD_NAME, true), transport);
  }

  static EventLoopGroup create(int loops) {
    return switch (Flags.transportType()) {
      case EPOLL -> new ConnectionLoops(loops, EpollIoHandler.newFactory());
      case NIO -> new ConnectionLoops(loops, NioIoHandler.newFactory());
      default -> EventLoopGroups.newEventLoopGroup(loops, THREAD_NAME, true);
    };
  }

  @Override
  protected IoEventLoop newChild(
      Executor executor, IoHandlerFactory transport, Object... unusedArguments) {
    return new SingleThreadIoEventLoop(
        this,
        executor,
        transport,
        Integer.MAX_VALUE,
        RejectedExecutionHandlers.reject(),
        MAX_TASK_MILLIS);
  }
}
