package io.listwatch.server.registry.strategy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.metadata.Metadata;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Priority classes: one of them at most is for all pods that name none. */
final class PriorityClassStrategy extends BuiltInStrategy {
  private final ResourceType type;
  private final String usualClass;

  /**
   * @param usualClass the one that is for all now; empty if there is none
   */
  PriorityClassStrategy(ResourceDefinition definition, String usualClass) {
    super(definition);
    this.type = definition.type();
    this.usualClass = usualClass;
  }

  /** Of classes that are for all, should there be several, the one that asks for least. */
  static Optional<JsonValue> usual(Collection<JsonValue> classes) {
    return classes.stream()
        .filter(each -> each.path("globalDefault").asBoolean())
        .min(Comparator.comparingInt(each -> each.path("value").asInt()));
  }

  /** What they mean never changes, so that there is one generation of each. */
  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    Metadata.of(next).copy(Metadata.of(old), "generation");
  }

  @Override
  public void admit(JsonObject next, @Nullable JsonObject old) {
    String name = Metadata.of(next).name();
    boolean another = old == null || !usualClass.equals(name);
    if (next.path("globalDefault").asBoolean() && !usualClass.isEmpty() && another) {
      throw Refusals.forbidden(
          type,
          name,
          "PriorityClass "
              + usualClass
              + " is already marked as default. Only one default can exist");
    }
  }
}
