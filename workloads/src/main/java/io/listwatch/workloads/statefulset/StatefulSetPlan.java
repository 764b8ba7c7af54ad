package io.listwatch.workloads.statefulset;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods to create and delete now.
 *
 * <p>Three steps, in this order: start missing replicas from the lowest ordinal; stop surplus pods
 * from the highest; replace pods of another revision from the highest. An ordered set does one
 * thing at a time, and a step begins only when all pods of the one before are available.
 */
final class StatefulSetPlan {
  private final StatefulSetState set;
  private final Map<Integer, StatefulPod> replicas = new TreeMap<>();
  private final List<StatefulPod> surplus;
  private final List<Integer> create = new ArrayList<>();
  private final List<StatefulPod> delete = new ArrayList<>();
  private int updated;

  private StatefulSetPlan(StatefulSetState set, List<StatefulPod> pods) {
    this.set = set;
    pods.stream()
        .filter(pod -> set.includes(pod.ordinal()))
        .forEach(pod -> replicas.put(pod.ordinal(), pod));
    surplus =
        pods.stream()
            .filter(pod -> pod.ordinal() >= 0 && !set.includes(pod.ordinal()))
            .sorted(Comparator.comparingInt(StatefulPod::ordinal).reversed())
            .toList();
  }

  static StatefulSetPlan of(StatefulSetState set, List<StatefulPod> pods) {
    var plan = new StatefulSetPlan(set, pods);
    if (!set.deleting() && plan.startMissing() && plan.stopSurplus() && !set.onDelete()) {
      plan.replaceOutdated();
    }
    return plan;
  }

  /** Returns the ordinals of the new pods. */
  List<Integer> create() {
    return create;
  }

  List<StatefulPod> delete() {
    return delete;
  }

  /** Returns how many of the deleted pods make room for another revision. */
  int updated() {
    return updated;
  }

  /** Returns false if an ordered set has to wait before its next step. */
  private boolean startMissing() {
    for (int ordinal = set.start(); ordinal < set.start() + set.replicas(); ordinal++) {
      boolean healthy = start(ordinal, replicas.get(ordinal));
      if (!healthy && !set.parallel()) {
        return false;
      }
    }
    return true;
  }

  /** Creates a missing pod and deletes a finished one; returns true if it is available. */
  private boolean start(int ordinal, @Nullable StatefulPod pod) {
    if (pod == null) {
      create.add(ordinal);
      return false;
    }
    if (pod.finished()) {
      if (!pod.terminating()) {
        delete.add(pod);
      }
      return false;
    }
    return pod.ready() && !pod.unavailable();
  }

  private boolean stopSurplus() {
    StatefulPod unhealthy = firstUnavailable();
    for (StatefulPod pod : surplus) {
      if (!set.parallel()) {
        boolean mayStop = (pod.ready() && pod.available()) || pod.equals(unhealthy);
        if (!pod.terminating() && mayStop) {
          delete.add(pod);
        }
        return false;
      }
      if (!pod.terminating()) {
        delete.add(pod);
      }
    }
    return true;
  }

  /** Returns the unavailable pod that is to be looked at first: replicas before surplus pods. */
  private @Nullable StatefulPod firstUnavailable() {
    return replicas.values().stream()
        .filter(StatefulPod::unavailable)
        .findFirst()
        .orElseGet(
            () ->
                surplus.stream()
                    .filter(StatefulPod::unavailable)
                    .reduce((first, second) -> second)
                    .orElse(null));
  }

  private void replaceOutdated() {
    List<StatefulPod> outdated =
        replicas.values().stream()
            .filter(pod -> pod.ordinal() >= set.start() + set.partition())
            .filter(pod -> !pod.revision().equals(set.updateRevision()) && !pod.terminating())
            .filter(pod -> !delete.contains(pod))
            .sorted(Comparator.comparingInt(StatefulPod::ordinal).reversed())
            .toList();
    int missing = set.replicas() - replicas.size();
    long unavailable =
        missing + replicas.values().stream().filter(StatefulPod::unavailable).count();
    if (set.parallel()) {
      outdated.stream().filter(StatefulPod::unavailable).forEach(this::update);
    }
    outdated.stream()
        .filter(pod -> !set.parallel() || pod.available())
        .limit(Math.max(0, set.maxUnavailable() - unavailable))
        .forEach(this::update);
  }

  private void update(StatefulPod pod) {
    delete.add(pod);
    updated++;
  }
}
