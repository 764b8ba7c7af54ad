package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Identities;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.objects.strategy.ObjectValidation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prepares and validates a new object: sets the fields that only the server may set, calls the
 * kind's strategy, then validates the result.
 *
 * <p>Thread-safe.
 */
public final class BeforeCreate {
  private final Timers timers;
  private final Identities identities;

  public BeforeCreate(Timers timers, Identities identities) {
    this.timers = timers;
    this.identities = identities;
  }

  /** Returns the object's name, or a generated one for an object with {@code generateName}. */
  String nameOf(JsonObject object) {
    Metadata metadata = Metadata.of(object);
    return metadata.name().isEmpty() && !metadata.generateName().isEmpty()
        ? identities.name(metadata.generateName())
        : metadata.name();
  }

  /**
   * Prepares the object for storage.
   *
   * @param name its own name or the generated one
   * @throws io.listwatch.model.ApiException if it is invalid
   */
  void apply(ServedKind kind, JsonObject object, String name, Consumer<String> warnings) {
    kind.strategy().warningsAsSent(object).forEach(warnings);
    Metadata metadata = Metadata.of(object);
    metadata.dropSystemFields();
    metadata.set("creationTimestamp", Times.seconds(timers.now()));
    metadata.set("uid", identities.uid());
    metadata.set("name", name);
    kind.strategy().prepareCreate(object);
    validate(kind, object);
    kind.strategy().admit(object, null);
    kind.strategy().warnings(object, null).forEach(warnings);
  }

  private static void validate(ServedKind kind, JsonObject object) {
    List<FieldError> errors =
        ObjectValidation.create(kind.definition().written(), kind.strategy(), object);
    if (!errors.isEmpty()) {
      throw ApiErrors.invalid(kind.type(), Metadata.of(object).name(), errors);
    }
  }
}
