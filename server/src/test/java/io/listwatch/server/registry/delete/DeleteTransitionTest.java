package io.listwatch.server.registry.delete;

import static io.listwatch.server.registry.delete.DeletionFixture.NOW;
import static io.listwatch.server.registry.delete.DeletionFixture.configMap;
import static io.listwatch.server.registry.delete.DeletionFixture.finalizers;
import static io.listwatch.server.registry.delete.DeletionFixture.namespaced;
import static io.listwatch.server.registry.delete.DeletionFixture.parse;
import static io.listwatch.server.registry.delete.DeletionFixture.stored;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition.Outcome;
import io.listwatch.server.resource.UnreadableResourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One step of a delete: from the current object to an {@link Outcome}. */
final class DeleteTransitionTest {
  private static final DeleteOptions DRY_RUN =
      new DeleteOptions(null, null, null, null, null, true);

  private final DeletionFixture fixture = new DeletionFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static DeleteOptions preconditions(@Nullable String uid, @Nullable String version) {
    return new DeleteOptions(null, uid, version, null, null, false);
  }

  @Test
  void missingObjectIsNotFound() {
    assertThatThrownBy(() -> fixture.ofConfigMap(DeleteOptions.NONE).next(null))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("configmaps \"a\" not found");
    assertThat(fixture.admission.asked()).isEmpty();
  }

  @Test
  void objectWithoutFinalizersIsRemoved() {
    DeleteTransition deletion = fixture.ofConfigMap(DeleteOptions.NONE);

    assertThat(await(deletion.next(configMap("")))).isEqualTo(new Outcome.Delete());

    assertThat(deletion.toBeRemoved()).isFalse();
    DeleteResult result = deletion.removed(configMap(""));
    assertThat(result.gone()).isTrue();
    assertThat(result.returnsObject()).isFalse();
  }

  @Test
  void objectWithFinalizersBecomesTerminating() {
    DeleteTransition deletion = fixture.ofConfigMap(DeleteOptions.NONE);
    Resource held = configMap(",'finalizers':['example.com/hold']");

    JsonValue metadata = stored(await(deletion.next(held))).path("metadata");

    assertThat(metadata.path("deletionTimestamp").asText()).isEqualTo(NOW);
    assertThat(metadata.path("deletionGracePeriodSeconds").asLong(-1)).isZero();
    assertThat(metadata.path("finalizers").toString()).isEqualTo("[\"example.com/hold\"]");
    assertThat(deletion.removed(held)).isEqualTo(new DeleteResult(held, false, true));
  }

  @Test
  void generationCountsTheFirstDeleteOnly() {
    ServedKind deployments = fixture.kind("apps", "deployments");
    Resource held =
        namespaced("apps/v1", "Deployment", ",'generation':3,'finalizers':['x/y']", "'spec':{}");
    DeleteTransition deletion = fixture.transition(deployments, held, DeleteOptions.NONE);

    JsonObject marked = stored(await(deletion.next(held)));
    JsonObject again = stored(await(deletion.next(Resource.parse(marked.toString()))));

    assertThat(marked.at("/metadata/generation").asLong()).isEqualTo(4);
    assertThat(again.at("/metadata/generation").asLong()).isEqualTo(4);
  }

