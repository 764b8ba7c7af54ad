package io.listwatch.server.compatibility;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.auth.rbac.RbacFeed;
import io.listwatch.server.compatibility.Reasons.Difference;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Generates {@code docs/compatibility.md} from the served resources. */
final class CompatibilityDoc {
  private static final String HEAD =
      """
      # Compatibility

      Which parts of the API of Kubernetes 1.36 this server has: each group, resource, verb and parameter as *same*, *different* (why)
      or *absent* (why).

      *Same* means that there is no known difference except in the wording of messages and in what is common to all resources.
      [differences.md](differences.md) lists all differences that a comparison with kube-apiserver 1.36 found. Tests compare recorded
      responses of kube-apiserver step by step, for some kinds and not for all; `known-differences.txt` beside the recordings lists
      the steps that differ, each with its reason.

      A test generates this page from the served resources and a table of reasons, and fails when the page differs. Write it again with
      `mvn -pl server -am test -Dtest=CompatibilityDocTest -Dsurefire.failIfNoSpecifiedTests=false -Dlistwatch.docs.write=true`.

      ## Resources

      Every verb that discovery shows. Custom resources have all verbs, `status` and `scale`.
      """;

  private static final String MEDIA_TYPES =
      """

      ## Media types

      | type | in requests | in responses |
      |---|---|---|
      | `application/json` | same | same |
      | `application/yaml` | different: read by the rules of YAML 1.2 | different: quotes other strings |
      | `application/vnd.kubernetes.protobuf` | same | same |
      | `application/cbor` | absent: off by default in kube-apiserver | absent |
      | tables | | different: columns are described in other words |
      | `PartialObjectMetadata` | | same |
      | `…;drop=metadata.managedFields` | | different: leaves out managedFields; kube-apiserver 1.36 does not know it |
      | `…;delta=lw1` | | different: a watch sends deltas; kube-apiserver does not know it |
      """;

  private static final List<String> WRITES = List.of("create", "patch", "update");

  private final Reasons reasons;
  private final StringBuilder text = new StringBuilder(HEAD);

  CompatibilityDoc(Reasons reasons) {
    this.reasons = reasons;
  }

  String write() {
    groups().forEach(this::group);
    table(
        "## Query parameters", List.of("parameter", "verbs", "state", "why"), reasons.parameters());
    text.append(MEDIA_TYPES);
    table("## Other paths", List.of("path", "state", "why"), reasons.paths());
    var kept = new ArrayList<List<String>>();
    unenforced()
        .forEach(
            (resource, sentence) ->
                kept.add(
                    List.of(
                        resource,
                        sentence,
                        Objects.requireNonNull(reasons.unenforced().get(resource), resource))));
    table(
        """
        ## Accepted, but not enforced

        Objects of these resources are stored and have no effect; a `Warning` header says so on every write but a dry run.
        The same happens to roles and bindings on a server without RBAC. With `--sign-certificates`, certificates are signed and there is no
        such warning.\
        """,
        List.of("resource", "warning", "why"),
        kept);
    var unattended = new ArrayList<List<String>>();
    warnings(ResourceDefinition::unattended)
        .forEach((resource, sentence) -> unattended.add(List.of(resource, sentence)));
    table(
        """
        ## Accepted, but left to a controller

        There is no controller manager, no scheduler and no node here. The response to creating one of these objects says so in a
        `Warning` header, unless the server was started with `--no-workload-warnings`. `listwatch kube-apiserver` and the servers of
        tests do not warn. There is no warning about pods, which are not scheduled and do not run, nor about claims, which are not bound.\
        """,
        List.of("resource", "warning"),
        unattended);
    return text.toString();
  }

  /** Returns the warnings about objects without effect, by resource, in discovery order. */
  private static Map<String, String> unenforced() {
    return warnings(ResourceDefinition::unenforced);
  }

  private static Map<String, String> warnings(
      Function<ResourceDefinition, Optional<String>> warning) {
    var warnings = new LinkedHashMap<String, String>();
    for (ResourceDefinition each : BuiltInResources.load()) {
      ResourceDefinition served = RbacFeed.TYPES.contains(each.stored()) ? each.enforced() : each;
      warning.apply(served).ifPresent(text -> warnings.put(each.type().toString(), text));
    }
    return warnings;
  }

  private static Map<String, List<ResourceDefinition>> groups() {
    var groups = new LinkedHashMap<String, List<ResourceDefinition>>();
    for (ResourceDefinition each : BuiltInResources.load()) {
      groups.computeIfAbsent(each.type().apiVersion(), version -> new ArrayList<>()).add(each);
    }
    return groups;
  }

  private void group(String apiVersion, List<ResourceDefinition> definitions) {
    var rows = new ArrayList<List<String>>();
    for (ResourceDefinition each : definitions) {
      ResourceType type = each.type();
      rows.add(row(type.plural(), type.toString(), Verb.words(each.verbs())));
      for (Subresource part : each.subresources()) {
        rows.add(
            row(
                type.plural() + "/" + part.name(),
                type + "/" + part.name(),
                Verb.words(part.verbs())));
      }
    }
    table("### " + apiVersion, List.of("resource", "same", "different", "absent"), rows);
  }

  private List<String> row(String name, String resource, List<String> verbs) {
    var same = new ArrayList<String>();
    var others = new LinkedHashMap<Difference, List<String>>();
    for (String verb : verbs) {
      Optional<Difference> difference =
          reasons.of(resource, verb).or(() -> withoutEffect(resource, verb));
      if (difference.isPresent()) {
        others.computeIfAbsent(difference.get(), each -> new ArrayList<>()).add(verb);
      } else {
        same.add(verb);
      }
    }
    return List.of(
        name, String.join(", ", same), cell(others, "different"), cell(others, "absent"));
  }

  private static Optional<Difference> withoutEffect(String resource, String verb) {
    return Optional.ofNullable(unenforced().get(resource))
        .filter(sentence -> WRITES.contains(verb))
        .map(sentence -> new Difference("different", resource, WRITES, "warns that " + sentence));
  }

  private static String cell(Map<Difference, List<String>> others, String state) {
    var parts = new ArrayList<String>();
    others.forEach(
        (difference, verbs) -> {
          if (difference.state().equals(state)) {
            parts.add(String.join(", ", verbs) + ": " + difference.why());
          }
        });
    return String.join("; ", parts);
  }

  private void table(String title, List<String> head, List<List<String>> rows) {
    text.append('\n').append(title).append("\n\n");
    line(head);
    line(head.stream().map(each -> "---").toList());
    rows.forEach(this::line);
  }

  private void line(List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
