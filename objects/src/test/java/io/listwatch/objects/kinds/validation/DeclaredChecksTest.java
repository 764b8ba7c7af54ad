package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words in the column {@code checks} of the type table, tested by rows that contain them. */
final class DeclaredChecksTest {
  private final List<FieldError> errors = new ArrayList<>();

  private Field struct(String type, String json) {
    JsonObject tree = (JsonObject) JsonTrees.read(json.replace('\'', '"'));
    return Field.root(Declaration.ofType(type), tree, errors);
  }

  private List<String> messages() {
    return errors.stream().map(FieldError::toString).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          core/v1.ContainerPort | {} | containerPort: Required value
          core/v1.ContainerPort | {'containerPort':0} | containerPort: Required value
          core/v1.ContainerPort | {'containerPort':65536} | containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive
          core/v1.ContainerPort | {'hostPort':-1} | hostPort: Invalid value: -1: must be between 1 and 65535, inclusive
          core/v1.Taint | {'effect':''} | effect: Required value
          core/v1.Taint | {'effect':'X'} | effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"
          core/v1.AzureDiskVolumeSource | {'kind':''} | kind: Unsupported value: "": supported values: "Dedicated", "Managed", "Shared"
          core/v1.TopologySpreadConstraint | {} | maxSkew: Invalid value: 0: must be greater than zero
          batch/v1.JobSpec | {'backoffLimit':-1} | backoffLimit: Invalid value: -1: must be greater than or equal to 0
          core/v1.PodSecurityContext | {'fsGroup':-1} | fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive
          core/v1.PersistentVolumeSpec | {'accessModes':[]} | accessModes: Required value
          """)
  void rejectsInvalidValue(String type, String json, String expected) {
    Field struct = struct(type, json);

    struct.checkDeclared(expected.substring(0, expected.indexOf(':')));

    assertThat(messages()).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          core/v1.ContainerPort | containerPort | {'containerPort':65535}
          core/v1.ContainerPort | hostPort | {'hostPort':0}
          core/v1.ContainerPort | name | {}
          core/v1.ContainerPort | unheardOf | {'unheardOf':-1}
          core/v1.Toleration | effect | {'effect':''}
          core/v1.AzureDiskVolumeSource | kind | {}
          core/v1.TopologySpreadConstraint | minDomains | {'minDomains':null}
          core/v1.HostPathVolumeSource | type | {'type':''}
          core/v1.PersistentVolumeSpec | accessModes | {'accessModes':['X']}
          """)
  void acceptsValidValue(String type, String member, String json) {
    struct(type, json).checkDeclared(member);

    assertThat(errors).isEmpty();
  }

  @Test
  void boundsStringsAndLists() {
    struct("batch/v1.JobSpec", "{'managedBy':'%s'}".formatted("x".repeat(64)))
        .checkDeclared("managedBy");
    struct("resource/v1.DeviceRequest", "{'firstAvailable':[1,2,3,4,5,6,7,8,9]}")
        .checkDeclared("firstAvailable");

    assertThat(messages())
        .containsExactly(
            "managedBy: Too long: may not be more than 63 bytes",
            "firstAvailable: Too many: 9: must have at most 8 items");
  }

  @Test
  void appliesTheDeclaredChecksOfAListToItsItems() {
    Field spec = struct("core/v1.PersistentVolumeSpec", "{'accessModes':['ReadWriteOnce','X']}");

    spec.at("accessModes").each(Field::checkDeclared);

    assertThat(messages())
        .containsExactly(
            "accessModes[1]: Unsupported value: \"X\": supported values: \"ReadOnlyMany\","
                + " \"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\"");
  }

  @Test
  void rejectsAChangeOfAnImmutableMemberOnly() {
    Field old = struct("node/v1.RuntimeClass", "{'handler':'a','scheduling':{}}");
    Field next =
        struct("node/v1.RuntimeClass", "{'handler':'b','scheduling':{'tolerations':[{}]}}");

    next.checkImmutable(old, "handler", "scheduling");

    assertThat(messages()).containsExactly("handler: Invalid value: \"b\": field is immutable");
  }
}