  @Test
  void futureDeletionTimestampMovesToNowAndPastOneStays() {
    DeleteTransition deletion = fixture.ofConfigMap(DeleteOptions.NONE);
    String held = ",'finalizers':['x/y'],'deletionTimestamp':'%s'";

    JsonObject later =
        stored(await(deletion.next(configMap(held.formatted("2030-01-01T00:00:00Z")))));
    JsonObject earlier =
        stored(await(deletion.next(configMap(held.formatted("2020-01-01T00:00:00Z")))));

    assertThat(later.at("/metadata/deletionTimestamp").asText()).isEqualTo(NOW);
    assertThat(earlier.at("/metadata/deletionTimestamp").asText())
        .isEqualTo("2020-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({"u1,7", "u1,", ",7", ","})
  void deletePassesIfPreconditionsHold(@Nullable String uid, @Nullable String version) {
    assertThat(await(fixture.ofConfigMap(preconditions(uid, version)).next(configMap(""))))
        .isInstanceOf(Outcome.Delete.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u2 | | the UID in the precondition (u2) does not match the UID in record (u1)."
            + " The object might have been deleted and then recreated",
        "u1 | 6 | the ResourceVersion in the precondition (6) does not match the ResourceVersion"
            + " in record (7). The object might have been modified",
        "u2 | 6 | the UID in the precondition (u2) does not match the UID in record (u1)."
            + " The object might have been deleted and then recreated",
      })
  void failedPreconditionIsAConflictBeforeAdmission(
      @Nullable String uid, @Nullable String version, String cause) {
    assertThatThrownBy(() -> fixture.ofConfigMap(preconditions(uid, version)).next(configMap("")))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(409);
              assertThat(e.status().message())
                  .isEqualTo("Operation cannot be fulfilled on ConfigMap \"a\": " + cause);
              assertThat(e.status().details().kind()).isEqualTo("ConfigMap");
            });
    assertThat(fixture.admission.asked()).isEmpty();
  }

  @Test
  void bothAdmissionStepsSeeTheOldObjectAndTheUser() {
    UserInfo user = new UserInfo("jane", "7", List.of("devs"));
    var warnings = new ArrayList<String>();
    DeleteTransition deletion = fixture.ofConfigMap(DRY_RUN.by(user, warnings::add));

    await(deletion.next(configMap("")));

    assertThat(fixture.admission.mutated()).hasSize(1);
    assertThat(fixture.admission.validated()).hasSize(1);
    AdmissionRequest request = fixture.admission.validated().get(0);
    assertThat(request.operation()).isEqualTo(Operation.DELETE);
    assertThat(request.definition().type().plural()).isEqualTo("configmaps");
    assertThat(request.key()).isEqualTo(configMap("").key());
    assertThat(request.subresource()).isEmpty();
    assertThat(request.object()).isNull();
    assertThat(requireNonNull(request.oldObject()).at("/data/k").asText()).isEqualTo("v");
    assertThat(request.user()).isEqualTo(user);
    assertThat(request.dryRun()).isTrue();
    request.warnings().accept("careful");
    assertThat(warnings).containsExactly("careful");
  }

  @Test
  void rejectedDeleteHasNoOutcome() {
    fixture.admission.rejects = request -> true;

    assertThatThrownBy(() -> await(fixture.ofConfigMap(DeleteOptions.NONE).next(configMap(""))))
        .hasMessageContaining("not admitted");
  }

  /**
   * Mutating admission completes on a thread of a network client. Validating admission must not run
   * on that thread, as it once did.
   */
  @Test
  void workerContinuesAfterMutatingAdmissionWaited() {
    fixture.admission.waits = request -> true;
    CompletableFuture<Outcome> outcome =
        fixture.ofConfigMap(DeleteOptions.NONE).next(configMap("")).toCompletableFuture();

    fixture.admission.answerAll(1);

    assertThat(fixture.admission.validated()).isEmpty();
    assertThat(fixture.workers).hasSize(1);
    fixture.workers.remove().run();
    assertThat(fixture.admission.validated()).hasSize(1);
    assertThat(await(outcome)).isInstanceOf(Outcome.Delete.class);
  }

  @Test
  void callerContinuesIfAdmissionDoesNotWait() {
    CompletableFuture<Outcome> outcome =
        fixture.ofConfigMap(DeleteOptions.NONE).next(configMap("")).toCompletableFuture();

    assertThat(outcome).isCompleted();
    assertThat(fixture.workers).isEmpty();
  }

  @Test
  void dryRunReturnsTheObjectThatWouldBeRemoved() {
    DeleteTransition deletion = fixture.ofConfigMap(DRY_RUN);
    Resource current = configMap("");

    assertThat(await(deletion.next(current))).isEqualTo(new Outcome.NoWrite(current));

    assertThat(deletion.removed(current).gone()).isTrue();
  }

