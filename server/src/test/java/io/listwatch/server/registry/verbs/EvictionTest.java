package io.listwatch.server.registry.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Status;
import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Evictions of pods, with and without PodDisruptionBudgets. */
final class EvictionTest {
  private static final String VIOLATION =
      "TooManyRequests: Cannot evict pod as it would violate the pod's disruption budget.";
  private static final String READY = "'conditions':[{'type':'Ready','status':'True'}]";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest pods = new ObjectsUnderTest(fixture, "", "pods");
  private final ObjectsUnderTest budgets =
      new ObjectsUnderTest(fixture, "policy", "poddisruptionbudgets");

  @BeforeEach
  void namespace() {
    ObjectsUnderTest.createNamespace(fixture);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void pod(String status) {
    pods.create(
        "{'metadata':{'name':'p','labels':{'app':'a'}},"
            + "'spec':{'nodeName':'n','containers':[{'name':'m','image':'a:1'}]}}");
    pods.update(
        "p",
        "status",
        "{'metadata':{'name':'p','labels':{'app':'a'}},'status':{%s}}".formatted(status));
  }

  private void running() {
    pod("'phase':'Running'," + READY);
  }

  private void budget(String name, String selector, String more) {
    budgets.create(
        "{'metadata':{'name':'%s'},'spec':{'minAvailable':1,'selector':%s%s}}"
            .formatted(name, selector, more));
  }

  private void counted(String status) {
    String version = budgets.get("b").at("/metadata/resourceVersion").asText();
    budgets.update(
        "b",
        "status",
        "{'metadata':{'name':'b','resourceVersion':'%s'},'status':{'observedGeneration':1,%s}}"
            .formatted(version, status));
  }

  private void evict() {
    pods.act("p", "eviction", "{'metadata':{'name':'p'}}");
  }

  private Status refusal() {
    try {
      evict();
    } catch (ApiException refused) {
      return refused.status();
    }
    throw new AssertionError("evicted");
  }

  private boolean isLeaving() {
    return pods.get("p").path("metadata").has("deletionTimestamp");
  }

  @Test
  void evictsPodWithoutBudgetAndSetsDisruptionTarget() {
    running();
    budget("b", "{'matchLabels':{'app':'other'}}", "");
    budget("c", "{'matchExpressions':[{'key':'app','operator':'NotIn','values':['a']}]}", "");

    evict();

    assertThat(isLeaving()).isTrue();
    JsonValue why = pods.get("p").at("/status/conditions/1");
    assertThat(why.path("type").asText()).isEqualTo("DisruptionTarget");
    assertThat(why.path("status").asText()).isEqualTo("True");
    assertThat(why.path("reason").asText()).isEqualTo("EvictionByEvictionAPI");
    assertThat(why.path("message").asText()).isEqualTo("Eviction API: evicting");
  }

  @Test
  void evictionMayOrphanDependents() {
    running();

    pods.act(
        "p", "eviction", "{'metadata':{'name':'p'},'deleteOptions':{'orphanDependents':true}}");

    assertThat(pods.get("p").at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
  }

  @Test
  void rejectsOrphanDependentsWithPropagationPolicy() {
    running();
    String twice =
        "{'metadata':{'name':'p'},'deleteOptions':{'orphanDependents':true,"
            + "'propagationPolicy':'Foreground'}}";

    assertThatThrownBy(() -> pods.act("p", "eviction", twice))
        .hasMessageContaining(
            "propagationPolicy: Invalid value: \"Foreground\": orphanDependents and"
                + " deletionPropagation cannot be both set");
    assertThat(isLeaving()).isFalse();
  }

  @Test
  void rejectsEvictionWhileBudgetIsUnprocessed() {
    running();
    budget("b", "{'matchLabels':{'app':'a'}}", "");

    assertThatThrownBy(this::evict).hasMessage(VIOLATION);
    Status refused = refusal();

    assertThat(refused.details().retryAfterSeconds()).isEqualTo(10);
    assertThat(refused.details().causes())
        .containsExactly(
            new Status.Cause(
                "DisruptionBudget",
                "The disruption budget b is still being processed by the server.",
                ""));
    assertThat(isLeaving()).isFalse();
  }

  @Test
  void rejectsEvictionIfNoDisruptionIsAllowed() {
    running();
    budget("b", "{}", "");
    counted("'disruptionsAllowed':0,'currentHealthy':1,'desiredHealthy':1");

    assertThat(refusal().details().causes())
        .extracting(Status.Cause::message)
        .containsExactly("The disruption budget b needs 1 healthy pods and has 1 currently");
    counted(
        "'disruptionsAllowed':0,'currentHealthy':2,'desiredHealthy':1,'conditions':[{"
            + "'type':'DisruptionAllowed','status':'False','reason':'SyncFailed','message':'m',"
            + "'lastTransitionTime':'2020-01-01T00:00:00Z'}]");
    assertThat(refusal().details().causes())
        .extracting(Status.Cause::message)
        .containsExactly(
            "The disruption budget b does not allow evicting pods currently because it failed"
                + " sync: m");
  }

  @Test
  void evictionDecrementsBudget() {
    running();
    budget("b", "{'matchExpressions':[{'key':'app','operator':'In','values':['a','b']}]}", "");
    counted("'disruptionsAllowed':1,'currentHealthy':2,'desiredHealthy':1");

    evict();

    assertThat(isLeaving()).isTrue();
    JsonValue status = budgets.get("b").path("status");
    assertThat(status.path("disruptionsAllowed").asInt()).isZero();
    assertThat(status.path("disruptedPods").has("p")).isTrue();
    assertThat(status.at("/conditions/0/reason").asText()).isEqualTo("InsufficientPods");
    assertThat(status.at("/conditions/0/status").asText()).isEqualTo("False");
  }

  @Test
  void dryRunDoesNotDecrementBudget() {
    running();
    budget("b", "{}", "");
    counted("'disruptionsAllowed':1,'currentHealthy':2,'desiredHealthy':1");

    pods.act("p", "eviction", "{'metadata':{'name':'p'},'deleteOptions':{'dryRun':['All']}}");

    assertThat(isLeaving()).isFalse();
    assertThat(budgets.get("b").at("/status/disruptionsAllowed").asInt()).isEqualTo(1);
    assertThat(pods.get("p").at("/status/conditions")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pending", "Succeeded", "Failed"})
  void evictionOfPodThatIsNotRunningKeepsBudget(String phase) {
    budget("b", "{}", "");
    pod("'phase':'%s'".formatted(phase));

    evict();

    // A finished pod is removed at once; a pending one when its kubelet confirms.
    if (phase.equals("Pending")) {
      assertThat(isLeaving()).isTrue();
    } else {
      assertThatThrownBy(() -> pods.get("p")).isInstanceOf(NotFoundException.class);
    }
    assertThat(budgets.get("b").path("status").has("disruptedPods")).isFalse();
  }

  @Test
  void unreadyPodIsEvictedIfBudgetIsHealthyOrAlwaysAllows() {
    pod("'phase':'Running'");
    budget("b", "{}", "");
    counted("'disruptionsAllowed':0,'currentHealthy':0,'desiredHealthy':1");
    assertThatThrownBy(this::evict).hasMessage(VIOLATION);

    counted("'disruptionsAllowed':0,'currentHealthy':1,'desiredHealthy':1");
    evict();

    assertThat(isLeaving()).isTrue();
    pods.delete("p", ObjectsUnderTest.grace(0));
    budgets.delete("b");
    pod("'phase':'Running'");
    budget("b", "{}", ",'unhealthyPodEvictionPolicy':'AlwaysAllow'");
    evict();
    assertThat(isLeaving()).isTrue();
  }

  @Test
  void rejectsEvictionWithTwoBudgets() {
    running();
    budget("b", "{}", "");
    budget("c", "{}", "");

    assertThatThrownBy(this::evict)
        .hasMessageContaining("This pod has more than one PodDisruptionBudget");
  }

  @Test
  void evictionChecksNameAndPreconditions() {
    running();

    assertThatThrownBy(() -> pods.act("p", "eviction", "{'metadata':{'name':'q'}}"))
        .hasMessageContaining("name in URL does not match name in Eviction object");
    assertThatThrownBy(
            () ->
                pods.act(
                    "p",
                    "eviction",
                    "{'metadata':{'name':'p'},'deleteOptions':{'preconditions':{'uid':'x'}}}"))
        .hasMessageStartingWith(
            "Conflict: Operation cannot be fulfilled on Pod \"p\": the UID in the precondition (x)"
                + " does not match the UID in record (")
        .hasMessageEndingWith("The object might have been deleted and then recreated");
    assertThatThrownBy(
            () ->
                pods.act(
                    "p",
                    "eviction",
                    "{'metadata':{'name':'p'},"
                        + "'deleteOptions':{'preconditions':{'resourceVersion':'1'}}}"))
        .hasMessageContaining("the ResourceVersion in the precondition (1) does not match")
        .hasMessageEndingWith("The object might have been modified");
    assertThatThrownBy(
            () ->
                pods.act(
                    "p",
                    "eviction",
                    "{'metadata':{'name':'p'},'deleteOptions':{'propagationPolicy':'Slowly'}}"))
        .hasMessage(
            "Invalid: DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported"
                + " value: \"Slowly\": supported values: \"Foreground\", \"Background\","
                + " \"Orphan\", \"nil\"");
    String version = pods.get("p").at("/metadata/resourceVersion").asText();
    pods.act(
        "p",
        "eviction",
        "{'metadata':{'name':'p'},'deleteOptions':{'preconditions':{'resourceVersion':'%s'}}}"
            .formatted(version));
    assertThat(isLeaving()).isTrue();
  }
}
