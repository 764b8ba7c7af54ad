package io.listwatch.server.fairness;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Requests of users, with their outcomes. */
final class Flows {
  private static final FlowSchema SCHEMA =
      new FlowSchema("test", "uid", "level", 1_000, FlowSchema.Distinguisher.BY_USER, List.of());

  private static final FlowMeters.Series METERS = meters(Metrics.none());

  private Flows() {}

  static FlowMeters.Series meters(Metrics metrics) {
    return new FlowMeters(metrics).of("level", "test");
  }

  static AccessRequest get(String user, String... groups) {
    return AccessRequest.onResource(
        new UserInfo(user, "", List.of(groups)), "get", "", "pods", "", "default", "a");
  }

  static Flow of(String user) {
    return SCHEMA.flow(get(user));
  }

  static SeatRequest start(QueueSet level, String user, int seats) {
    return start(level, user, WorkEstimate.seats(seats));
  }

  static SeatRequest start(QueueSet level, String user, WorkEstimate work) {
    return level.start(of(user), get(user), work, METERS);
  }

  static boolean waits(SeatRequest request) {
    return !decision(request).isDone();
  }

  static boolean executes(SeatRequest request) {
    return decision(request).isDone() && decision(request).join();
  }

  static boolean rejected(SeatRequest request) {
    return decision(request).isDone() && !decision(request).join();
  }

  private static CompletableFuture<Boolean> decision(SeatRequest request) {
    return request.decision().toCompletableFuture();
  }
}
