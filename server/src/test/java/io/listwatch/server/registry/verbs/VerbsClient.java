package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.delete.DeletedCollection;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.transcript.Bindings;
import io.listwatch.server.transcript.Step;
import io.listwatch.server.transcript.Step.Response;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Executes a recorded request with {@link ResourceVerbs}, without HTTP. */
final class VerbsClient {
  private final ResourceVerbs verbs;
  private final ResourceRegistry registry;
  private final Bindings bindings;

  /** Warnings of the last request; written by any thread. */
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  VerbsClient(ResourceVerbs verbs, ResourceRegistry registry, Bindings bindings) {
    this.verbs = verbs;
    this.registry = registry;
    this.bindings = bindings;
  }

  Response send(Step step) {
    warnings.clear();
    try {
      var request = new Request(bindings.resolve(step.path()));
      return switch (step.method()) {
        case "GET" -> get(request);
        case "POST" -> written(201, create(request, step));
        case "PUT" -> written(200, update(request, step));
        case "PATCH" -> written(200, patch(request, step));
        case "DELETE" -> delete(request, step);
        default -> throw new IllegalArgumentException("method: " + step.method());
      };
    } catch (ApiException e) {
      return new Response(e.status().code(), failure(e.status()), told());
    }
  }

  private Response get(Request request) {
    if (request.name.isEmpty()) {
      ResourcePage page =
          ObjectsUnderTest.await(
              verbs.list(request.definition, request.scope(), request.listOptions()));
      var items = new ArrayList<Resource>();
      for (var batch = ObjectsUnderTest.await(page.next());
          !batch.isEmpty();
          batch = ObjectsUnderTest.await(page.next())) {
        items.addAll(batch);
      }
      return new Response(
          200,
          list(request.definition, page.version().toString(), page.continueToken(), items),
          List.of());
    }
    VersionMatch match = VersionMatch.mostRecent();
    return new Response(
        200,
        tree(
            ObjectsUnderTest.await(
                verbs.get(request.definition, request.key(), request.subresource, match))),
        List.of());
  }

  private CompletionStage<WriteResult> create(Request request, Step step) {
    return request.name.isEmpty()
        ? verbs.create(
            request.definition, request.namespace, submitted(step), request.writeOptions(step))
        : verbs.create(
            request.definition,
            request.key(),
            request.subresource,
            submitted(step),
            request.writeOptions(step));
  }

  private CompletionStage<WriteResult> update(Request request, Step step) {
    return verbs.update(
        request.definition,
        request.key(),
        request.subresource,
        submitted(step),
        request.writeOptions(step));
  }

  private CompletionStage<WriteResult> patch(Request request, Step step) {
    String mediaType = step.type().split(";", 2)[0];
    for (Patch.Type type : Patch.Type.values()) {
      if (type.mediaType().equals(mediaType)) {
        var patch = Patch.parse(type, bindings.resolve(step.send()).toString());
        return verbs.patch(
            request.definition,
            request.key(),
            request.subresource,
            patch,
            request.writeOptions(step));
      }
    }
    throw new IllegalArgumentException("type: " + step.type());
  }

  private DecodedObject submitted(Step step) {
    return new DecodedObject(
        (JsonObject) bindings.resolve(step.send()),
        step.twice().stream().map(RepeatedField::of).toList());
  }

  private List<String> told() {
    return warnings.stream().distinct().toList();
  }

  private Response written(int code, CompletionStage<WriteResult> writing) {
    WriteResult written = ObjectsUnderTest.await(writing);
    return new Response(written.created() ? 201 : code, tree(written.object()), told());
  }

  private Response delete(Request request, Step step) {
    DeleteOptions options = request.deleteOptions(bindings.resolve(step.send()));
    if (request.name.isEmpty()) {
      DeletedCollection removed =
          ObjectsUnderTest.await(
              verbs.deleteCollection(
                  request.definition,
                  request.scope(),
                  request.listOptions(),
                  options,
                  () -> false));
      return new Response(
          200,
          list(
              request.definition,
              removed.version().toString(),
              removed.continueToken(),
              removed.objects()),
          List.of());
    }
    DeleteResult removed =
        ObjectsUnderTest.await(verbs.delete(request.definition, request.key(), options));
    boolean accepted = !removed.gone() && Boolean.FALSE.equals(options.orphanDependents());
    JsonValue body =
        removed.returnsObject() ? tree(removed.object()) : success(request, removed.object());
    return new Response(accepted ? 202 : 200, body, List.of());
  }

  private static JsonValue tree(Resource object) {
    return JsonTrees.read(object.toByteArray());
  }

  /** Returns a list whose items have no type, like the recorded lists of built-in kinds. */
  private static JsonValue list(
      ResourceDefinition definition, String version, String token, List<Resource> items) {
    JsonObject list = new JsonObject();
    list.put("kind", definition.listKind()).put("apiVersion", definition.type().apiVersion());
    JsonObject metadata = list.putObject("metadata").put("resourceVersion", version);
    if (!token.isEmpty() || definition.custom()) {
      metadata.put("continue", token);
    }
    var array = list.putArray("items");
    for (Resource item : items) {
      JsonObject object = (JsonObject) tree(item);
      array.add(definition.custom() ? object : object.remove(List.of("kind", "apiVersion")));
    }
    return list;
  }

