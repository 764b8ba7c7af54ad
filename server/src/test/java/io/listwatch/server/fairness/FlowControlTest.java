package io.listwatch.server.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.fairness.BootstrapObjects.Kind;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FlowControlTest {
  private static final String USERS = "system:authenticated";

  private final ManualTimers timers = new ManualTimers();
  private final RecordedGauges gauges = new RecordedGauges();
  private final FlowControl control = new FlowControl(600, 1 << 20, timers, gauges);

  private static List<PriorityLevelSpec> levels() {
    return Stream.of(true, false)
        .flatMap(mandatory -> BootstrapObjects.objects(Kind.PRIORITY_LEVEL, mandatory).stream())
        .map(FlowObjects::level)
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<FlowSchema> schemas() {
    return Stream.of(true, false)
        .flatMap(mandatory -> BootstrapObjects.objects(Kind.FLOW_SCHEMA, mandatory).stream())
        .map(FlowObjects::schema)
        .toList();
  }

  private SeatRequest start(AccessRequest request) {
    return control.start(control.classify(request), WorkEstimate.ONE_SEAT, 0);
  }

  private List<SeatRequest> startMany(int count, String user) {
    List<SeatRequest> started = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      started.add(start(Flows.get(user, USERS)));
    }
    return started;
  }

  private static long executing(List<SeatRequest> requests) {
    return requests.stream().filter(Flows::executes).count();
  }

  /** The values of a kube-apiserver with its defaults. */
  @Test
  void dividesSeatsByShares() {
    control.configure(levels(), schemas());

    assertThat(gauges.value("apiserver_flowcontrol_nominal_limit_seats", "exempt")).isEqualTo(0);
    assertThat(gauges.value("apiserver_flowcontrol_nominal_limit_seats", "catch-all"))
        .isEqualTo(13);
    assertThat(gauges.value("apiserver_flowcontrol_nominal_limit_seats", "system")).isEqualTo(74);
    assertThat(gauges.value("apiserver_flowcontrol_nominal_limit_seats", "workload-low"))
        .isEqualTo(245);
    assertThat(gauges.value("apiserver_flowcontrol_lower_limit_seats", "workload-low"))
        .isEqualTo(24);
    assertThat(gauges.value("apiserver_flowcontrol_upper_limit_seats", "workload-low"))
        .isEqualTo(845);
  }

  @Test
  void mandatoryObjectsAreInEffectWithoutAnyObject() {
    assertThat(control.classify(Flows.get("alice", USERS)).isExempt()).isFalse();
    assertThat(control.classify(Flows.get("alice", "none")).isExempt()).isFalse();
    assertThat(control.classify(Flows.get("admin", "system:masters")).isExempt()).isTrue();
    assertThat(control.classify(Flows.get("alice", USERS)).schemaUid()).isEmpty();

    List<SeatRequest> requests = startMany(601, "alice");
    assertThat(executing(requests)).isEqualTo(600);
    assertThat(Flows.rejected(requests.get(600))).isTrue();
  }

  @Test
  void schemaWithoutItsLevelHasNoEffect() {
    List<PriorityLevelSpec> fewer =
        levels().stream().filter(each -> !each.name().equals("global-default")).toList();

    control.configure(fewer, schemas());

    assertThat(control.classify(Flows.get("alice", USERS)).maxSeats()).isZero();
  }

  @Test
  void busyLevelBorrowsFromIdleOnes() {
    control.configure(levels(), schemas());
    List<SeatRequest> requests = startMany(330, "alice");
    requests.addAll(startMany(200, "bob"));
    long before = executing(requests);

    timers.advance(Duration.ofSeconds(10));
    long after = executing(requests);

    assertThat(before).isLessThan(100);
    assertThat(after).isGreaterThan(2 * before);
    assertThat(gauges.value("apiserver_flowcontrol_current_limit_seats", "global-default"))
        .isEqualTo((double) after);
  }

  @Test
  void lenderGetsItsSeatsBackWhenItsDemandRises() {
    control.configure(levels(), schemas());
    List<SeatRequest> greedy = startMany(300, "alice");
    timers.advance(Duration.ofSeconds(10));
    List<SeatRequest> accounts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      accounts.add(start(Flows.get("system:serviceaccount:a:b", "system:serviceaccounts", USERS)));
    }

    timers.advance(Duration.ofSeconds(10));

    assertThat(gauges.value("apiserver_flowcontrol_current_limit_seats", "workload-low"))
        .isGreaterThanOrEqualTo(200);
    assertThat(executing(accounts)).isEqualTo(200);
    assertThat(executing(greedy)).isPositive();
  }

  @Test
  void deletedLevelServesItsRequestsAndDisappears() {
    control.configure(levels(), schemas());
    SeatRequest request = start(Flows.get("alice", USERS));

    control.configure(List.of(), List.of());
    assertThat(control.dump()).extracting(LevelDump::name).contains("global-default");
    assertThat(control.dump().stream().filter(LevelDump::quiescing)).hasSize(1);

    request.leave();
    timers.advance(Duration.ofSeconds(10));
    assertThat(control.dump()).extracting(LevelDump::name).containsExactly("catch-all", "exempt");
  }

  @Test
  void exemptRequestsWaitWithinTheirBudget() {
    AccessRequest admin = Flows.get("admin", "system:masters");
    SeatRequest first = control.start(control.classify(admin), WorkEstimate.ONE_SEAT, 1 << 20);
    SeatRequest second = control.start(control.classify(admin), WorkEstimate.ONE_SEAT, 1_000);
    assertThat(Flows.executes(first)).isTrue();
    assertThat(Flows.waits(second)).isTrue();
    assertThat(gauges.value("flowcontrol_exempt_inqueue_bytes", "")).isEqualTo(1_000);

    first.leave();

    assertThat(Flows.executes(second)).isTrue();
  }

  @Test
  void closingEndsItsTimerAndGauges() {
    control.configure(levels(), schemas());

    control.close();

    assertThat(timers.pending()).isZero();
    assertThat(gauges.size()).isZero();
  }

  @Test
  void worksWithoutMetrics() {
    try (var silent = new FlowControl(10, 1, timers, Metrics.none())) {
      assertThat(silent.dump()).hasSize(2);
    }
  }
}
