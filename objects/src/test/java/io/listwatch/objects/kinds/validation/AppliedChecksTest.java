package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldChecks;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A word in the column {@code checks} has an effect only if a rule applies it. This test violates
 * each declared check in some object of some kind, and expects its message.
 */
final class AppliedChecksTest {
  /** Members whose errors are reported at another path. */
  private static final Map<String, String> REPORTED_AT =
      Map.of(
          "/attachRequired", "attachedRequired",
          "/deprecatedCount", "count",
          "/deprecatedFirstTimestamp", "firstTimestamp",
          "/deprecatedLastTimestamp", "lastTimestamp",
          "/deprecatedSource", "source",
          "/note", "message",
          "/resourceName", "resizePolicy",
          "/restartPolicy", "resizePolicy");

  private final Set<String> declared = new TreeSet<>();
  private final Set<String> applied = new HashSet<>();

  @Test
  void everyDeclaredCheckIsAppliedByARule() {
    for (CheckedObject object : objects()) {
      if (KindRules.of(object.type()).type().type() instanceof ObjectSchema type) {
        new Violations(object).violateAll(object, type, "", Set.of());
      }
    }

    declared.removeAll(applied);
    assertThat(declared).as("declared in the type table, but not applied").isEmpty();
  }

  private static List<CheckedObject> objects() {
    return Stream.concat(ValidObjects.all().stream(), withOtherBranches()).toList();
  }

  /** Objects for rules that the usual objects do not reach. */
  private static Stream<CheckedObject> withOtherBranches() {
    return Stream.of(
        ValidObjects.volume().without("/spec/hostPath"),
        ValidObjects.volume()
            .without("/spec/hostPath")
            .with("/spec/fc", "{'targetWWNs':['50060e801049cfd1']}"),
        ValidObjects.job().with("/spec/completionMode", "'Indexed'"),
        ValidObjects.pod().with("/spec/securityContext/appArmorProfile", "{'type':'Localhost'}"),
        ValidObjects.service()
            .with("/spec/type", "'LoadBalancer'")
            .with("/spec/externalTrafficPolicy", "'Local'"),
        ValidObjects.object(
            "resourceclaims.resource.k8s.io",
            "'spec':{'devices':{'requests':[{'name':'r','exactly':{'deviceClassName':'c'}}]}}"),
        flowSchema("User"),
        flowSchema("ServiceAccount"),
        ValidObjects.object(
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
            "'spec':{'type':'Exempt'}"));
  }

  private static CheckedObject flowSchema(String subjectKind) {
    return ValidObjects.object(
        "flowschemas.flowcontrol.apiserver.k8s.io",
        "'spec':{'rules':[{'subjects':[{'kind':'%s'}]}]}".formatted(subjectKind));
  }

  private static String zero(FieldSchema member) {
    if (member.type() instanceof ListOf) {
      return "[]";
    }
    if (member.type() instanceof MapOf) {
      return "{}";
    }
    return member.type() == Scalar.STRING ? "''" : "null";
  }

  private static String items(boolean list, int number) {
    List<String> items =
        IntStream.range(0, number).mapToObj(i -> list ? "null" : "'k%d':'v'".formatted(i)).toList();
    return (list ? "[%s]" : "{%s}").formatted(String.join(",", items));
  }

  /** The violations of the checks in one valid object. */
  private final class Violations {
    private final CheckedObject valid;

    Violations(CheckedObject valid) {
      this.valid = valid;
    }

    private void violateAll(CheckedObject object, ObjectSchema type, String at, Set<String> above) {
      if (above.contains(type.name())) {
        return;
      }
      Set<String> path = new HashSet<>(above);
      path.add(type.name());
      for (FieldSchema member : type.fields()) {
        String here = at + "/" + member.name();
        violate(object, type.name(), member, here);
        if (member.type() instanceof ObjectSchema struct) {
          violateAll(object, struct, here, path);
        } else if (member.type() instanceof ListOf list
            && list.item() instanceof ObjectSchema item) {
          violateItems(object, item, here, path);
        }
      }
    }

    /** Violates the first item, and a new one, which a rule may check because it is empty. */
    private void violateItems(
        CheckedObject object, ObjectSchema item, String list, Set<String> above) {
      JsonValue items = object.tree().at(list);
      if (items.isEmpty()) {
        violateAll(object.with(list, "[{}]"), item, list + "/0", above);
      } else {
        violateAll(object, item, list + "/0", above);
        String added = list + "/" + items.size();
        violateAll(object.with(added, "{}"), item, added, above);
      }
    }

    private void violate(CheckedObject object, String type, FieldSchema member, String here) {
      FieldChecks checks = member.checks();
      boolean list = member.type() instanceof ListOf;
      var place = new Place(object, here, type + "." + member.name());
      if (checks.required()) {
        place.expect("required", zero(member), "Required value");
      }
      if (!checks.enumeration().isEmpty()) {
        String values = String.join("\", \"", checks.enumeration());
        place.expect("enum", list ? "['~']" : "'~'", "supported values: \"" + values + "\"");
      }
      if (checks.positive()) {
        place.expect("positive", "-1", "must be greater than zero");
      }
      if (checks.min() != null) {
        String bounds = "must be between " + checks.min() + " and " + checks.max();
        String least = "must be greater than or equal to " + checks.min();
        place.expect("min", list ? "[-1]" : "-1", checks.max() == null ? least : bounds);
      }
      if (checks.maxBytes() != null) {
        String text = "x".repeat(checks.maxBytes().intValue() + 1);
        place.expect("maxBytes", "'" + text + "'", "more than " + checks.maxBytes() + " bytes");
      }
      if (checks.maxItems() != null) {
        String tooMany = items(list, checks.maxItems().intValue() + 1);
        place.expect("maxItems", tooMany, "must have at most " + checks.maxItems() + " items");
      }
      if (checks.immutable()) {
        place.expect("immutable", "{'changed':'~'}", "field is immutable");
      }
    }

    /** A member of an object that receives a value which violates one check. */
    private final class Place {
      private final CheckedObject object;
      private final String pointer;
      private final String row;

      Place(CheckedObject object, String pointer, String row) {
        this.object = object;
        this.pointer = pointer;
        this.row = row;
      }

      void expect(String word, String json, String message) {
        String check = row + " " + word;
        declared.add(check);
        if (!applied.contains(check) && isTold(object.with(pointer, json), message)) {
          applied.add(check);
        }
      }

      private boolean isTold(CheckedObject changed, String message) {
        String last = pointer.substring(pointer.lastIndexOf('/'));
        String reported = REPORTED_AT.getOrDefault(last, last.substring(1));
        return Stream.of(
                changed.faults(), changed.faultsAfter(valid), changed.statusFaultsAfter(valid))
            .flatMap(List::stream)
            .filter(fault -> fault.contains(message))
            .anyMatch(
                fault ->
                    fault.contains("supported values")
                        || fault.substring(0, fault.indexOf(": ")).contains(reported));
      }
    }
  }
}
