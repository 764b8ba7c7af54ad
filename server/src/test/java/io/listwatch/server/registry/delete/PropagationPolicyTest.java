package io.listwatch.server.registry.delete;

import static io.listwatch.server.registry.delete.DeletionFixture.configMap;
import static io.listwatch.server.registry.delete.DeletionFixture.finalizers;
import static io.listwatch.server.registry.delete.DeletionFixture.finalizersOf;
import static io.listwatch.server.registry.delete.DeletionFixture.namespaced;
import static io.listwatch.server.registry.delete.DeletionFixture.stored;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The finalizers that a propagation policy sets for the garbage collector. */
final class PropagationPolicyTest {
  private final DeletionFixture fixture = new DeletionFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static DeleteOptions orphanDependents(boolean orphan) {
    return new DeleteOptions(null, null, null, null, orphan, false);
  }

  /** The garbage collector reads the policy from this finalizer. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // policy | finalizers before | finalizers after
        "ORPHAN | | orphan",
        "FOREGROUND | | foregroundDeletion",
        "FOREGROUND | orphan | foregroundDeletion",
        "ORPHAN | foregroundDeletion | orphan",
        "ORPHAN | orphan | orphan",
        "BACKGROUND | orphan | ",
        "BACKGROUND | foregroundDeletion | ",
        "BACKGROUND | x/y orphan | x/y",
        "ORPHAN | x/y | x/y orphan",
        " | orphan x/y | orphan x/y",
        " | x/y foregroundDeletion | x/y foregroundDeletion",
        " | x/y | x/y",
      })
  void propagationPolicyBecomesAFinalizer(
      @Nullable PropagationPolicy policy, @Nullable String before, @Nullable String after) {
    var options = new DeleteOptions(null, null, null, policy, null, false);

    Outcome outcome = await(fixture.ofConfigMap(options).next(configMap(finalizers(before))));

    if (after == null) {
      assertThat(outcome).isInstanceOf(Outcome.Delete.class);
    } else {
      assertThat(finalizersOf(stored(outcome))).isEqualTo(after);
    }
  }

  @Test
  void orphanDependentsOverridesTheObjectsFinalizers() {
    Resource foreground = configMap(finalizers("foregroundDeletion"));

    assertThat(
            finalizersOf(
                stored(await(fixture.ofConfigMap(orphanDependents(true)).next(foreground)))))
        .isEqualTo("orphan");
    assertThat(await(fixture.ofConfigMap(orphanDependents(false)).next(foreground)))
        .isInstanceOf(Outcome.Delete.class);
  }

  @ParameterizedTest
  @CsvSource({"'',replicationcontrollers,orphan", "batch,jobs,orphan", "apps,replicasets,''"})
  void defaultPolicyDependsOnTheKind(String group, String plural, String finalizer) {
    ServedKind kind = fixture.kind(group, plural);
    Resource object =
        namespaced(kind.type().apiVersion(), kind.type().kind(), ",'generation':1", "'spec':{}");

    Outcome outcome = await(fixture.transition(kind, object, DeleteOptions.NONE).next(object));

    assertThat(outcome instanceof Outcome.Put put ? finalizersOf(put.object()) : "")
        .isEqualTo(finalizer);
  }

  @Test
  void eventsIgnoreThePropagationPolicy() {
    Resource event = namespaced("v1", "Event", "", "'reason':'r'");
    DeleteTransition deletion =
        fixture.transition(
            fixture.kind("", "events"),
            event,
            new DeleteOptions(null, null, null, PropagationPolicy.ORPHAN, null, false));

    assertThat(await(deletion.next(event))).isInstanceOf(Outcome.Delete.class);
  }
}
