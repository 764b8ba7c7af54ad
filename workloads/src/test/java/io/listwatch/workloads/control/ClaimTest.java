package io.listwatch.workloads.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClaimTest {
  private static final LabelSelector WEB = LabelSelector.where("app").is("web");

  @ParameterizedTest
  @CsvSource({
    // controller of the pod, its label, pod terminates, owner terminates
    "me,    web,   false, false, KEEP",
    "me,    web,   true,  false, KEEP",
    "me,    other, false, false, RELEASE",
    "me,    other, false, true,  IGNORE",
    "'',    web,   false, false, ADOPT",
    "'',    web,   true,  false, IGNORE",
    "'',    web,   false, true,  IGNORE",
    "'',    other, false, false, IGNORE",
    "other, web,   false, false, IGNORE"
  })
  void actionDependsOnControllerAndLabels(
      String controller, String label, boolean ending, boolean ownerEnding, Claim expected) {
    ApiObject owner = object("me", ownerEnding, "", "");
    ApiObject pod = object("pod", ending, label, controller);

    assertThat(Claim.of(owner, WEB, pod)).isEqualTo(expected);
  }

  private static ApiObject object(String uid, boolean ending, String label, String controller) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = json.putObject("metadata").put("name", uid).put("uid", uid);
    metadata.putObject("labels").put("app", label);
    if (ending) {
      metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
    }
    if (!controller.isEmpty()) {
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("uid", controller)
          .put("controller", true);
    }
    return ApiObject.of(json);
  }
}
