package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;

/**
 * The fixed specs of the mandatory FlowSchemas and PriorityLevelConfigurations, {@code exempt} and
 * {@code catch-all}.
 */
final class MandatoryFlows {
  private static final Map<String, JsonValue> SCHEMAS =
      Map.of(
          "exempt",
          schema("exempt", "\"matchingPrecedence\":1", "system:masters"),
          "catch-all",
          schema(
              "catch-all",
              "\"matchingPrecedence\":10000,\"distinguisherMethod\":{\"type\":\"ByUser\"}",
              "system:unauthenticated",
              "system:authenticated"));

  private static final JsonValue CATCH_ALL_LEVEL =
      JsonTrees.read(
          """
          {"type":"Limited","limited":{"nominalConcurrencyShares":5,
           "limitResponse":{"type":"Reject"},"lendablePercent":0}}
          """);

  private MandatoryFlows() {}

  /** Returns the spec of a FlowSchema that matches all requests of the groups. */
  private static JsonValue schema(String level, String members, String... groups) {
    JsonValue schema =
        JsonTrees.read(
            """
            {"priorityLevelConfiguration":{"name":"%s"},%s,"rules":[{"subjects":[],
             "resourceRules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"],
              "clusterScope":true,"namespaces":["*"]}],
             "nonResourceRules":[{"verbs":["*"],"nonResourceURLs":["*"]}]}]}
            """
                .formatted(level, members));
    var subjects = (JsonArray) schema.at("/rules/0/subjects");
    for (String group : groups) {
      subjects.addObject().put("kind", "Group").putObject("group").put("name", group);
    }
    return schema;
  }

  static void checkSchema(Field spec, String name) {
    JsonValue fixed = SCHEMAS.get(name);
    if (fixed != null && !spec.alike(spec.with(fixed))) {
      spec.invalid("spec of '" + name + "' must equal the fixed value");
    }
  }

  /** In level {@code exempt}, only the member {@code exempt} may be changed. */
  static void checkLevel(Field spec, String name) {
    boolean exempt = spec.at("type").is("Exempt") && spec.at("limited").absent();
    if (name.equals("exempt") && !exempt) {
      spec.invalid("spec of 'exempt' except the 'spec.exempt' field must equal the fixed value");
    } else if (name.equals("catch-all") && !spec.alike(spec.with(CATCH_ALL_LEVEL))) {
      spec.invalid("spec of 'catch-all' must equal the fixed value");
    }
  }
}
