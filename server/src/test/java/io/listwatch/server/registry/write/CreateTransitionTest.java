package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.write.WriteFixture.KEY;
import static io.listwatch.server.registry.write.WriteFixture.answered;
import static io.listwatch.server.registry.write.WriteFixture.json;
import static io.listwatch.server.registry.write.WriteFixture.resource;
import static io.listwatch.server.registry.write.WriteFixture.stored;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.resource.Transition.Outcome;
import io.listwatch.storage.Lifetime;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One step of a POST: from the decoded object to an {@link Outcome}. */
final class CreateTransitionTest {
  private static final String DRAFT =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','namespace':'home'%s},"
          + "'data':{'k':'v'}}";

  private static final Resource EXISTING =
      resource("{'metadata':{'name':'a','namespace':'home','uid':'u1','resourceVersion':'7'}}");

  private final WriteFixture fixture = new WriteFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static JsonObject draft() {
    return json(DRAFT.formatted(""));
  }

  private static JsonObject draftAtVersion(String version) {
    return json(DRAFT.formatted(",'resourceVersion':'%s'".formatted(version)));
  }

  private CreateTransition transition(JsonObject draft, WriteOptions options) {
    return new CreateTransition(fixture.configMaps(), KEY, draft, fixture.steps(), options);
  }

  @Test
  void storesThePreparedObject() {
    Outcome outcome = await(transition(draft(), fixture.options()).next(null));

    JsonObject object = stored(outcome);
    assertThat(object.at("/data/k").asText()).isEqualTo("v");
    assertThat(object.at("/metadata/uid").asText()).isNotEmpty();
    assertThat(object.at("/metadata/creationTimestamp").asText()).isEqualTo(WriteFixture.NOW);
    assertThat(((Outcome.Put) outcome).lifetime()).isEqualTo(Lifetime.unlimited());
  }

  @Test
  void eventsExpire() {
    JsonObject event =
        json(
            "{'apiVersion':'v1','kind':'Event','metadata':{'name':'a','namespace':'home'},"
                + "'involvedObject':{'namespace':'home'},'reason':'r'}");
    var transition =
        new CreateTransition(
            fixture.kind("", "events"), KEY, event, fixture.steps(), fixture.options());

    Outcome outcome = await(transition.next(null));

    assertThat(((Outcome.Put) outcome).lifetime()).isNotEqualTo(Lifetime.unlimited());
  }

  @Test
  void draftIsNotChangedAndCanBeRetried() {
    JsonObject draft = draft();
    CreateTransition transition = transition(draft, fixture.options());

    JsonObject first = stored(await(transition.next(null)));
    JsonObject second = stored(await(transition.next(null)));

    assertThat(draft).isEqualTo(draft());
    assertThat(first.at("/metadata/uid")).isNotEqualTo(second.at("/metadata/uid"));
  }

  @Test
  void onlyADryRunReadsTheObjectFirst() {
    assertThat(transition(draft(), fixture.options()).expectsNone()).isTrue();
    assertThat(transition(draft(), fixture.dryRun()).expectsNone()).isFalse();
  }

  @Test
  void admissionSeesACreateWithoutOldObject() {
    await(transition(draft(), fixture.options()).next(null));

    assertThat(fixture.admission.asked()).hasSize(2);
    for (AdmissionRequest request : fixture.admission.asked()) {
      assertThat(request.operation()).isEqualTo(Operation.CREATE);
      assertThat(request.oldObject()).isNull();
      assertThat(request.key()).isEqualTo(KEY);
      assertThat(request.subresource()).isEmpty();
    }
  }

  @Test
  void mutatingAdmissionSeesTheDraftAndValidatingAdmissionThePreparedObject() {
    fixture.admission.onMutate =
        object -> {
          assertThat(object.at("/metadata/uid").isMissing()).isTrue();
          object.withObject("data").put("added", "1");
        };

    JsonObject object = stored(await(transition(draft(), fixture.options()).next(null)));

    JsonObject validated = requireNonNull(fixture.admission.validated().get(0).object());
    assertThat(validated.at("/metadata/uid")).isEqualTo(object.at("/metadata/uid"));
    assertThat(object.at("/data/added").asText()).isEqualTo("1");
    assertThat(object.at("/metadata/managedFields").toString()).doesNotContain("f:added");
  }

