package io.listwatch.server.http.page;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.fairness.FlowControl;
import io.listwatch.server.fairness.LevelDump;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.GoDuration;
import io.listwatch.server.http.request.QueryParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The debug pages of priority and fairness, as tables of text: {@code
 * /debug/api_priority_and_fairness/dump_priority_levels}, {@code dump_queues} and {@code
 * dump_requests}.
 */
final class FlowPages {
  private static final List<String> PATH = List.of("debug", "api_priority_and_fairness");
  private static final List<String> LEVELS =
      List.of(
          "PriorityLevelName",
          "ActiveQueues",
          "IsIdle",
          "IsQuiescing",
          "WaitingRequests",
          "ExecutingRequests",
          "DispatchedRequests",
          "RejectedRequests",
          "TimedoutRequests",
          "CancelledRequests");
  private static final List<String> QUEUES =
      List.of(
          "PriorityLevelName",
          "Index",
          "PendingRequests",
          "ExecutingRequests",
          "SeatsInUse",
          "NextDispatchR",
          "InitialSeatsSum",
          "MaxSeatsSum",
          "TotalWorkSum");

  /** With kube-apiserver's spelling. */
  private static final List<String> REQUESTS =
      List.of(
          "PriorityLevelName",
          "FlowSchemaName",
          "QueueIndex",
          "RequestIndexInQueue",
          "FlowDistingsher",
          "ArriveTime",
          "InitialSeats",
          "FinalSeats",
          "AdditionalLatency",
          "StartTime");

  private static final List<String> DETAILS =
      List.of(
          "UserName",
          "Verb",
          "APIPath",
          "Namespace",
          "Name",
          "APIVersion",
          "Resource",
          "SubResource");

  /** Go's zero time. */
  private static final String NEVER = "0001-01-01T00:00:00Z";

  private final FlowControl control;

  FlowPages(FlowControl control) {
    this.control = control;
  }

  static boolean has(List<String> segments) {
    return segments.size() == 3 && segments.subList(0, 2).equals(PATH);
  }

  HttpResponse handle(List<String> segments, QueryParameters query) {
    return switch (segments.get(2)) {
      case "dump_priority_levels" -> table(levels());
      case "dump_queues" -> table(queues());
      case "dump_requests" -> table(requests(!query.text("includeRequestDetails").isEmpty()));
      default -> Responses.pageNotFound();
    };
  }

  private List<List<String>> levels() {
    List<List<String>> rows = new ArrayList<>(List.of(LEVELS));
    for (LevelDump each : control.dump()) {
      long active = each.queues().stream().filter(queue -> !queue.waiting().isEmpty()).count();
      rows.add(
          texts(
              each.name(),
              active,
              each.idle(),
              each.quiescing(),
              each.waiting(),
              each.executing(),
              each.dispatched(),
              each.rejected(),
              // kube-apiserver counts time-outs as cancelled.
              0,
              each.cancelled()));
    }
    return rows;
  }

  private List<List<String>> queues() {
    List<List<String>> rows = new ArrayList<>(List.of(QUEUES));
    for (LevelDump level : control.dump()) {
      for (LevelDump.Queue each : level.queues()) {
        rows.add(
            texts(
                level.name(),
                each.index(),
                each.waiting().size(),
                each.executing().size(),
                each.seatsInUse(),
                each.nextDispatch(),
                each.initialSeatsWaiting(),
                each.seatsWaiting(),
                each.workWaiting()));
      }
    }
    return rows;
  }

  private List<List<String>> requests(boolean detailed) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(detailed ? joined(REQUESTS, DETAILS) : REQUESTS);
    for (LevelDump level : control.dump()) {
      for (LevelDump.Queue queue : level.queues()) {
        for (int i = 0; i < queue.waiting().size(); i++) {
          rows.add(request(level, queue.index(), i, queue.waiting().get(i), detailed));
        }
        queue
            .executing()
            .forEach(each -> rows.add(request(level, queue.index(), -1, each, detailed)));
      }
      level.unqueued().forEach(each -> rows.add(request(level, -1, -1, each, detailed)));
    }
    return rows;
  }

  private static List<String> request(
      LevelDump level, int queue, int index, LevelDump.Request request, boolean detailed) {
    List<String> row =
        texts(
            level.name(),
            request.schema(),
            queue,
            index,
            request.distinguisher(),
            time(request.arrived()),
            request.work().initialSeats(),
            request.work().finalSeats(),
            GoDuration.text(Duration.ofNanos(request.work().additionalNanos())),
            request.started().equals(Instant.EPOCH) ? NEVER : time(request.started()));
    return detailed ? joined(row, details(request.access())) : row;
  }

  /** Prints a time without trailing zeros. */
  private static String time(Instant instant) {
    return instant.toString().replaceFirst("(\\.\\d*?)0+Z$", "$1Z").replace(".Z", "Z");
  }

  private static List<String> details(AccessRequest access) {
    String version = access.version();
    return texts(
        access.user().name(),
        access.verb(),
        access.path(),
        access.namespace() == null ? "" : access.namespace(),
        access.name() == null ? "" : access.name(),
        access.group().isEmpty() ? version : access.group() + "/" + version,
        access.resource(),
        access.subresource());
  }

  private static List<String> joined(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static List<String> texts(Object... cells) {
    return Stream.of(cells).map(Object::toString).toList();
  }

  private static HttpResponse table(List<List<String>> rows) {
    return Responses.text(200, TextTable.of(rows));
  }
}
