package io.listwatch.server.registry.write;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ScaleOwners;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.WrongTypes;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.strategy.ServedKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts objects to the {@code scale} subresource, and changes of a Scale to changes of them. */
public final class Scales {
  static final ResourceType TYPE = ResourceType.namespaced("autoscaling/v1", "Scale", "scales");
  static final ObjectSchema SCHEMA = BuiltInTypes.load().find(TYPE).orElseThrow();

  private static final ScalePaths BUILT_IN =
      new ScalePaths(".spec.replicas", ".status.replicas", ".spec.selector");

  /** Stands for missing replicas, to detect a change that omits them. */
  private static final int UNKNOWN = Integer.MIN_VALUE;

  private final ServedKind kind;
  private final ScalePaths paths;

  public Scales(ServedKind kind, ScalePaths paths) {
    this.kind = kind;
    this.paths = kind.definition().custom() ? paths : BUILT_IN;
  }

  public Resource scale(Resource object) {
    return Resource.parse(
        scale(ServedKind.tree(object)).toString().getBytes(StandardCharsets.UTF_8));
  }

  private JsonObject scale(JsonObject object) {
    if (kind.definition().custom() && at(object, paths.specReplicas()).isMissing()) {
      throw ApiErrors.internal(
          "the spec replicas field \"" + paths.specReplicas() + "\" does not exist");
    }
    return scale(object, 0);
  }

  /**
   * Returns the Scale of an object.
   *
   * @param unset the replicas of a custom object that has none
   */
  private JsonObject scale(JsonObject object, int unset) {
    JsonObject scale = new JsonObject();
    scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    Metadata metadata = Metadata.of(scale);
    metadata.copy(
        Metadata.of(object), "name", "namespace", "uid", "resourceVersion", "creationTimestamp");
    JsonValue replicas = at(object, paths.specReplicas());
    putUnlessZero(scale.putObject("spec"), replicas.asLong(kind.definition().custom() ? unset : 0));
    JsonObject status = scale.putObject("status");
    status.put("replicas", at(object, paths.statusReplicas()).asLong());
    String selector = paths.selector().isEmpty() ? "" : selector(at(object, paths.selector()));
    if (!selector.isEmpty()) {
      status.put("selector", selector);
    }
    return scale;
  }

  private static void putUnlessZero(JsonObject spec, long replicas) {
    if (replicas != 0) {
      spec.put("replicas", replicas);
    }
  }

  private static JsonValue at(JsonObject object, String path) {
    return object.at(path.replace('.', '/'));
  }

  private static String selector(JsonValue selector) {
    if (selector.isText()) {
      return selector.asText();
    }
    var terms = new TreeMap<String, String>();
    JsonValue labels = selector.has("matchLabels") ? selector.path("matchLabels") : selector;
    labels
        .properties()
        .forEach(
            each -> {
              if (each.getValue().isText()) {
                terms.put(each.getKey(), each.getKey() + "=" + each.getValue().asText());
              }
            });
    for (JsonValue each : selector.path("matchExpressions")) {
      terms.put(each.path("key").asText(), expression(each));
    }
    return String.join(",", terms.values());
  }

  private static String expression(JsonValue expression) {
    String key = expression.path("key").asText();
    var values = new ArrayList<String>();
    expression.path("values").forEach(value -> values.add(value.asText()));
    values.sort(null);
    String list = " (" + String.join(",", values) + ")";
    return switch (expression.path("operator").asText()) {
      case "In" -> key + " in" + list;
      case "NotIn" -> key + " notin" + list;
      case "DoesNotExist" -> "!" + key;
      default -> key;
    };
  }

