package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.NAMESPACE;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.PLAIN;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.submitted;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.tree;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.admission.RecordingAdmission;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The two admission steps of every write. */
final class AdmissionTest {
  private static final int MANY = 500;

  private final RecordingAdmission admission = new RecordingAdmission();
  private Authorizer authorizer = Authorizer.allowAll();
  private VerbsFixture fixture = fixture(Runnable::run);

  private VerbsFixture fixture(Executor workers) {
    return new VerbsFixture(request -> authorizer.authorize(request), admission, workers);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private ObjectsUnderTest objects(String group, String plural) {
    return new ObjectsUnderTest(fixture, group, plural);
  }

  private ObjectsUnderTest configMapsInNamespace() {
    ObjectsUnderTest.createNamespace(fixture);
    admission.forget();
    return objects("", "configmaps");
  }

  @Test
  void restoresManagedFieldsThatMutatingAdmissionBreaks() {
    ObjectsUnderTest maps = configMapsInNamespace();
    var warnings = new ArrayList<String>();
    admission.onMutate =
        object ->
            object
                .withObject("metadata")
                .set("managedFields", tree("[{'operation':'Update','apiVersion':'v1'}]"));

    JsonValue map =
        tree(
            maps.create("{'metadata':{'name':'a'}, 'data':{'k':'v'}}", PLAIN.warning(warnings::add))
                .object());

    assertThat(map.at("/metadata/managedFields/0/fieldsV1/f:data").has("f:k")).isTrue();
    assertThat(warnings)
        .containsExactly(
            ".metadata.managedFields was in an invalid state after admission; this could be caused"
                + " by an outdated mutating admission controller; please fix your requests: missing"
                + " fieldsType in managed fields entry 0");
  }

  @Test
  void mutatedObjectIsPrunedAndDefaultedAndItsNewFieldsHaveNoManager() {
    ObjectsUnderTest.createNamespace(fixture);
    admission.onMutate =
        object -> {
          object.put("bogus", 1);
          JsonObject port = object.withObject("spec").withArray("ports").addObject();
          port.put("name", "added").put("port", 81);
        };

    JsonValue service =
        objects("", "services")
            .create("{'metadata':{'name':'s'},'spec':{'ports':[{'name':'own','port':80}]}}");

    assertThat(service.has("bogus")).isFalse();
    assertThat(service.at("/spec/ports/1/protocol").asText()).isEqualTo("TCP");
    assertThat(service.at("/metadata/managedFields/0/fieldsV1/f:spec/f:ports").toString())
        .contains("\\\"port\\\":80")
        .doesNotContain("\\\"port\\\":81");
  }

  @Test
  void validatingAdmissionSeesTheObjectAsItIsStored() {
    JsonValue created = configMapsInNamespace().create("{'metadata':{'name':'a'}}");

    JsonObject seen = requireNonNull(admission.validated().get(0).object());

    assertThat(seen.at("/metadata/uid")).isEqualTo(created.at("/metadata/uid"));
  }

  @Test
  void rejectedCreateStoresNothing() {
    ObjectsUnderTest maps = configMapsInNamespace();
    admission.rejects = request -> true;

    assertThatThrownBy(() -> maps.create("{'metadata':{'name':'a'}}"))
        .hasMessageContaining("not admitted");

    admission.rejects = request -> false;
    assertThatThrownBy(() -> maps.get("a")).hasMessageContaining("not found");
  }

  @Test
  void dryRunRunsBothAdmissionSteps() {
    ObjectsUnderTest maps = configMapsInNamespace();
    var dry = new WriteOptions("tester", true, WriteOptions.FieldValidation.WARN, false);

    maps.create("{'metadata':{'name':'a'}}", dry);

    assertThat(admission.asked()).extracting(AdmissionRequest::dryRun).containsOnly(true);
  }

  @Test
  void updateRequestHasBothObjects() {
    ObjectsUnderTest maps = configMapsInNamespace();
    maps.create("{'metadata':{'name':'a'},'data':{'k':'old'}}");
    admission.forget();

    maps.merge("a", "{'data':{'k':'new'}}");

    AdmissionRequest request = admission.mutated().get(0);
    assertThat(request.operation()).isEqualTo(Operation.UPDATE);
    assertThat(requireNonNull(request.oldObject()).at("/data/k").asText()).isEqualTo("old");
    assertThat(requireNonNull(request.object()).at("/data/k").asText()).isEqualTo("new");
  }

  @Test
  void conflictRunsBothStepsAgainWithTheNewerObject() {
    ObjectsUnderTest maps = configMapsInNamespace();
    maps.create("{'metadata':{'name':'a'},'data':{'k':'1'}}");
    admission.forget();
    admission.beforeValidate =
        () -> {
          admission.beforeValidate = () -> {};
          maps.merge("a", "{'data':{'other':'2'}}");
        };

    maps.merge("a", "{'data':{'k':'3'}}");

    assertThat(tree(maps.get("a").toString()).path("data").toString())
        .isEqualTo("{\"k\":\"3\",\"other\":\"2\"}");
    AdmissionRequest last = admission.validated().get(admission.validated().size() - 1);
    assertThat(requireNonNull(last.oldObject()).at("/data/other").asText()).isEqualTo("2");
  }

  @Test
  void applyThatCreatesIsACreate() {
    ObjectsUnderTest maps = configMapsInNamespace();

    maps.apply(
        "a", "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{'k':'v'}}");

    assertThat(admission.asked())
        .extracting(AdmissionRequest::operation)
        .containsOnly(Operation.CREATE);
  }

  @Test
  void putThatCreatesNeedsTheVerbCreate() {
    ObjectsUnderTest.createNamespace(fixture);
    authorizer =
        request ->
            request.verb().equals("create")
                ? Authorizer.Decision.denied("no creates today")
                : Authorizer.Decision.ALLOWED;

    assertThatThrownBy(
            () ->
                objects("coordination.k8s.io", "leases")
                    .update("l", "", "{'metadata':{'name':'l'},'spec':{}}"))
        .hasMessageContaining("\"l\" is forbidden: no creates today");
  }

  @Test
  void deleteRunsBothStepsWithTheOldObject() {
    ObjectsUnderTest maps = configMapsInNamespace();
    maps.create("{'metadata':{'name':'a'}}");
    admission.forget();

    maps.delete("a");

    assertThat(admission.asked()).hasSize(2);
    assertThat(admission.asked())
        .allSatisfy(
            request -> {
              assertThat(request.operation()).isEqualTo(Operation.DELETE);
              assertThat(request.object()).isNull();
              assertThat(requireNonNull(request.oldObject()).at("/metadata/name").asText())
                  .isEqualTo("a");
            });
  }

  @Test
  void rejectedDeleteKeepsTheObject() {
    ObjectsUnderTest maps = configMapsInNamespace();
    maps.create("{'metadata':{'name':'a'}}");
    admission.rejects = request -> request.operation() == Operation.DELETE;

    assertThatThrownBy(() -> maps.delete("a", DeleteOptions.NONE))
        .hasMessageContaining("not admitted");

    assertThat(maps.get("a").at("/metadata/name").asText()).isEqualTo("a");
  }

  /** A webhook that takes seconds must not stop other writes. */
  @Test
  void waitingAdmissionStepsBlockNoWorker() {
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      fixture = fixture(two);
      ObjectsUnderTest maps = configMapsInNamespace();
      admission.waits = request -> request.key().name().startsWith("slow");
      ResourceDefinition definition = fixture.definition("", "configmaps");
      var writes = new ArrayList<CompletableFuture<WriteResult>>();
      for (int i = 0; i < MANY; i++) {
        writes.add(
            fixture
                .verbs
                .create(
                    definition,
                    NAMESPACE,
                    submitted("{'metadata':{'name':'slow-%d'}}".formatted(i)),
                    PLAIN)
                .toCompletableFuture());
      }

      maps.create("{'metadata':{'name':'quick'}}");

      assertThat(writes).noneMatch(CompletableFuture::isDone);
      admission.answerAll(MANY);
      writes.forEach(ObjectsUnderTest::await);
      await(
          fixture.verbs.get(
              definition,
              ResourceKey.of(NAMESPACE, "slow-" + (MANY - 1)),
              VersionMatch.mostRecent()));
    } finally {
      two.shutdown();
    }
  }

  @Test
  void rejectsWriteIfNoWorkerIsFreeAfterAdmission() {
    var full = new AtomicBoolean();
    fixture =
        fixture(
            task -> {
              if (full.get()) {
                throw new RejectedExecutionException("full");
              }
              task.run();
            });
    configMapsInNamespace();
    admission.waits = request -> true;
    CompletableFuture<WriteResult> write =
        fixture
            .verbs
            .create(
                fixture.definition("", "configmaps"),
                NAMESPACE,
                submitted("{'metadata':{'name':'a'}}"),
                PLAIN)
            .toCompletableFuture();

    full.set(true);
    admission.answerAll(1);

    assertThatThrownBy(() -> await(write)).hasMessageContaining("Too many requests");
  }
}
