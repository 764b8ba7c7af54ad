package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.ServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OwnerCollectionTest {
  private final ServerFixture fixture = new ServerFixture(ControllerSettings.ALL);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void backgroundDeletionCascadesToAllDependents() {
    familyOfThree("[]");

    fixture.delete("configmaps", "default", "root", PropagationPolicy.BACKGROUND);

    assertThat(exists("root")).isFalse();
    soon().until(() -> !exists("child") && !exists("grandchild"));
  }

  @Test
  void foregroundDeletionWaitsForDependents() {
    familyOfThree("[\"example.com/hold\"]");

    fixture.delete("configmaps", "default", "root", PropagationPolicy.FOREGROUND);

    soon().until(() -> isTerminating("grandchild"));
    assertThat(isTerminating("child")).isTrue();
    assertThat(isTerminating("root")).isTrue();

    fixture.patch("configmaps", "default", "grandchild", "{\"metadata\":{\"finalizers\":[]}}");

    soon().until(() -> !exists("root"));
    assertThat(exists("grandchild")).isFalse();
    assertThat(exists("child")).isFalse();
  }

  @Test
  void foregroundDeletionDoesNotWaitForNonBlockingDependents() {
    String root = make("root", List.of(), "[]");
    make("child", List.of(owner("root", root, false)), "[\"example.com/hold\"]");

    fixture.delete("configmaps", "default", "root", PropagationPolicy.FOREGROUND);

    soon().until(() -> !exists("root"));
    soon().until(() -> isTerminating("child"));
  }

  @Test
  void orphaningRemovesOwnerReferences() {
    familyOfThree("[]");

    fixture.delete("configmaps", "default", "root", PropagationPolicy.ORPHAN);

    soon().until(() -> !exists("root"));
    assertThat(fixture.get("configmaps", "default", "child").at("/metadata/ownerReferences"))
        .isEmpty();
    assertThat(fixture.get("configmaps", "default", "grandchild").at("/metadata/ownerReferences"))
        .hasSize(1);
  }

  @Test
  void keepsObjectWhileAnyOwnerExists() {
    String first = make("first", List.of(), "[]");
    String second = make("second", List.of(), "[]");
    make("child", List.of(owner("first", first, true), owner("second", second, true)), "[]");

    fixture.delete("configmaps", "default", "first");

    soon().until(() -> ownersOf("child").equals(List.of(second)));

    fixture.delete("configmaps", "default", "second");

    soon().until(() -> !exists("child"));
  }

  @Test
  void foregroundDeletionOfOwnershipCycleFinishes() {
    String first = make("first", List.of(), "[]");
    String second = make("second", List.of(owner("first", first, true)), "[]");
    fixture.patch(
        "configmaps",
        "default",
        "first",
        "{\"metadata\":{\"ownerReferences\":[" + owner("second", second, true) + "]}}");

    fixture.delete("configmaps", "default", "first", PropagationPolicy.FOREGROUND);

    soon().until(() -> !exists("first") && !exists("second"));
  }

  @Test
  void deletesObjectWithMissingOwner() {
    make("child", List.of(owner("nobody", "00000000-0000-0000-0000-000000000000", true)), "[]");

    soon().until(() -> !exists("child"));
  }

  @Test
  void ownerWithOtherUidCountsAsMissing() {
    make("root", List.of(), "[]");
    make("child", List.of(owner("root", "00000000-0000-0000-0000-000000000000", true)), "[]");

    soon().until(() -> !exists("child"));
    assertThat(exists("root")).isTrue();
  }

  @Test
  void ownerInAnotherNamespaceCountsAsMissing() {
    String uid =
        fixture
            .create("configmaps", "kube-system", "{\"metadata\":{\"name\":\"root\"}}")
            .at("/metadata/uid")
            .asText();
    make("child", List.of(owner("root", uid, true)), "[]");

    soon().until(() -> !exists("child"));
    assertThat(fixture.exists("configmaps", "kube-system", "root")).isTrue();
  }

  @Test
  void keepsClusterScopedObjectWithNamespacedOwner() {
    String absent = owner("nobody", "00000000-0000-0000-0000-000000000000", true);
    fixture.create(
        "namespaces", null, "{\"metadata\":{\"name\":\"b\",\"ownerReferences\":[" + absent + "]}}");
    make("later", List.of(absent), "[]");

    soon().until(() -> !exists("later"));
    assertThat(fixture.get("namespaces", null, "b").at("/metadata/deletionTimestamp").isMissing())
        .isTrue();
  }

  @Test
  void keepsObjectWithOwnerOfUnknownKind() {
    String unknown =
        """
        {"apiVersion":"example.com/v1","kind":"Riddle","name":"x","uid":"1","blockOwnerDeletion":true}\
        """;
    make("child", List.of(unknown), "[]");
    make("later", List.of(owner("nobody", "00000000-0000-0000-0000-000000000000", true)), "[]");

    soon().until(() -> !exists("later"));
    assertThat(exists("child")).isTrue();
  }

  /**
   * Creates a root, its child and its grandchild, each of which blocks the deletion of its owner.
   */
  private void familyOfThree(String grandchildsFinalizers) {
    String root = make("root", List.of(), "[]");
    String child = make("child", List.of(owner("root", root, true)), "[]");
    make("grandchild", List.of(owner("child", child, true)), grandchildsFinalizers);
  }

  /** Creates an object and returns its uid. */
  @CanIgnoreReturnValue
  private String make(String name, List<String> owners, String finalizers) {
    String json =
        """
        {"metadata":{"name":"%s","finalizers":%s,"ownerReferences":[%s]}}\
        """
            .formatted(name, finalizers, String.join(",", owners));
    return fixture.create("configmaps", "default", json).at("/metadata/uid").asText();
  }

  private static String owner(String name, String uid, boolean blocking) {
    return """
    {"apiVersion":"v1","kind":"ConfigMap","name":"%s","uid":"%s","blockOwnerDeletion":%s}\
    """
        .formatted(name, uid, blocking);
  }

  private boolean exists(String name) {
    return fixture.exists("configmaps", "default", name);
  }

  private boolean isTerminating(String name) {
    return fixture
        .find("configmaps", "default", name)
        .filter(each -> each.at("/metadata").has("deletionTimestamp"))
        .isPresent();
  }

  private List<String> ownersOf(String name) {
    var owners = new ArrayList<String>();
    fixture
        .get("configmaps", "default", name)
        .at("/metadata/ownerReferences")
        .forEach(each -> owners.add(each.path("uid").asText()));
    return owners;
  }
}
