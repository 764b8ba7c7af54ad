package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.Transition;
import org.jspecify.annotations.Nullable;

/** The write that creates an object, where there is none. */
record Birth(ServedKind kind, ResourceKey key, ObjectNode object, WriteOptions options)
    implements Transition {
  /** A rehearsal writes nothing, and so would not find out. */
  @Override
  public boolean expectsNone() {
    return !options.dryRun();
  }

  @Override
  public Outcome next(@Nullable Resource current) {
    ObjectNode newborn = object.deepCopy();
    checkUnversioned(Metadata.of(newborn), options);
    if (current != null) {
      throw current.terminating()
          ? Refusals.beingDeleted(kind.type(), key.name())
          : Refusals.alreadyExists(kind.type(), key.name());
    }
    if (options.dryRun()) {
      // Nobody gives it another version, so it keeps the one that it came with.
      return new Outcome.Answer(kind.rehearsed(newborn));
    }
    Metadata.of(newborn).remove("resourceVersion");
    return new Outcome.Put(newborn, kind.strategy().lifetime());
  }

  /** A version that is a number is refused; anything else is passed over, as the reference does. */
  private static void checkUnversioned(Metadata metadata, WriteOptions options) {
    String version = metadata.resourceVersion();
    boolean number = !version.isEmpty() && version.chars().allMatch(c -> c >= '0' && c <= '9');
    if (number && !version.replace("0", "").isEmpty() && !options.dryRun()) {
      throw Refusals.plain("resourceVersion should not be set on objects to be created");
    }
  }
}
