package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.WrongTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PUT: the complete new object. */
public final class FullReplacement implements RequestedChange {
  private final DecodedObject sent;

  public FullReplacement(DecodedObject sent) {
    this.sent = sent;
  }

  /**
   * Checks the value types of an object that is never stored, such as a Binding.
   *
   * @param type a built-in type
   */
  public void checkValues(ResourceType type) {
    ObjectSchema schema = BuiltInTypes.load().find(type).orElseThrow();
    String problem = WrongTypes.first(sent.object(), schema);
    if (problem != null) {
      throw refused(type, sent.object(), problem);
    }
  }

  /**
   * Checks the kind of an object that is never stored. The kind may be missing.
   *
   * @param type a built-in type
   */
  public void checkKind(ResourceType type) {
    String apiVersion = sent.object().path("apiVersion").asText("");
    String kind = sent.object().path("kind").asText("");
    boolean right =
        (apiVersion.isEmpty() || apiVersion.equals(type.apiVersion()))
            && (kind.isEmpty() || kind.equals(type.kind()));
    if (!right) {
      throw refused(
          type,
          sent.object(),
          new UnexpectedKind(
              apiVersion.isEmpty() ? type.apiVersion() : apiVersion,
              kind.isEmpty() ? type.kind() : kind));
    }
  }

  @Override
  public JsonObject of(@Nullable JsonObject old) {
    return sent.object().deepCopy();
  }

  @Override
  public List<RepeatedField> duplicates() {
    return sent.duplicates();
  }

  @Override
  public boolean standsAlone() {
    return true;
  }

  @Override
  public String uid() {
    return sent.object().path("metadata").path("uid").asText();
  }
}
