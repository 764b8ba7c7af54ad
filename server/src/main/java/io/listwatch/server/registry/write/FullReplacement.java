package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.RepeatedField;
import io.listwatch.objects.schema.WrongTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change that a client describes by the object that it wants. */
public final class FullReplacement implements RequestedChange {
  private final DecodedObject sent;

  public FullReplacement(DecodedObject sent) {
    this.sent = sent;
  }

  /**
   * Looks at the values of what is not stored as it is sent.
   *
   * @param type a built-in one
   */
  public void checkValues(ResourceType type) {
    ObjectSchema schema = BuiltInTypes.load().find(type).orElseThrow();
    String problem = WrongTypes.first(sent.object(), schema);
    if (problem != null) {
      throw refused(type, sent.object(), problem);
    }
  }

  /**
   * Looks at the kind of what is not stored as it is sent; to say none is to say the right one.
   *
   * @param type a built-in one
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
  public ObjectNode of(@Nullable ObjectNode old) {
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