  @Test
  void dryRunReturnsTheTerminatingObject() {
    Outcome outcome =
        await(fixture.ofConfigMap(DRY_RUN).next(configMap(",'finalizers':['example.com/hold']")));

    assertThat(outcome).isInstanceOf(Outcome.NoWrite.class);
    assertThat(((Outcome.NoWrite) outcome).object().terminating()).isTrue();
  }

  @Test
  void retryIgnoresOutcomeOfFirstAttempt() {
    DeleteTransition deletion = fixture.ofConfigMap(DeleteOptions.NONE);
    await(deletion.next(configMap("")));
    Resource held = configMap(finalizers("x/y"));

    await(deletion.next(held));

    assertThat(deletion.removed(held).gone()).isFalse();
  }

  @Test
  void unreadableObjectIsRemoved() {
    DeleteTransition deletion = fixture.ofConfigMap(DeleteOptions.NONE);

    assertThat(deletion.nextOfUnreadable(unreadable())).isEqualTo(new Outcome.Delete());

    assertThat(deletion.removed(configMap("")).gone()).isTrue();
  }

  private static UnreadableResourceException unreadable() {
    return new UnreadableResourceException(configMap("").key(), "no JSON");
  }

  @ParameterizedTest
  @CsvSource({"u1,,false", ",7,false", ",,true"})
  void unreadableObjectRejectsPreconditionsAndDryRun(
      @Nullable String uid, @Nullable String version, boolean dryRun) {
    var options = new DeleteOptions(null, uid, version, null, null, dryRun);

    assertThatThrownBy(() -> fixture.ofConfigMap(options).nextOfUnreadable(unreadable()))
        .isInstanceOf(UnreadableResourceException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'metadata':{'name':'a','uid':'u1','resourceVersion':'8'}} | true",
        "{'metadata':{'name':'a','uid':'u2','resourceVersion':'8'}} | false",
        "{'metadata':{'name':'a','uid':'u1','resourceVersion':'8','finalizers':['x/y']}} | false",
        " | false",
      },
      quoteCharacter = '`')
  void secondWriteRemovesTheSameObjectUnlessItHasFinalizers(
      @Nullable String current, boolean removed) {
    Resource marked = configMap("");

    Outcome outcome =
        await(DeleteTransition.removing(marked).next(current == null ? null : parse(current)));

    assertThat(outcome).isEqualTo(removed ? new Outcome.Delete() : new Outcome.NoWrite(marked));
  }

  @Test
  void customResourceIsRemovedLikeABuiltInOne() {
    Resource widget = namespaced("example.com/v1", "Widget", ",'generation':1", "'spec':{}");
    DeleteTransition deletion =
        fixture.transition(fixture.kind("example.com", "widgets"), widget, DeleteOptions.NONE);

    assertThat(await(deletion.next(widget))).isInstanceOf(Outcome.Delete.class);
    assertThat(deletion.removed(widget).returnsObject()).isFalse();
  }

  @Test
  void copyOfOptionsDiffersOnlyInTheChangedOption() {
    var options = new DeleteOptions(3L, "u", "1", PropagationPolicy.ORPHAN, null, true);

    DeleteOptions at = options.at("9");

    assertThat(at.resourceVersion()).isEqualTo("9");
    assertThat(at.uid()).isEqualTo("u");
    assertThat(at.gracePeriodSeconds()).isEqualTo(3);
    assertThat(at.propagation()).isEqualTo(PropagationPolicy.ORPHAN);
    assertThat(at.dryRun()).isTrue();
    assertThat(at.user()).isEqualTo(UserInfo.SERVER);
    assertThatThrownBy(
            () ->
                options
                    .by(
                        UserInfo.SERVER,
                        warning -> {
                          throw ApiErrors.plain(warning);
                        })
                    .warnings()
                    .accept("heard"))
        .hasMessageContaining("heard");
  }
}
