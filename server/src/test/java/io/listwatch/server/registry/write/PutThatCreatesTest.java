package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static io.listwatch.server.registry.verbs.ObjectsUnderTest.submitted;
import static io.listwatch.server.registry.write.WriteFixture.KEY;
import static io.listwatch.server.registry.write.WriteFixture.fieldsOf;
import static io.listwatch.server.registry.write.WriteFixture.resource;
import static io.listwatch.server.registry.write.WriteFixture.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A PUT of a missing object, for kinds such as Lease that it may create. */
final class PutThatCreatesTest {
  private static final String LEASE = "{'metadata':{'name':'a'},'spec':{'holderIdentity':'me'}}";

  private static final Resource LAST =
      resource("{'metadata':{'name':'a','namespace':'home','resourceVersion':'9'}}");

  private final WriteFixture fixture = new WriteFixture();
  private final ServedKind leases = fixture.kind("coordination.k8s.io", "leases");
  private Function<JsonObject, CompletionStage<ServedKind>> beforeCreate =
      draft -> CompletableFuture.completedFuture(leases);

  @AfterEach
  void close() {
    fixture.close();
  }

  private UpdateTransition put(String sent) {
    return put(sent, ObjectPart.WHOLE);
  }

  private UpdateTransition put(String sent, ObjectPart part) {
    return new UpdateTransition(
        leases,
        KEY,
        new FullReplacement(submitted(sent)),
        part,
        fixture.steps(),
        object -> beforeCreate.apply(object),
        fixture.options());
  }

  @Test
  void putCreatesAMissingObject() {
    var drafts = new ArrayList<JsonObject>();
    beforeCreate =
        draft -> {
          drafts.add(draft.deepCopy());
          return CompletableFuture.completedFuture(leases);
        };
    UpdateTransition update = put(LEASE);

    JsonObject lease = stored(await(update.next(null)));

    assertThat(lease.at("/metadata/uid").asText()).isNotEmpty();
    assertThat(lease.at("/metadata/creationTimestamp").asText()).isEqualTo(WriteFixture.NOW);
    assertThat(fieldsOf(lease, "tester")).contains("f:holderIdentity");
    assertThat(drafts).hasSize(1);
    assertThat(drafts.get(0).at("/spec/holderIdentity").asText()).isEqualTo("me");
    assertThat(update.result(LAST).created()).isTrue();
    assertThat(fixture.admission.asked())
        .extracting(AdmissionRequest::operation)
        .containsExactly(Operation.CREATE, Operation.CREATE);
  }

  @Test
  void putThatCreatesDropsResourceVersion() {
    String sent = "{'metadata':{'name':'a','resourceVersion':'99'},'spec':{}}";

    JsonObject lease = stored(await(put(sent).next(null)));

    assertThat(lease.path("metadata").has("resourceVersion")).isFalse();
  }

  @Test
  void putThatCreatesMayBeRejectedByTheGate() {
    beforeCreate =
        draft -> CompletableFuture.failedFuture(ApiErrors.plain("namespace is terminating"));

    assertThatThrownBy(() -> await(put(LEASE).next(null)))
        .hasMessageContaining("namespace is terminating");
    assertThat(fixture.admission.asked()).isEmpty();
  }

  @Test
  void putThatCreatesNeedsTheVerbCreate() {
    var requests = new ArrayList<AccessRequest>();
    fixture.authorizer =
        request -> {
          requests.add(request);
          return Authorizer.Decision.denied("no creates today");
        };

    assertThatThrownBy(() -> await(put(LEASE).next(null)))
        .hasMessageContaining("leases.coordination.k8s.io \"a\" is forbidden: no creates today");
    assertThat(requests).hasSize(1);
    assertThat(requests.get(0).verb()).isEqualTo("create");
  }

  @Test
  void statusOfAMissingObjectIsNotFound() {
    assertThatThrownBy(() -> put(LEASE, ObjectPart.STATUS).next(null))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void retryFindsObjectThatWasMissing() {
    String sent = "{'metadata':{'name':'a','resourceVersion':'8'},'spec':{}}";
    UpdateTransition update = put(sent);
    JsonObject created = stored(await(update.next(null)));
    created.withObject("metadata").put("resourceVersion", "8");

    await(update.next(Resource.parse(created.toString())));

    assertThat(update.result(LAST).created()).isFalse();
  }

  @Test
  void workerContinuesAfterTheGateWaited() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    fixture.workers = tasks::add;
    var gate = new CompletableFuture<ServedKind>();
    beforeCreate = draft -> gate;
    CompletableFuture<Outcome> outcome = put(LEASE).next(null).toCompletableFuture();

    gate.complete(leases);

    assertThat(fixture.admission.asked()).isEmpty();
    tasks.remove().run();
    assertThat(await(outcome)).isInstanceOf(Outcome.Put.class);
  }
}
