package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.NotFoundException;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lifecycle of namespaces, and its effect on the objects in them. */
final class NamespaceLifeTest {
  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest namespaces = new ObjectsUnderTest(fixture, "", "namespaces");
  private final ObjectsUnderTest maps = new ObjectsUnderTest(fixture, "", "configmaps");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void newNamespaceIsActiveWithLabelAndFinalizer() {
    JsonValue made = namespaces.create("{'metadata':{'name':'home'},'status':{'phase':'Odd'}}");

    assertThat(made.at("/status/phase").asText()).isEqualTo("Active");
    assertThat(made.at("/metadata/labels/kubernetes.io~1metadata.name").asText()).isEqualTo("home");
    assertThat(made.at("/spec/finalizers/0").asText()).isEqualTo("kubernetes");
    assertThat(made.path("metadata").has("generation")).isFalse();
  }

  @Test
  void deletedNamespaceIsTerminatingUntilFinalized() {
    namespaces.create("{'metadata':{'name':'home'}}");

    DeleteResult marked = namespaces.delete("home");
    DeleteResult again = namespaces.delete("home");

    assertThat(marked.gone()).isFalse();
    assertThat(again.object()).isEqualTo(marked.object());
    JsonValue closing = namespaces.get("home");
    assertThat(closing.at("/status/phase").asText()).isEqualTo("Terminating");
    assertThat(closing.path("metadata").has("deletionGracePeriodSeconds")).isFalse();

    namespaces.update("home", "finalize", "{'metadata':{'name':'home'},'spec':{}}");
    assertThatThrownBy(() -> namespaces.get("home")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void ordinaryUpdateCannotFinalize() {
    namespaces.create("{'metadata':{'name':'home'}}");

    namespaces.merge("home", "{'spec':{'finalizers':[]}}");

    assertThat(namespaces.get("home").at("/spec/finalizers/0").asText()).isEqualTo("kubernetes");
  }

  @Test
  void systemNamespaceCannotBeDeleted() {
    namespaces.create("{'metadata':{'name':'kube-system'}}");

    assertThatThrownBy(() -> namespaces.delete("kube-system"))
        .hasMessageContaining(
            "namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
  }

  @Test
  void createInMissingNamespaceIsNotFound() {
    assertThatThrownBy(() -> maps.create("{'metadata':{'name':'a'}}"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("namespaces \"home\" not found");
  }

  @Test
  void createInTerminatingNamespaceIsForbidden() {
    namespaces.create("{'metadata':{'name':'home'}}");
    namespaces.delete("home");

    assertThatThrownBy(() -> maps.create("{'metadata':{'name':'a'}}"))
        .hasMessageContaining(
            "configmaps \"a\" is forbidden: unable to create new content in namespace home"
                + " because it is being terminated");
  }
}
