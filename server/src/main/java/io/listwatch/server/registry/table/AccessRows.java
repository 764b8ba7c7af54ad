package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The table rows of role bindings and certificate signing requests. */
public final class AccessRows {
  private AccessRows() {}

  public static List<Object> binding(JsonValue binding, Instant now) {
    return List.of(
        Metadata.name(binding),
        text(binding, "roleRef", "kind") + "/" + text(binding, "roleRef", "name"),
        Metadata.age(binding, now),
        subjects(binding, "User"),
        subjects(binding, "Group"),
        subjects(binding, "ServiceAccount"));
  }

  private static String subjects(JsonValue binding, String kind) {
    return elements(binding.path("subjects")).stream()
        .filter(each -> text(each, "kind").equals(kind))
        .map(each -> kind.equals("ServiceAccount") ? account(each) : text(each, "name"))
        .collect(Collectors.joining(", "));
  }

  private static String account(JsonValue subject) {
    return text(subject, "namespace") + "/" + text(subject, "name");
  }

  public static List<Object> certificateRequest(JsonValue request, Instant now) {
    JsonValue spec = request.path("spec");
    JsonValue seconds = spec.path("expirationSeconds");
    return List.of(
        Metadata.name(request),
        Metadata.age(request, now),
        or(text(spec, "signerName"), Placeholders.NONE),
        text(spec, "username"),
        seconds.isNumber()
            ? HumanDuration.format(Duration.ofSeconds(seconds.asLong()))
            : Placeholders.NONE,
        condition(request.path("status")));
  }

  private static String condition(JsonValue status) {
    Set<String> types =
        elements(status.path("conditions")).stream()
            .map(each -> text(each, "type"))
            .collect(Collectors.toSet());
    String decision =
        types.contains("Denied") ? "Denied" : types.contains("Approved") ? "Approved" : "Pending";
    return decision
        + (types.contains("Failed") ? ",Failed" : "")
        + (text(status, "certificate").isEmpty() ? "" : ",Issued");
  }
}
