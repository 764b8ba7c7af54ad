package io.listwatch.server.registry.delete;

import static io.listwatch.server.registry.delete.DeletionFixture.NOW;
import static io.listwatch.server.registry.delete.DeletionFixture.parse;
import static io.listwatch.server.registry.delete.DeletionFixture.stored;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deleted namespace is terminating until it is finalized, then it is removed. */
final class NamespaceDeletionTest {
  private final DeletionFixture fixture = new DeletionFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Resource namespace(String name, String finalizers) {
    return parse(
        "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'%s','uid':'u1',".formatted(name)
            + "'resourceVersion':'7'},'spec':{'finalizers':[%s]},'status':{'phase':'Active'}}"
                .formatted(finalizers));
  }

  @Test
  void namespaceIsTerminatingUntilItsSpecFinalizersAreRemoved() {
    ServedKind namespaces = fixture.kind("", "namespaces");
    Resource namespace = namespace("a", "'kubernetes'");
    DeleteTransition deletion = fixture.transition(namespaces, namespace, DeleteOptions.NONE);

    JsonObject marked = stored(await(deletion.next(namespace)));

    assertThat(marked.at("/metadata/deletionTimestamp").asText()).isEqualTo(NOW);
    assertThat(marked.at("/metadata/deletionGracePeriodSeconds").isMissing()).isTrue();
    assertThat(marked.at("/status/phase").asText()).isEqualTo("Terminating");
    Resource terminating = Resource.parse(marked.toString());
    assertThat(await(deletion.next(terminating))).isEqualTo(new Outcome.NoWrite(terminating));
    assertThat(deletion.removed(terminating).gone()).isFalse();
  }

  @Test
  void namespaceWithoutStatusGetsThePhaseTerminating() {
    Resource namespace =
        parse(
            "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'a','uid':'u1',"
                + "'resourceVersion':'7'},'spec':{'finalizers':['kubernetes']}}");

    JsonObject marked =
        stored(
            await(
                fixture
                    .transition(fixture.kind("", "namespaces"), namespace, DeleteOptions.NONE)
                    .next(namespace)));

    assertThat(marked.at("/status/phase").asText()).isEqualTo("Terminating");
  }

  @Test
  void namespaceWithoutSpecFinalizersIsRemovedAndReturned() {
    Resource namespace = namespace("a", "");
    DeleteTransition deletion =
        fixture.transition(fixture.kind("", "namespaces"), namespace, DeleteOptions.NONE);

    assertThat(await(deletion.next(namespace))).isInstanceOf(Outcome.Delete.class);

    assertThat(deletion.removed(namespace)).isEqualTo(new DeleteResult(namespace, true, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "kube-system", "kube-public"})
  void systemNamespaceMayNotBeDeleted(String name) {
    Resource namespace = namespace(name, "'kubernetes'");

    assertThatThrownBy(
            () ->
                await(
                    fixture
                        .transition(fixture.kind("", "namespaces"), namespace, DeleteOptions.NONE)
                        .next(namespace)))
        .hasMessageContaining(
            "namespaces \"%s\" is forbidden: this namespace may not be deleted".formatted(name));
  }

  @Test
  void kubeNodeLeaseMayBeDeleted() {
    Resource namespace = namespace("kube-node-lease", "'kubernetes'");

    assertThat(
            await(
                fixture
                    .transition(fixture.kind("", "namespaces"), namespace, DeleteOptions.NONE)
                    .next(namespace)))
        .isInstanceOf(Outcome.Put.class);
  }

  @Test
  void namespaceHasItsOwnMessageForFailedPrecondition() {
    Resource namespace = namespace("a", "'kubernetes'");
    DeleteTransition deletion =
        fixture.transition(fixture.kind("", "namespaces"), namespace, preconditions("u2", null));

    assertThatThrownBy(() -> deletion.next(namespace))
        .hasMessageContaining(
            "Operation cannot be fulfilled on namespaces \"a\": Precondition failed: UID in"
                + " precondition: u2, UID in object meta: u1");
  }

  private static DeleteOptions preconditions(@Nullable String uid, @Nullable String version) {
    return new DeleteOptions(null, uid, version, null, null, false);
  }
}
