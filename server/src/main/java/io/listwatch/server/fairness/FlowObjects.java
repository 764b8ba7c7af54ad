package io.listwatch.server.fairness;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.fairness.FlowRule.PathRule;
import io.listwatch.server.fairness.FlowRule.ResourceRule;
import io.listwatch.server.fairness.FlowRule.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads FlowSchemas and PriorityLevelConfigurations. */
public final class FlowObjects {
  private static final String EXEMPT = "exempt";

  private FlowObjects() {}

  public static FlowSchema schema(JsonValue object) {
    JsonValue spec = object.path("spec");
    return new FlowSchema(
        object.at("/metadata/name").asText(),
        object.at("/metadata/uid").asText(),
        spec.at("/priorityLevelConfiguration/name").asText(),
        spec.path("matchingPrecedence").asInt(),
        switch (spec.at("/distinguisherMethod/type").asText()) {
          case "ByUser" -> FlowSchema.Distinguisher.BY_USER;
          case "ByNamespace" -> FlowSchema.Distinguisher.BY_NAMESPACE;
          default -> FlowSchema.Distinguisher.NONE;
        },
        list(spec.path("rules"), FlowObjects::rule));
  }

  private static FlowRule rule(JsonValue rule) {
    return new FlowRule(
        list(rule.path("subjects"), FlowObjects::subject),
        list(
            rule.path("resourceRules"),
            each ->
                new ResourceRule(
                    texts(each, "verbs"),
                    texts(each, "apiGroups"),
                    texts(each, "resources"),
                    texts(each, "namespaces"),
                    each.path("clusterScope").asBoolean())),
        list(
            rule.path("nonResourceRules"),
            each -> new PathRule(texts(each, "verbs"), texts(each, "nonResourceURLs"))));
  }

  private static Subject subject(JsonValue subject) {
    return switch (subject.path("kind").asText()) {
      case "User" -> new Subject(Subject.Kind.USER, "", subject.at("/user/name").asText());
      case "Group" -> new Subject(Subject.Kind.GROUP, "", subject.at("/group/name").asText());
      case "ServiceAccount" ->
          new Subject(
              Subject.Kind.SERVICE_ACCOUNT,
              subject.at("/serviceAccount/namespace").asText(),
              subject.at("/serviceAccount/name").asText());
      default -> new Subject(Subject.Kind.UNKNOWN, "", "");
    };
  }

  private static List<String> texts(JsonValue rule, String name) {
    return list(rule.path(name), JsonValue::asText);
  }

  private static <T> List<T> list(JsonValue array, Function<JsonValue, T> reader) {
    List<T> list = new ArrayList<>();
    for (JsonValue each : array) {
      list.add(reader.apply(each));
    }
    return list;
  }

  /** Parses a priority level. Returns empty if its settings contradict each other. */
  public static Optional<PriorityLevelSpec> level(JsonValue object) {
    String name = object.at("/metadata/name").asText();
    JsonValue spec = object.path("spec");
    boolean exempt = spec.path("type").asText().equals("Exempt");
    JsonValue settings = spec.path(exempt ? "exempt" : "limited");
    if (exempt != name.equals(EXEMPT) || !settings.isObject()) {
      return Optional.empty();
    }
    return (exempt ? Optional.of(QueueSettings.EXEMPT) : queues(settings.path("limitResponse")))
        .map(
            queues ->
                new PriorityLevelSpec(
                    name,
                    object.at("/metadata/uid").asText(),
                    (int) settings.path("nominalConcurrencyShares").asLong(exempt ? 0 : 30),
                    settings.path("lendablePercent").asInt(),
                    settings.hasNonNull("borrowingLimitPercent")
                        ? settings.path("borrowingLimitPercent").asInt()
                        : null,
                    queues));
  }

  private static Optional<QueueSettings> queues(JsonValue response) {
    JsonValue queuing = response.path("queuing");
    if (!response.path("type").asText().equals("Queue")) {
      return queuing.isObject() ? Optional.empty() : Optional.of(QueueSettings.REJECT);
    }
    int queues = queuing.path("queues").asInt();
    int handSize = queuing.path("handSize").asInt();
    return Dealer.isValid(queues, handSize)
        ? Optional.of(new QueueSettings(queues, handSize, queuing.path("queueLengthLimit").asInt()))
        : Optional.empty();
  }
}
