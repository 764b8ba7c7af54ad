package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.SelectableFields;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.server.resource.Transition.Outcome;
import io.listwatch.storage.Storage;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A small type for tests: things with labels and a colour, encoded as sorted JSON. */
public final class Things {
  public static final ResourceType TYPE =
      ResourceType.namespaced("test.listwatch.io/v1", "Thing", "things");

  /** A thing's colour, which field selectors support. */
  public static final String COLOUR = "spec.colour";

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  /** Encodes as sorted JSON. */
  public static final CanonicalForm SORTED = Things::sorted;

  private Things() {}

  private static JsonObject sorted(JsonObject object) {
    try {
      Map<?, ?> members = MAPPER.readValue(object.toString(), Map.class);
      return (JsonObject) JsonTrees.read(MAPPER.writeValueAsBytes(members));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ResourceCodec codec() {
    return codec(TYPE);
  }

  /** Returns a codec for a type whose objects are like things. */
  public static ResourceCodec codec(ResourceType type) {
    return new ResourceCodec(type, SORTED, SelectableFields.of(List.of(COLOUR)), ReadDefaults.NONE);
  }

  /** Returns the key of a thing, in the namespace {@code default} unless the name has another. */
  public static ResourceKey key(String name) {
    return name.indexOf('/') < 0 ? ResourceKey.of("default", name) : ResourceKey.parse(name);
  }

  /** Returns a thing as a client would submit it. */
  public static JsonObject thing(String name, String colour) {
    ResourceKey key = key(name);
    JsonObject object = new JsonObject();
    object.put("apiVersion", TYPE.apiVersion()).put("kind", TYPE.kind());
    object.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    object.putObject("spec").put("colour", colour);
    return object;
  }

  public static JsonObject labelled(String name, String colour, Map<String, String> labels) {
    JsonObject object = thing(name, colour);
    JsonObject map = ((JsonObject) object.path("metadata")).putObject("labels");
    labels.forEach(map::put);
    return object;
  }

  /** Returns the resource as a JSON tree. */
  public static JsonValue tree(Resource resource) {
    return JsonTrees.read(resource.toByteArray());
  }

  public static String colour(Resource resource) {
    return tree(resource).path("spec").path("colour").asText();
  }

  /** Returns a transition that writes the object, regardless of its previous state. */
  public static Transition put(JsonObject object) {
    return Transition.immediate(current -> new Outcome.Put(object));
  }

  /** Returns a transition for an object that must exist. */
  public static Transition change(Function<Resource, Outcome> next) {
    return Transition.immediate(current -> next.apply(existing(current)));
  }

  /** Returns the current state of an object that must exist. */
  public static Resource existing(@Nullable Resource current) {
    return Objects.requireNonNull(current);
  }

  /** Returns the same transition for an object that most likely does not exist yet. */
  public static Transition expectingNone(Transition transition) {
    return new Transition() {
      @Override
      public CompletionStage<Outcome> next(@Nullable Resource current) {
        return transition.next(current);
      }

      @Override
      public boolean expectsNone() {
        return true;
      }
    };
  }

  /** Returns a transition that deletes the object if it exists. */
  public static Transition delete() {
    return new Transition() {
      @Override
      public CompletionStage<Outcome> next(@Nullable Resource current) {
        if (current == null) {
          throw Status.of(StatusReason.NOT_FOUND, "not found").toException();
        }
        return CompletableFuture.completedFuture(new Outcome.Delete());
      }

      @Override
      public Outcome nextOfUnreadable(UnreadableResourceException reason) {
        return new Outcome.Delete();
      }
    };
  }

  /** Writes bytes to storage directly; they need not be an object. */
  public static long store(Storage storage, String name, String bytes) {
    return join(storage.put(codec().keys().key(key(name)), bytes.getBytes(UTF_8)));
  }

  /** Waits up to half a minute for a stage. Returns its result or throws its failure. */
  public static <T> T join(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new AssertionError("no answer within 30 s", e);
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
