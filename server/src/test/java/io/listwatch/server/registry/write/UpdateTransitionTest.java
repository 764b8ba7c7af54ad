package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.submitted;
import static io.listwatch.server.registry.write.WriteFixture.KEY;
import static io.listwatch.server.registry.write.WriteFixture.answered;
import static io.listwatch.server.registry.write.WriteFixture.fieldsOf;
import static io.listwatch.server.registry.write.WriteFixture.resource;
import static io.listwatch.server.registry.write.WriteFixture.stored;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.resource.Transition.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One step of a PUT or PATCH: from the current object to an {@link Outcome}. */
final class UpdateTransitionTest {
  private static final String CURRENT =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','namespace':'home','uid':'u1',"
          + "'resourceVersion':'7','creationTimestamp':'2024-01-01T00:00:00Z'%s},"
          + "'data':{'k':'v'}}";

  private static final String MANAGED =
      ",'managedFields':[{'manager':'other','operation':'Update','apiVersion':'v1',"
          + "'time':'2024-01-01T00:00:00Z','fieldsType':'FieldsV1',"
          + "'fieldsV1':{'f:data':{'.':{},'f:k':{}}}}]";

  private static final String SENT = "{'metadata':{'name':'a'%s},'data':{'k':'new'}}";

  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget", "status"));

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Resource current() {
    return resource(CURRENT.formatted(""));
  }

  private static Resource current(String metadata) {
    return resource(CURRENT.formatted(metadata));
  }

  private UpdateTransition put(String metadata, WriteOptions options) {
    return put(fixture.configMaps(), SENT.formatted(metadata), options);
  }

  private UpdateTransition put(ServedKind kind, String sent, WriteOptions options) {
    return transition(kind, new FullReplacement(submitted(sent)), ObjectPart.WHOLE, options);
  }

  private UpdateTransition transition(
      ServedKind kind, RequestedChange change, ObjectPart part, WriteOptions options) {
    return new UpdateTransition(
        kind, KEY, change, part, fixture.steps(), UpdateTransitionTest::createsNothing, options);
  }

  private static CompletionStage<ServedKind> createsNothing(JsonObject object) {
    throw new AssertionError("creates " + object);
  }

  private UpdateTransition merge(String patch, WriteOptions options) {
    ServedKind maps = fixture.configMaps();
    var change =
        new PatchChange(maps, KEY.name(), Patch.parse(Patch.Type.MERGE, patch.replace('\'', '"')));
    return transition(maps, change, ObjectPart.WHOLE, options);
  }

  @Test
  void storesTheReplacementWithTheOldIdentity() {
    UpdateTransition update = put("", fixture.options());

    JsonObject next = stored(await(update.next(current())));

    assertThat(next.at("/data/k").asText()).isEqualTo("new");
    assertThat(next.at("/metadata/uid").asText()).isEqualTo("u1");
    assertThat(update.result(current())).isEqualTo(new WriteResult(current(), false));
  }

  @Test
  void dryRunReturnsTheObjectThatWouldBeStored() {
    UpdateTransition update = put("", fixture.dryRun());

    JsonObject next = answered(await(update.next(current())));

    assertThat(next.at("/data/k").asText()).isEqualTo("new");
    assertThat(fixture.admission.asked())
        .extracting(AdmissionRequest::dryRun)
        .containsExactly(true, true);
  }

  @Test
  void admissionRequestHasBothObjects() {
    await(put("", fixture.options()).next(current()));

    assertThat(fixture.admission.asked()).hasSize(2);
    for (AdmissionRequest request : fixture.admission.asked()) {
      assertThat(request.operation()).isEqualTo(Operation.UPDATE);
      assertThat(requireNonNull(request.oldObject()).at("/data/k").asText()).isEqualTo("v");
      assertThat(requireNonNull(request.object()).at("/data/k").asText()).isEqualTo("new");
    }
  }

