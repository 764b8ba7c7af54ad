package io.listwatch.campaign;

import io.listwatch.campaign.history.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of faults, operations and events, and the violations found.
 *
 * <p>Not thread-safe.
 */
final class Tally {
  private final Map<String, Integer> faults = new TreeMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private int rounds;
  private int kills;
  private int others;
  private long events;
  private long deltas;
  private long writes;
  private long unknown;
  private long reads;
  private long lists;
  private long decisions;
  private int undecided;
  private int silent;

  /**
   * Counts a fault.
   *
   * @param killed the number of processes that it killed
   */
  void fault(String name, int killed) {
    faults.merge(name, 1, Integer::sum);
    kills += killed;
    others += killed == 0 ? 1 : 0;
  }

  void round(long newEvents, long newWrites, long newUnknown, long newReads, long newLists) {
    rounds++;
    events += newEvents;
    writes += newWrites;
    unknown += newUnknown;
    reads += newReads;
    lists += newLists;
  }

  /** Counts authorization decisions about users whose rights had changed. */
  void decisions(long count) {
    decisions += count;
  }

  /** Counts the events that came as deltas. */
  void deltas(int count) {
    deltas += count;
  }

  void undecided(int count) {
    undecided += count;
  }

  /** Counts watches that ended without their client noticing, and that the campaign closed. */
  void silent(int count) {
    silent += count;
  }

  void add(List<Violation> found) {
    violations.addAll(found);
  }

  List<Violation> violations() {
    return violations;
  }

  int kills() {
    return kills;
  }

  void add(Tally other) {
    other.faults.forEach((name, count) -> faults.merge(name, count, Integer::sum));
    violations.addAll(other.violations);
    rounds += other.rounds;
    kills += other.kills;
    others += other.others;
    events += other.events;
    deltas += other.deltas;
    writes += other.writes;
    unknown += other.unknown;
    reads += other.reads;
    lists += other.lists;
    decisions += other.decisions;
    undecided += other.undecided;
    silent += other.silent;
  }

  String faults() {
    return faults.toString();
  }

  @Override
  public String toString() {
    return ("%d rounds, %d kills, %d other faults; %,d events (%,d deltas), %,d writes (%,d"
            + " unknown), %,d reads, %,d lists, %,d access decisions checked; %d undecided, %d"
            + " silent watches, %d violations")
        .formatted(
            rounds,
            kills,
            others,
            events,
            deltas,
            writes,
            unknown,
            reads,
            lists,
            decisions,
            undecided,
            silent,
            violations.size());
  }
}
