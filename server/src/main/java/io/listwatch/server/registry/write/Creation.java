package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.metadata.Identities;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.metadata.MetadataValidation;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes an object that was taken in one that can be stored for the first time: what only the server
 * may say about it is said, and it is valid.
 *
 * <p>Thread-safe.
 */
public final class Creation {
  private final Timers timers;
  private final Identities identities;

  public Creation(Timers timers, Identities identities) {
    this.timers = timers;
    this.identities = identities;
  }

  /** Forgets what a client says about an object that is not for clients to say. */
  static void wipe(ObjectNode object) {
    Metadata.of(object)
        .remove(
            "creationTimestamp",
            "uid",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "selfLink");
  }

  /** Gives the object its identity, and a name if it wants one. */
  void complete(ServedKind kind, ObjectNode object) {
    wipe(object);
    Metadata metadata = Metadata.of(object);
    metadata.set("creationTimestamp", Times.seconds(timers.now()));
    metadata.set("uid", identities.uid());
    if (metadata.name().isEmpty() && !metadata.generateName().isEmpty()) {
      metadata.set("name", identities.name(metadata.generateName()));
    }
    kind.strategy().prepareCreate(object);
    validate(kind, object);
    kind.strategy().admit(object, null);
  }

  private static void validate(ServedKind kind, ObjectNode object) {
    Metadata metadata = Metadata.of(object);
    List<FieldError> errors = new ArrayList<>();
    var rules = new MetadataValidation(kind.type().scope(), kind.traits().names(), errors);
    rules.check(metadata);
    if (kind.traits().qualifiedFinalizers()) {
      rules.checkQualified(metadata);
    }
    kind.strategy().validate(object, errors);
    if (!errors.isEmpty()) {
      throw Refusals.invalid(kind.type(), metadata.name(), errors);
    }
  }
}
