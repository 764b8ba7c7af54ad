package io.listwatch.campaign;

import io.listwatch.campaign.history.ListRead;
import io.listwatch.campaign.history.ListRead.Consistency;
import io.listwatch.campaign.history.Operation;
import io.listwatch.campaign.history.Operation.Kind;
import io.listwatch.campaign.history.Operation.Outcome;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.load.CampaignObject;
import io.listwatch.campaign.tap.PlantedDefect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** The defects of a planted round, and whether the check has found each of them. */
final class Planted {
  /** The first key number of the objects whose updates are acknowledged and lost. */
  static final int LOST = 1_000;

  /** The first key number of the objects whose updates are stored and reported as rejected. */
  static final int DENIED = 2_000;

  /** The first key number of the objects that are read stale. */
  static final int STALE = 3_000;

  /** Number of keys for each defect. One, so that the object is read and written often. */
  static final int KEYS = 1;

  static final String INFORMER = "planted-informer";
  static final String TORN_LIST = "planted-torn-list";
  static final String OLD_LIST = "planted-old-list";

  /** The name prefix of users some of whose role changes are acknowledged but lost. */
  static final String RIGHTS = "planted-rights-";

  private static final int EVERY = 7;

  private Planted() {}

  static String tap(PlantedDefect plant) {
    return "planted-" + plant.name();
  }

  static UnaryOperator<Operation> denying() {
    var count = new AtomicInteger();
    return operation ->
        operation.kind() == Kind.UPDATE
                && operation.outcome() == Outcome.OK
                && count.incrementAndGet() % EVERY == 0
            ? operation.withOutcome(Outcome.REJECTED)
            : operation;
  }

  /** Returns a function that gives every read of an object the result of its first read. */
  static UnaryOperator<Operation> stale() {
    Map<String, Operation> first = new HashMap<>();
    return operation -> {
      if (operation.kind() != Kind.READ || operation.outcome() != Outcome.OK) {
        return operation;
      }
      Operation old = first.putIfAbsent(operation.key(), operation);
      return old == null
          ? operation
          : new Operation(
              Kind.READ,
              operation.key(),
              null,
              null,
              operation.call(),
              operation.reply(),
              Outcome.OK,
              old.result(),
              old.version());
    };
  }

  static UnaryOperator<ListRead> tornLists() {
    return read -> {
      var items = new HashMap<>(read.items());
      items.keySet().stream().findFirst().ifPresent(items::remove);
      return new ListRead(
          read.where(), read.consistency(), read.color(), read.floor(), read.version(), items);
    };
  }

  static UnaryOperator<ListRead> oldLists() {
    return read ->
        new ListRead(
            read.where(),
            Consistency.NOT_OLDER_THAN,
            read.color(),
            read.version() + 1,
            read.version(),
            read.items());
  }

  /**
   * Returns a line for each planted defect that was not found, and for each violation that was not
   * planted.
   */
  static List<String> problems(List<Violation> found) {
    var problems = new ArrayList<String>();
    for (PlantedDefect plant : PlantedDefect.values()) {
      if (plant != PlantedDefect.NONE) {
        expect(found, plant.broken(), tap(plant), problems);
      }
    }
    expect(found, Promise.LEGAL_HANDLER_CALLS, INFORMER, problems);
    expect(found, Promise.DURABLE, keys(LOST), problems);
    expect(found, Promise.NOT_INVENTED, keys(DENIED), problems);
    expect(found, Promise.LINEARIZABLE, keys(STALE), problems);
    expect(found, Promise.ONE_MOMENT, TORN_LIST, problems);
    expect(found, Promise.FRESH, OLD_LIST, problems);
    expect(found, Promise.DECIDED, RIGHTS, problems);
    for (Violation each : found) {
      String where = each.where();
      if (!where.startsWith("planted-") && !where.matches("x-[123]\\d{3}")) {
        problems.add("found without a plant: " + each);
      }
    }
    return problems;
  }

  /** Returns the common prefix of the keys for one defect. */
  private static String keys(int first) {
    return CampaignObject.name(first / 1_000);
  }

  private static void expect(
      List<Violation> found, Promise promise, String where, List<String> problems) {
    if (found.stream()
        .noneMatch(each -> each.promise() == promise && each.where().startsWith(where))) {
      problems.add("not found: %s at %s".formatted(promise, where));
    }
  }
}
