package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table rows of resource quotas, flow control and admission policies. */
public final class PolicyRows {
  private PolicyRows() {}

  public static List<Object> quota(JsonValue quota, Instant now) {
    return List.of(
        Metadata.name(quota),
        quotas(quota.path("status"), false),
        quotas(quota.path("status"), true),
        Metadata.age(quota, now));
  }

  private static String quotas(JsonValue status, boolean limits) {
    return status.path("hard").properties().stream()
        .filter(each -> each.getKey().startsWith("limits.") == limits)
        .sorted(Map.Entry.comparingByKey())
        .map(
            each ->
                "%s: %s/%s"
                    .formatted(
                        each.getKey(),
                        or(text(status, "used", each.getKey()), "0"),
                        each.getValue().asText()))
        .collect(Collectors.joining(", "));
  }

  public static List<Object> flowSchema(JsonValue schema, Instant now) {
    JsonValue spec = schema.path("spec");
    return List.of(
        Metadata.name(schema),
        text(spec, "priorityLevelConfiguration", "name"),
        spec.path("matchingPrecedence").asInt(),
        or(text(spec, "distinguisherMethod", "type"), Placeholders.NONE),
        Metadata.age(schema, now),
        or(Metadata.condition(schema.path("status").path("conditions"), "Dangling"), "?"));
  }

  public static List<Object> priorityLevel(JsonValue level, Instant now) {
    JsonValue limited = level.path("spec").path("limited");
    JsonValue queuing = limited.path("limitResponse").path("queuing");
    return List.of(
        Metadata.name(level),
        text(level, "spec", "type"),
        numberOrNone(limited, "nominalConcurrencyShares"),
        numberOrNone(queuing, "queues"),
        numberOrNone(queuing, "handSize"),
        numberOrNone(queuing, "queueLengthLimit"),
        Metadata.age(level, now));
  }

  private static Object numberOrNone(JsonValue holder, String member) {
    return holder.isObject() ? holder.path(member).asInt() : Placeholders.NONE;
  }

  public static List<Object> admissionPolicy(JsonValue policy, Instant now) {
    JsonValue spec = policy.path("spec");
    JsonValue kind = spec.path("paramKind");
    return List.of(
        Metadata.name(policy),
        spec.path("validations").size() + spec.path("mutations").size(),
        kind.isObject() ? text(kind, "apiVersion") + "/" + text(kind, "kind") : Placeholders.UNSET,
        Metadata.age(policy, now));
  }

  public static List<Object> admissionBinding(JsonValue binding, Instant now) {
    return List.of(
        Metadata.name(binding),
        text(binding, "spec", "policyName"),
        parameters(binding.path("spec").path("paramRef")),
        Metadata.age(binding, now));
  }

  private static String parameters(JsonValue reference) {
    String name = text(reference, "name");
    if (!name.isEmpty()) {
      return or(text(reference, "namespace"), "*") + "/" + name;
    }
    JsonValue selector = reference.path("selector");
    return selector.isObject() ? Selectors.inGo(selector) : Placeholders.UNSET;
  }
}
