package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.strategy.NodeTopology;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.FullReplacement;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.RequestedChange;
import io.listwatch.server.registry.write.SubmittedPart;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@code binding} subresource of pods, which assigns an unscheduled pod to a node. */
final class BindingVerbs implements SubresourceVerbs {
  /** The resource that kube-apiserver names in its errors about bindings. */
  private static final ResourceType BINDING =
      ResourceType.namespaced("v1", "Binding", "pods/binding");

  private static final ResourceType TYPE = ResourceType.namespaced("v1", "Binding", "bindings");
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final String OTHER_POD =
      "StorageError: invalid object, Code: 4, Key: /registry/pods/%1$s/%2$s, ResourceVersion: 0,"
          + " AdditionalErrorMsg: Precondition failed: %3$s in precondition: %4$s,"
          + " %3$s in object meta: %5$s";

  private final Function<ResourceDefinition, ServedKind> kinds;
  private final ObjectWrites writes;
  private final NodeTopology topology;
  private final Timers timers;

  BindingVerbs(
      Function<ResourceDefinition, ServedKind> kinds,
      ObjectWrites writes,
      NodeTopology topology,
      Timers timers) {
    this.kinds = kinds;
    this.writes = writes;
    this.topology = topology;
    this.timers = timers;
  }

  @Override
  public CompletionStage<WriteResult> create(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    try {
      var submitted = new FullReplacement(object);
      submitted.checkKind(BINDING);
      submitted.checkValues(BINDING);
      JsonObject binding = SubmittedPart.canonical(TYPE, object.object(), key);
      SubmittedPart.recordManager(TYPE, "binding", binding, options, timers.now());
      ServedKind pods = kinds.apply(definition);
      SubmittedPart part = writes.submitted(pods, key, "binding", TYPE, binding, options);
      return topology
          .of(binding.path("target").path("name").asText())
          .thenCompose(
              place -> {
                describe(binding, "labels", place);
                return part.mutate(() -> bind(pods, key, binding, part, options));
              });
    } catch (ApiException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletionStage<WriteResult> bind(
      ServedKind pods,
      ResourceKey key,
      JsonObject binding,
      SubmittedPart part,
      WriteOptions options) {
    if (!Metadata.of(binding).name().equals(key.name())) {
      throw ApiErrors.badRequest("name in URL does not match name in Binding object");
    }
    check(binding);
    return part.validate(
        () -> writes.update(pods, key, new Binding(binding, key), ObjectPart.BINDING, options));
  }

  /** Adds labels or annotations to an object. */
  private static void describe(JsonObject object, String member, JsonValue more) {
    if (more instanceof JsonObject given && !given.isEmpty()) {
      Metadata.of(object).node().withObject(member).setAll(given);
    }
  }

  private static void check(JsonObject binding) {
    var errors = new ArrayList<FieldError>();
    String kind = binding.path("target").path("kind").asText();
    if (!kind.isEmpty() && !kind.equals("Node")) {
      errors.add(FieldError.unsupported("target.kind", kind, List.of("Node", "<empty>")));
    }
    if (binding.path("target").path("name").asText().isEmpty()) {
      errors.add(FieldError.required("target.name", ""));
    }
    if (!errors.isEmpty()) {
      throw ApiErrors.plain(errors.size() == 1 ? errors.get(0).toString() : errors.toString());
    }
  }

  private final class Binding implements RequestedChange {
    private final JsonObject binding;
    private final ResourceKey key;

    Binding(JsonObject binding, ResourceKey key) {
      this.binding = binding;
      this.key = key;
    }

    @Override
    public JsonObject of(@Nullable JsonObject old) {
      if (old == null) {
        throw new IllegalArgumentException("pod: none (expected: one that exists)");
      }
      Metadata meant = Metadata.of(binding);
      Metadata pod = Metadata.of(old);
      checkSame("UID", meant.uid(), pod.uid());
      checkSame("ResourceVersion", meant.resourceVersion(), pod.resourceVersion());
      checkFree(old);
      JsonObject spec = old.get("spec") instanceof JsonObject found ? found : old.putObject("spec");
      spec.put("nodeName", binding.path("target").path("name").asText());
      describe(old, "annotations", binding.path("metadata").path("annotations"));
      describe(old, "labels", binding.path("metadata").path("labels"));
      setScheduled(old);
      return old;
    }

    private void checkSame(String what, String meant, String found) {
      if (!meant.isEmpty() && !meant.equals(found)) {
        throw ApiErrors.conflict(
            PODS, key.name(), OTHER_POD.formatted(key.namespace(), key.name(), what, meant, found));
      }
    }

    private void checkFree(JsonObject pod) {
      String name = key.name();
      if (Metadata.of(pod).terminating()) {
        throw ApiErrors.conflict(
            BINDING, name, "pod " + name + " is being deleted, cannot be assigned to a host");
      }
      String node = pod.path("spec").path("nodeName").asText();
      if (!node.isEmpty()) {
        throw ApiErrors.conflict(
            BINDING, name, "pod %s is already assigned to node \"%s\"".formatted(name, node));
      }
      if (!pod.path("spec").path("schedulingGates").isEmpty()) {
        throw ApiErrors.conflict(
            BINDING, name, "pod " + name + " has non-empty .spec.schedulingGates");
      }
    }

    private void setScheduled(JsonObject pod) {
      JsonObject status = pod.withObject("status");
      status.remove("nominatedNodeName");
      var conditions = status.withArray("conditions");
      for (int i = 0; i < conditions.size(); i++) {
        if (conditions.path(i).path("type").asText().equals("PodScheduled")) {
          conditions.remove(i);
          break;
        }
      }
      conditions
          .addObject()
          .put("type", "PodScheduled")
          .put("status", "True")
          .putNull("lastProbeTime")
          .put("lastTransitionTime", Times.seconds(timers.now()));
    }
  }
}
