package io.listwatch.objects.strategy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The strategy of PriorityClasses: at most one is the global default. */
public final class PriorityClassStrategy extends BuiltInStrategy {
  private final ResourceType type;
  private final String defaultClass;

  /**
   * @param defaultClass the current global default; empty if there is none
   */
  public PriorityClassStrategy(WrittenKind kind, String defaultClass) {
    super(kind);
    this.type = kind.type();
    this.defaultClass = defaultClass;
  }

  /** Returns the global default; if there are several, the one with the lowest value. */
  public static Optional<JsonValue> globalDefault(Collection<JsonValue> classes) {
    return classes.stream()
        .filter(each -> each.path("globalDefault").asBoolean())
        .min(Comparator.comparingInt(each -> each.path("value").asInt()));
  }

  /** Keeps the generation, because the value of a class is immutable. */
  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    super.prepareUpdate(next, old);
    Metadata.of(next).copy(Metadata.of(old), "generation");
  }

  @Override
  public void admit(JsonObject next, @Nullable JsonObject old) {
    String name = Metadata.of(next).name();
    boolean another = old == null || !defaultClass.equals(name);
    if (next.path("globalDefault").asBoolean() && !defaultClass.isEmpty() && another) {
      throw Forbidden.write(
          type,
          name,
          "PriorityClass "
              + defaultClass
              + " is already marked as default. Only one default can exist");
    }
  }
}
