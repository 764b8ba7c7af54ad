package io.listwatch.server.fairness;

import io.listwatch.server.auth.AccessRequest;
import java.util.Comparator;
import java.util.List;

/**
 * A FlowSchema: assigns requests to a priority level and divides them into flows.
 *
 * @param uid empty if the object does not exist
 * @param level the name of the priority level
 * @param precedence the schema with the lowest number wins
 */
public record FlowSchema(
    String name,
    String uid,
    String level,
    int precedence,
    Distinguisher distinguisher,
    List<FlowRule> rules) {
  /** The order in which schemas are tried. */
  static final Comparator<FlowSchema> ORDER =
      Comparator.comparingInt(FlowSchema::precedence).thenComparing(FlowSchema::name);

  public FlowSchema {
    rules = List.copyOf(rules);
  }

  boolean matches(AccessRequest request) {
    return rules.stream().anyMatch(rule -> rule.matches(request));
  }

  Flow flow(AccessRequest request) {
    return new Flow(
        this,
        switch (distinguisher) {
          case NONE -> "";
          case BY_USER -> request.user().name();
          case BY_NAMESPACE -> request.namespace() == null ? "" : request.namespace();
        });
  }

  /** The attribute by which requests of a schema are divided into flows. */
  public enum Distinguisher {
    NONE,
    BY_USER,
    BY_NAMESPACE
  }
}