  private static JsonValue success(Request request, Resource object) {
    JsonObject status = status("Success");
    JsonObject details = status.putObject("details").put("name", request.name);
    putText(details, "group", request.definition.type().group());
    details.put("kind", request.definition.type().plural());
    object.uid().ifPresent(uid -> details.put("uid", uid));
    return status;
  }

  private static JsonObject status(String word) {
    JsonObject status = new JsonObject();
    status.put("kind", "Status").put("apiVersion", "v1").put("status", word);
    status.putObject("metadata");
    return status;
  }

  private static JsonValue failure(Status failure) {
    JsonObject status = status("Failure").put("code", failure.code());
    putText(status, "message", failure.message());
    putText(status, "reason", failure.reason());
    Status.Details about = failure.details();
    if (!about.equals(Status.Details.NONE) || failure.reason().matches("Invalid|NotFound")) {
      JsonObject details = status.putObject("details");
      putText(details, "name", about.name());
      putText(details, "group", about.group());
      putText(details, "kind", about.kind());
      if (about.retryAfterSeconds() > 0) {
        details.put("retryAfterSeconds", about.retryAfterSeconds());
      }
      if (!about.causes().isEmpty()) {
        var causes = details.putArray("causes");
        for (Status.Cause each : about.causes()) {
          JsonObject cause = causes.addObject();
          putText(cause, "reason", each.reason());
          putText(cause, "message", each.message());
          putText(cause, "field", each.field());
        }
      }
    }
    return status;
  }

  private static void putText(JsonObject node, String member, String text) {
    if (!text.isEmpty()) {
      node.put(member, text);
    }
  }

  /** A parsed path and query. */
  private final class Request {
    private final ResourceDefinition definition;
    private final @Nullable String namespace;
    private final String name;
    private final String subresource;
    private final Map<String, String> query = new HashMap<>();

    Request(String path) {
      String[] parts = path.split("\\?", 2);
      if (parts.length > 1) {
        for (String each : parts[1].split("&", -1)) {
          String[] pair = each.split("=", 2);
          query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
      }
      var segments = new ArrayList<>(List.of(parts[0].substring(1).split("/", -1)));
      String group = segments.remove(0).equals("api") ? "" : segments.remove(0);
      String version = segments.remove(0);
      boolean inside =
          segments.size() > 2
              && segments.get(0).equals("namespaces")
              && !List.of("status", "finalize").contains(segments.get(2));
      this.namespace = inside ? segments.remove(1) : null;
      if (inside) {
        segments.remove(0);
      }
      String plural = segments.remove(0);
      this.definition = registry.find(group, version, plural).orElseThrow(ApiErrors::noSuchPath);
      this.name = segments.isEmpty() ? "" : segments.remove(0);
      this.subresource = segments.isEmpty() ? "" : segments.remove(0);
    }

    ResourceKey key() {
      return new ResourceKey(namespace, name);
    }

    ResourceScope scope() {
      return new ResourceScope(namespace, null);
    }

    private String query(String parameter) {
      return Objects.requireNonNullElse(query.get(parameter), "");
    }

    ListOptions listOptions() {
      String limit = query("limit");
      VersionMatch match =
          query("resourceVersion").equals("0") ? VersionMatch.any() : VersionMatch.mostRecent();
      return ListOptions.ALL
          .at(match)
          .limitedTo(limit.isEmpty() ? 0 : Integer.parseInt(limit))
          .where(LabelSelector.parse(query("labelSelector")))
          .where(FieldSelector.parse(query("fieldSelector")));
    }

    WriteOptions writeOptions(Step step) {
      String manager = query("fieldManager");
      String mode = query("fieldValidation");
      return new WriteOptions(
              manager.isEmpty() ? step.agent() : manager,
              query("dryRun").equals("All"),
              mode.isEmpty()
                  ? FieldValidation.WARN
                  : FieldValidation.valueOf(mode.toUpperCase(Locale.ROOT)),
              query("force").equals("true"))
          .warning(warnings::add);
    }

    DeleteOptions deleteOptions(JsonValue body) {
      JsonValue grace = body.path("gracePeriodSeconds");
      JsonValue conditions = body.path("preconditions");
      return new DeleteOptions(
          grace.isNumber() ? (Long) grace.asLong() : null,
          text(conditions.path("uid")),
          text(conditions.path("resourceVersion")),
          body.path("propagationPolicy").isText()
              ? PropagationPolicy.valueOf(
                  body.path("propagationPolicy").asText().toUpperCase(Locale.ROOT))
              : null,
          body.has("orphanDependents") ? (Boolean) body.path("orphanDependents").asBoolean() : null,
          query("dryRun").equals("All"));
    }

    private static @Nullable String text(JsonValue node) {
      return node.isText() ? node.asText() : null;
    }
  }
}