  @Test
  void mutatedObjectIsDecodedAgainAndItsNewFieldsHaveNoManager() {
    fixture.admission.onMutate =
        object -> object.put("bogus", 1).withObject("data").put("added", "1");

    JsonObject next = stored(await(put("", fixture.options()).next(current(MANAGED))));

    assertThat(next.has("bogus")).isFalse();
    assertThat(fieldsOf(next, "tester")).contains("'f:k'").doesNotContain("'f:added'");
  }

  @Test
  void missingObjectIsNotFoundUnlessPutMayCreateTheKind() {
    assertThatThrownBy(() -> put("", fixture.options()).next(null))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("configmaps \"a\" not found");
    assertThat(fixture.admission.asked()).isEmpty();
  }

  @Test
  void rejectsUndecodableBodyBeforeMissingObject() {
    assertThatThrownBy(
            () -> put(fixture.configMaps(), "{'kind':'Nope'}", fixture.options()).next(null))
        .hasMessageContaining("Nope in version");
  }

  @Test
  void updateOfAnExistingObjectDoesNotNeedTheVerbCreate() {
    fixture.authorizer = request -> Authorizer.Decision.denied("no");

    assertThat(await(put("", fixture.options()).next(current()))).isInstanceOf(Outcome.Put.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u1 | ",
        "u2 | Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object,"
            + " Code: 4, Key: /registry/configmaps/home/a, ResourceVersion: 0, AdditionalErrorMsg:"
            + " Precondition failed: UID in precondition: u2, UID in object meta: u1",
      })
  void uidInTheBodyIsAPrecondition(String uid, String error) {
    UpdateTransition update = put(",'uid':'%s'".formatted(uid), fixture.options());

    if (error == null) {
      assertThat(await(update.next(current()))).isInstanceOf(Outcome.Put.class);
    } else {
      assertThatThrownBy(() -> update.next(current()))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.status().code()).isEqualTo(409);
                assertThat(e.status().message()).isEqualTo(error);
              });
    }
  }

  @Test
  void uidOfAMissingObjectIsAConflict() {
    assertThatThrownBy(() -> put(",'uid':'u1'", fixture.options()).next(null))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.status().message())
                    .endsWith("UID in precondition: u1, UID in object meta: "));
  }

  @Test
  void retryReadsTheNewerObject() {
    UpdateTransition update = merge("{'data':{'other':'1'}}", fixture.options());

    stored(await(update.next(current())));
    JsonObject second =
        stored(await(update.next(resource(CURRENT.formatted("").replace("'v'", "'newer'")))));

    assertThat(second.at("/data/k").asText()).isEqualTo("newer");
    assertThat(second.at("/data/other").asText()).isEqualTo("1");
    assertThat(fixture.admission.validated()).hasSize(2);
  }

  @Test
  void nameOfTheBodyMustBeThatOfThePath() {
    assertThatThrownBy(
            () ->
                put(fixture.configMaps(), "{'metadata':{'name':'b'}}", fixture.options())
                    .next(current()))
        .hasMessageContaining("the name of the object (b) does not match the name on the URL (a)");
  }

  private static final String TERMINATING =
      ",'deletionTimestamp':'2024-02-01T00:00:00Z','deletionGracePeriodSeconds':%d,"
          + "'finalizers':['x/y']";

  @Test
  void removingTheLastFinalizerRemovesTheObject() {
    UpdateTransition update = put("", fixture.options());

    Outcome outcome = await(update.next(current(TERMINATING.formatted(0))));

    assertThat(outcome).isEqualTo(new Outcome.Delete());
    WriteResult result = update.result(current());
    assertThat(result.created()).isFalse();
    assertThat(ServedKind.tree(result.object()).at("/data/k").asText()).isEqualTo("new");
  }

  @Test
  void dryRunOfRemovingTheLastFinalizerReturnsTheLastState() {
    UpdateTransition update = put("", fixture.dryRun());

    JsonObject last = answered(await(update.next(current(TERMINATING.formatted(0)))));

    assertThat(last.path("metadata").has("finalizers")).isFalse();
  }

  @Test
  void terminatingObjectStaysDuringItsGracePeriod() {
    assertThat(await(put("", fixture.options()).next(current(TERMINATING.formatted(30)))))
        .isInstanceOf(Outcome.Put.class);
  }

  @Test
  void terminatingObjectStaysWhileItHasFinalizers() {
    assertThat(
            await(
                put(",'finalizers':['x/y']", fixture.options())
                    .next(current(TERMINATING.formatted(0)))))
        .isInstanceOf(Outcome.Put.class);
  }

  @Test
  void objectThatIsNotTerminatingStaysWithoutFinalizers() {
    assertThat(await(put("", fixture.options()).next(current(",'finalizers':['x/y']"))))
        .isInstanceOf(Outcome.Put.class);
  }

  @Test
  void retryIgnoresRemovalByFirstAttempt() {
    UpdateTransition update = put("", fixture.options());
    await(update.next(current(TERMINATING.formatted(0))));

    await(update.next(current()));

    assertThat(update.result(current()).object()).isEqualTo(current());
  }

  /** The canonical form of a Role writes empty rules as null. */
  @Test
  void emptyListIsOwnedThoughItIsStoredAsNull() {
    Resource role =
        resource(
            "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'Role','metadata':{'name':'a',"
                + "'namespace':'home','uid':'u1','resourceVersion':'7'"
                + MANAGED
                + "},'rules':[{'verbs':['get'],'nonResourceURLs':['/']}]}");
    ServedKind roles = fixture.kind("rbac.authorization.k8s.io", "roles");
    String sent = "{'metadata':{'name':'a'},'rules':[]}";

    JsonObject next = stored(await(put(roles, sent, fixture.options()).next(role)));
    fixture.server.timers.advance(Duration.ofHours(1));
    JsonObject again =
        stored(await(put(roles, sent, fixture.options()).next(Resource.parse(next.toString()))));

    assertThat(next.path("rules").isNull()).isTrue();
    assertThat(fieldsOf(next, "tester")).isEqualTo("{'f:rules':{}}");
    assertThat(again).isEqualTo(next);
  }

  @Test
  void managerTimeChangesOnlyWithItsFields() {
    JsonObject written = stored(await(put("", fixture.options()).next(current(MANAGED))));
    fixture.server.timers.advance(Duration.ofMinutes(5));

    JsonObject again =
        stored(await(put("", fixture.options()).next(Resource.parse(written.toString()))));
    JsonObject changed =
        stored(
            await(
                merge("{'data':{'other':'1'}}", fixture.options())
                    .next(Resource.parse(written.toString()))));

    assertThat(again).isEqualTo(written);
    assertThat(timeOf(written, "tester")).isEqualTo(WriteFixture.NOW);
    assertThat(timeOf(changed, "tester")).isEqualTo("2024-08-24T08:10:52Z");
  }

  private static String timeOf(JsonObject object, String manager) {
    for (JsonValue each : object.at("/metadata/managedFields")) {
      if (each.path("manager").asText().equals(manager)) {
        return each.path("time").asText();
      }
    }
    return "";
  }

  @ParameterizedTest
  @EnumSource(names = {"BINDING", "EVICTION"})
  void changesByTheServerHaveNoOwner(ObjectPart part) {
    ServedKind pods = fixture.kind("", "pods");
    Resource pod =
        resource(
            "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a','namespace':'home','uid':'u1',"
                + "'resourceVersion':'7'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
    RequestedChange bound =
        old -> {
          requireNonNull(old).withObject("spec").put("nodeName", "n");
          return old;
        };

    JsonObject next = stored(await(transition(pods, bound, part, fixture.options()).next(pod)));

    assertThat(next.at("/spec/nodeName").asText()).isEqualTo("n");
    assertThat(next.at("/metadata/managedFields").isMissing()).isTrue();
  }
}
