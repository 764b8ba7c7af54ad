package io.listwatch.server.registry.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.transcript.Bindings;
import io.listwatch.server.transcript.Step;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays requests that were recorded with kube-apiserver, and expects the same responses. */
final class RecordedWritesTest {
  private static final List<String> SUITES =
      List.of(
          "create_fields",
          "conflicts",
          "update_noop",
          "finalizers",
          "delete_preconditions",
          "deletecollection",
          "immutable",
          "validation_names",
          "scale_subresource",
          "write.mergepatch",
          "write.jsonpatch.ops",
          "write.patch.errors",
          "write.managedfields.update",
          "crd.subresources",
          "crd.lifecycle");

  private static final String OPTIONS = "the HTTP layer reads and checks the query's options";
  private static final String METHODS = "the HTTP layer knows methods and types of content";
  private static final String ENCODING = "the HTTP layer chooses how to show an answer";
  private static final String BYTES = "needs the very text that was sent, or a step that did";
  private static final String TOKENS = "continue tokens are a matter of the storage below";
  private static final String WATCHES = "watches are compared where they are served";
  private static final String APPLY = "server-side apply is not there yet";
  private static final String DECODING = "values are not decoded by their types yet";
  private static final String SPECS = "what is in spec and status is not validated yet";
  private static final String DEFINITIONS = "definitions of users' kinds are followed elsewhere";

  /** Steps that are skipped here, by suite and name, with the reason. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("create_fields: field manager too long", OPTIONS),
          Map.entry("create_fields: field manager unprintable", OPTIONS),
          Map.entry("create_fields: unknown field, bogus mode", OPTIONS),
          Map.entry("update_noop: one watch over them all", WATCHES),
          Map.entry("deletecollection: options with the wrong kind", OPTIONS),
          Map.entry("deletecollection: as Table", ENCODING),
          Map.entry("immutable: secret: bad base64", DECODING),
          Map.entry("validation_names: pod of nothing", SPECS),
          Map.entry("scale_subresource: delete", METHODS),
          Map.entry("write.patch.errors: content type application/json", METHODS),
          Map.entry("write.patch.errors: content type text/plain", METHODS),
          Map.entry("write.patch.errors: content type application/yaml", METHODS),
          Map.entry("write.patch.errors: content type application/x-www-form-urlencoded", METHODS),
          Map.entry("write.patch.errors: content type garbage", METHODS),
          Map.entry("write.patch.errors: content type application/json-patch", METHODS),
          Map.entry("write.patch.errors: content type application/apply-patch+cbor", METHODS),
          Map.entry(
              "write.patch.errors: content type application/vnd.kubernetes.protobuf", METHODS),
          Map.entry("write.patch.errors: no content type", METHODS),
          Map.entry("write.patch.errors: json patch on a collection", METHODS),
          Map.entry("write.patch.errors: merge patch on a collection", METHODS),
          Map.entry("write.patch.errors: strategic on a collection", METHODS),
          Map.entry("write.patch.errors: force without apply", OPTIONS),
          Map.entry("write.patch.errors: bad dryRun", OPTIONS),
          Map.entry("write.patch.errors: bad fieldValidation", OPTIONS),
          Map.entry("write.patch.errors: manager name too long", OPTIONS),
          Map.entry("write.patch.errors: manager name unprintable", OPTIONS),
          Map.entry("crd.subresources: definition", DEFINITIONS),
          Map.entry("crd.subresources: discovery", DEFINITIONS),
          Map.entry("crd.subresources: status invalid", SPECS),
          Map.entry("crd.subresources: delete on status", METHODS),
          Map.entry("crd.subresources: status applied", APPLY),
          Map.entry("crd.subresources: owners", APPLY),
          Map.entry("crd.lifecycle: created", DEFINITIONS),
          Map.entry("crd.lifecycle: read with conditions", DEFINITIONS),
          Map.entry("crd.lifecycle: group in discovery", DEFINITIONS),
          Map.entry("crd.lifecycle: resources in discovery", DEFINITIONS),
          Map.entry("crd.lifecycle: definition deleted", DEFINITIONS),
          Map.entry("crd.lifecycle: definition gone", DEFINITIONS),
          Map.entry("crd.lifecycle: resource gone", DEFINITIONS),
          Map.entry("crd.lifecycle: no kind", BYTES),
          Map.entry("crd.lifecycle: yaml", BYTES),
          Map.entry("crd.lifecycle: protobuf is refused", ENCODING),
          Map.entry("crd.lifecycle: list all namespaces with a limit", TOKENS),
          Map.entry("crd.lifecycle: field selector on spec", OPTIONS),
          Map.entry("crd.lifecycle: watch", WATCHES),
          Map.entry("crd.lifecycle: delete collection", BYTES));

  @TestFactory
  Stream<DynamicContainer> respondsAsRecorded() {
    return SUITES.stream().map(suite -> dynamicContainer(suite, steps(suite)));
  }

  private static Stream<DynamicTest> steps(String suite) {
    var bindings = new Bindings();
    bindings.bind("ns1", "ns-1");
    bindings.bind("name1", "name-1");
    var fixture =
        suite.equals("crd.subresources")
            ? new VerbsFixture(
                VerbsFixture.custom("name-1.example.com/v1", "Widget", "status", "scale"))
            : new VerbsFixture(VerbsFixture.custom("name-1.example.com/v1", "Widget"));
    var client = new VerbsClient(fixture.verbs, fixture.registry, bindings);
    makeNamespace(fixture);
    return Step.read(suite).stream()
        .filter(step -> !ELSEWHERE.containsKey(suite + ": " + step.name()))
        .map(
            step ->
                dynamicTest(
                    step.toString(),
                    () -> assertThat(step.differences(client.send(step), bindings)).isEmpty()))
        .onClose(fixture::close);
  }

  private static void makeNamespace(VerbsFixture fixture) {
    var namespace = new JsonObject();
    namespace.putObject("metadata").put("name", "ns-1");
    ObjectsUnderTest.await(
        fixture.verbs.create(
            fixture.definition("", "namespaces"),
            null,
            new DecodedObject(namespace, List.of()),
            new WriteOptions("test", false, WriteOptions.FieldValidation.STRICT, false)));
  }

  @Test
  void everyStepIsComparedOrListedAsSkipped() {
    List<String> all =
        SUITES.stream()
            .flatMap(suite -> Step.read(suite).stream().map(step -> suite + ": " + step.name()))
            .toList();

    assertThat(all).containsAll(ELSEWHERE.keySet());
    assertThat(all).hasSize(332);
    assertThat(all.stream().filter(step -> !ELSEWHERE.containsKey(step))).hasSize(286);
  }
}
