package io.listwatch.server.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.listwatch.objects.json.JsonTrees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Replays recorded requests to kube-apiserver over HTTP and expects the same responses: status,
 * headers, bodies member by member, watches event by event. Known differences are listed in {@code
 * known-differences.txt} with their reason; that list must only shrink.
 */
final class TranscriptsTest {
  /** The suite that creates the accounts itself. */
  private static final String OF_ACCOUNTS = "admission.serviceaccount";

  /** All suites except those with protobuf bodies, which have tests of their own. */
  private static final List<String> SUITES =
      List.of(
          "autoscaler_versions",
          "conflicts",
          "create_fields",
          "delete_preconditions",
          "deletecollection",
          "discovery_legacy",
          "errors_paths",
          "field_selectors",
          "finalizers",
          "get_rv",
          "gzip",
          "immutable",
          "label_selectors",
          "list_rv_table",
          "managers_of_removed_version",
          "media_types",
          "number_spellings",
          "openapi.v3",
          "paging",
          "partial_metadata",
          "quirks",
          "roundtrip_text",
          "scale_strict",
          "scale_subresource",
          "self_link",
          "table",
          "update_noop",
          "validation_names",
          "version_health",
          "watch_forms",
          "watch_initial_events",
          "watch_transitions",
          "websocket_watch",
          "write.apply.basic",
          "write.apply.errors",
          "write.apply.status",
          "write.defaults.workloads",
          "write.fieldvalidation.builtin",
          "write.jsonpatch.ops",
          "write.managedfields.update",
          "write.mergepatch",
          "write.patch.errors",
          "write.strategic.deployment",
          "write.validation.workloads",
          "crd.cel",
          "crd.columns",
          "crd.lifecycle",
          "crd.names",
          "crd.pruning",
          "crd.structural",
          "crd.subresources",
          "crd.validation",
          "reviews.self",
          "authn.anonymous",
          "authn.tokens",
          "admission.limitrange",
          "admission.podsecurity",
          "admission.quota",
          "admission.serviceaccount",
          "policy.mutating",
          "policy.validating",
          "webhook.validating",
          "rbac.bootstrap",
          "rbac.verbs",
          // Last: it takes away the rights of the group dev.
          "rbac.escalation");

  /** The reason of each known difference, by suite and step. */
  private static final Map<String, String> KNOWN = knownDifferences();

  private static final ReplayServer SERVER = new ReplayServer();

  private static Map<String, String> knownDifferences() {
    var known = new TreeMap<String, String>();
    try (InputStream in = TranscriptsTest.class.getResourceAsStream("known-differences.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(
              line -> {
                String[] parts = line.split(" -- ", 2);
                known.put(parts[0], parts[1]);
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return known;
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @TestFactory
  Stream<DynamicContainer> respondsAsRecorded() {
    return SUITES.stream().map(suite -> dynamicContainer(suite, steps(suite)));
  }

  private static Stream<DynamicTest> steps(String suite) {
    return Stream.of(suite)
        .flatMap(
            each -> {
              var replay = new Replay(SERVER, SUITES.indexOf(suite));
              return Stream.concat(given(each), Step.read(each).stream())
                  .map(step -> dynamicTest(step.toString(), () -> compare(suite, step, replay)))
                  .onClose(replay::close);
            });
  }

  /** The steps before each suite, which are not recorded: two namespaces with their accounts. */
  private static Stream<Step> given(String suite) {
    return suite.equals(OF_ACCOUNTS)
        ? namespaces()
        : Stream.concat(namespaces(), defaultAccounts());
  }

  private static Stream<Step> namespaces() {
    return Stream.of("ns1", "ns2")
        .map(
            name ->
                step(
                    """
                    {"given":"POST /api/v1/namespaces","send":{"metadata":{"name":"<%s>"}}}
                    """
                        .formatted(name)));
  }

  /** The recorded pods have the account {@code default}, which nothing mounts. */
  private static Stream<Step> defaultAccounts() {
    return Stream.of("ns1", "ns2")
        .map(
            name ->
                step(
                    """
                    {"given":"POST /api/v1/namespaces/<%s>/serviceaccounts",
                     "send":{"metadata":{"name":"default"},"automountServiceAccountToken":false}}
                    """
                        .formatted(name)));
  }

  private static Step step(String json) {
    return Step.of(JsonTrees.read(json));
  }

  private static void compare(String suite, Step step, Replay replay) throws InterruptedException {
    List<String> differences = replay.differences(step);

    String reason = KNOWN.get(suite + ": " + step);
    if (reason == null) {
      assertThat(differences).isEmpty();
    } else {
      assertThat(differences)
          .as("a known difference (%s) that is none any more: take it off the list", reason)
          .isNotEmpty();
    }
  }

  @Test
  void comparesEveryStepAndKnowsEveryDifference() {
    var steps = new ArrayList<String>();
    for (String suite : SUITES) {
      Step.read(suite).stream()
          .filter(step -> !step.name().isEmpty())
          .forEach(step -> steps.add(suite + ": " + step.name()));
    }

    assertThat(steps).containsAll(KNOWN.keySet());
    assertThat(steps).hasSize(2082);
    assertThat(KNOWN).hasSize(4);
  }
}