  @Test
  void unmutatedObjectKeepsItsManagedFields() {
    JsonObject object = stored(await(transition(draft(), fixture.options()).next(null)));

    assertThat(object.at("/metadata/managedFields").isMissing()).isTrue();
  }

  @Test
  void mutationThatMakesTheObjectInvalidIsRejected() {
    fixture.admission.onMutate = object -> object.withObject("data").put("/", "1");

    assertThatThrownBy(() -> await(transition(draft(), fixture.options()).next(null)))
        .hasMessageContaining("data[/]");
    assertThat(fixture.admission.validated()).isEmpty();
  }

  /** The storage calls a second time if it found an object that it did not expect. */
  @Test
  void secondCallWithAnObjectIsAlreadyExistsWithoutAdmission() {
    CreateTransition transition = transition(draft(), fixture.options());
    await(transition.next(null));
    fixture.admission.forget();

    assertThatThrownBy(() -> transition.next(EXISTING))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining("configmaps \"a\" already exists");
    assertThat(fixture.admission.asked()).isEmpty();
  }

  @Test
  void existingObjectIsFoundAfterAdmission() {
    assertThatThrownBy(() -> await(transition(draft(), fixture.options()).next(EXISTING)))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(fixture.admission.validated()).hasSize(1);
  }

  @Test
  void reportsInvalidObjectBeforeTakenName() {
    JsonObject invalid = draft();
    invalid.withObject("data").put("/", "1");

    assertThatThrownBy(() -> await(transition(invalid, fixture.options()).next(EXISTING)))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.status().code()).isEqualTo(422));
  }

  @Test
  void terminatingObjectKeepsItsName() {
    Resource terminating =
        resource(
            "{'metadata':{'name':'a','namespace':'home','uid':'u1','resourceVersion':'7',"
                + "'deletionTimestamp':'2024-01-01T00:00:00Z'}}");

    assertThatThrownBy(() -> await(transition(draft(), fixture.options()).next(terminating)))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining("object is being deleted: configmaps \"a\" already exists");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "9", "10", "007", "12345"})
  void rejectsResourceVersion(String version) {
    assertThatThrownBy(
            () -> await(transition(draftAtVersion(version), fixture.options()).next(null)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(500);
              assertThat(e.status().message())
                  .isEqualTo("resourceVersion should not be set on objects to be created");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "000", "abc", "1a", "1/", ":1"})
  void dropsResourceVersionThatIsZeroOrNoNumber(String version) {
    JsonObject object =
        stored(await(transition(draftAtVersion(version), fixture.options()).next(null)));

    assertThat(object.path("metadata").has("resourceVersion")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"5", "abc"})
  void dryRunKeepsSubmittedResourceVersion(String version) {
    JsonObject object =
        answered(await(transition(draftAtVersion(version), fixture.dryRun()).next(null)));

    assertThat(object.at("/metadata/resourceVersion").asText()).isEqualTo(version);
    assertThat(object.at("/metadata/uid").asText()).isNotEmpty();
  }

  @Test
  void dryRunReportsExistingObject() {
    assertThatThrownBy(() -> await(transition(draft(), fixture.dryRun()).next(EXISTING)))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void workerContinuesAfterAdmissionWaited() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    fixture.workers = tasks::add;
    fixture.admission.waits = request -> true;
    CompletableFuture<Outcome> outcome =
        transition(draft(), fixture.options()).next(null).toCompletableFuture();

    fixture.admission.answerAll(1);

    assertThat(fixture.admission.validated()).isEmpty();
    tasks.remove().run();
    assertThat(await(outcome)).isInstanceOf(Outcome.Put.class);
  }
}