  /** Returns the change of the object for a change of its Scale. */
  public RequestedChange change(RequestedChange ofScale, String name) {
    return new RequestedChange() {
      private final ShownScale shown = new ShownScale();

      @Override
      public JsonObject of(@Nullable JsonObject old) {
        if (old == null) {
          throw ApiErrors.notFound(kind.type(), name);
        }
        var owners = new ScaleOwners(old, paths.specReplicas());
        JsonObject before = scale(old, UNKNOWN);
        Metadata.of(before).node().set("managedFields", owners.toScale());
        JsonObject scale = ofScale.of(before);
        checkValues(scale);
        checkKind(scale);
        check(scale, old, name);
        JsonArray after =
            owners.toParent(
                Metadata.of(scale).node().path("managedFields"), kind.type().apiVersion());
        Metadata.of(old).node().set("managedFields", after);
        shown.requested = scale.deepCopy();
        return rescaled(old, scale);
      }

      @Override
      public ShownPart shown() {
        return shown;
      }

      private void checkValues(JsonObject scale) {
        String problem = WrongTypes.first(scale, SCHEMA);
        if (problem != null) {
          throw ofScale.refused(TYPE, scale, problem);
        }
      }

      private void checkKind(JsonObject scale) {
        String kindName = scale.path("kind").asText("Scale");
        if (!kindName.equals("Scale")) {
          String apiVersion = scale.path("apiVersion").asText();
          throw ofScale.refused(TYPE, scale, new UnexpectedKind(apiVersion, kindName));
        }
      }

      @Override
      public boolean recordsOwners() {
        return true;
      }

      @Override
      public String uid() {
        return ofScale.uid();
      }
    };
  }

  /** Shows admission the Scale that one request changes. */
  private final class ShownScale implements ShownPart {
    private JsonObject requested = new JsonObject();

    @Override
    public ResourceType kind() {
      return TYPE;
    }

    @Override
    public JsonObject requested() {
      return requested;
    }

    @Override
    public JsonObject current(JsonObject old) {
      JsonObject scale = scale(old, 0);
      JsonArray owners = new ScaleOwners(old, paths.specReplicas()).toScale();
      if (!owners.isEmpty()) {
        Metadata.of(scale).node().set("managedFields", owners);
      }
      return scale;
    }

    @Override
    public void take(JsonObject changed, JsonObject next) {
      check(changed, next, Metadata.of(next).name());
      var unused = rescaled(next, changed);
    }

    @Override
    public JsonObject of(JsonObject object) {
      return scale(object, 0);
    }
  }

  private void check(JsonObject scale, JsonObject old, String name) {
    Metadata metadata = Metadata.of(scale);
    String namespace = Metadata.of(old).namespace();
    if (!metadata.namespace().isEmpty() && !metadata.namespace().equals(namespace)) {
      throw ApiErrors.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    ObjectDecoder.checkName(metadata, name);
    checkIncarnation(metadata.uid(), Metadata.of(old).uid(), name);
    long replicas = scale.path("spec").path("replicas").asLong();
    if (replicas == UNKNOWN) {
      throw ApiErrors.badRequest(
          "the spec replicas field \"" + paths.specReplicas() + "\" cannot be empty");
    }
    if (replicas < 0) {
      throw negative(name, replicas);
    }
  }

  private void checkIncarnation(String meant, String found, String name) {
    if (!meant.isEmpty() && !meant.equals(found)) {
      ResourceType type = kind.type();
      throw ApiErrors.conflict(
          ResourceType.namespaced(type.apiVersion(), type.kind(), type.plural() + "/scale"),
          name,
          ApiErrors.unmet("UID", meant, found));
    }
  }

  private RuntimeException negative(String name, long replicas) {
    return kind.definition().custom()
        ? ApiErrors.invalid(
            kind.type(),
            name,
            List.of(
                FieldError.invalid(
                    paths.specReplicas(), replicas, "should be a non-negative integer")))
        : ApiErrors.invalid(
            "autoscaling",
            "Scale",
            name,
            List.of(
                FieldError.invalid(
                    "spec.replicas", replicas, "must be greater than or equal to 0")));
  }

  private JsonObject rescaled(JsonObject old, JsonObject scale) {
    String[] steps = paths.specReplicas().substring(1).split("\\.", -1);
    JsonObject parent = old;
    for (int i = 0; i < steps.length - 1; i++) {
      parent = parent.withObject(steps[i]);
    }
    parent.put(steps[steps.length - 1], scale.path("spec").path("replicas").asInt());
    String version = Metadata.of(scale).resourceVersion();
    if (!version.isEmpty()) {
      Metadata.of(old).set("resourceVersion", version);
    }
    return old;
  }
}
