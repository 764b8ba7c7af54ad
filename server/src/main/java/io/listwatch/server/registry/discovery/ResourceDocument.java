package io.listwatch.server.registry.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.GroupVersion;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ServedResources;
import io.listwatch.server.registry.Subresource;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** Writes the {@code APIResourceList} of one group version. */
final class ResourceDocument {
  private static final int HASH_BYTES = 8;

  private final ServedResources served;

  ResourceDocument(ServedResources served) {
    this.served = served;
  }

  byte[] of(String group, String version) {
    return JsonWriting.object(
        out -> {
          out.writeStringField("kind", "APIResourceList");
          // kube-apiserver omits apiVersion for the core group only.
          if (!group.isEmpty()) {
            out.writeStringField("apiVersion", "v1");
          }
          out.writeStringField("groupVersion", new GroupVersion(group, version).toString());
          out.writeArrayFieldStart("resources");
          for (ResourceDefinition definition : served.in(group, version)) {
            writeResource(definition, out);
            for (Subresource subresource : definition.subresources()) {
              writeSubresource(definition, subresource, out);
            }
          }
          out.writeEndArray();
        });
  }

  private void writeResource(ResourceDefinition definition, JsonGenerator out) throws IOException {
    ResourceType type = definition.type();
    out.writeStartObject();
    out.writeStringField("name", type.plural());
    out.writeStringField("singularName", definition.singular());
    out.writeBooleanField("namespaced", type.scope() == Scope.NAMESPACED);
    out.writeStringField("kind", type.kind());
    JsonWriting.strings(out, "verbs", Verb.words(definition.verbs()));
    JsonWriting.stringsIfAny(out, "shortNames", definition.shortNames());
    JsonWriting.stringsIfAny(out, "categories", definition.categories());
    if (isStored(definition)) {
      out.writeStringField("storageVersionHash", hash(definition.stored()));
    }
    out.writeEndObject();
  }

  /**
   * False for resources that are never stored, such as reviews, and for resources whose stored
   * version is not served.
   */
  private boolean isStored(ResourceDefinition definition) {
    ResourceType stored = definition.stored();
    return definition.allows(Verb.GET)
        && definition.allows(Verb.WATCH)
        && served.find(stored.group(), stored.version(), stored.plural()).isPresent();
  }

  /**
   * Returns the storageVersionHash, by which clients notice that the storage version has changed.
   */
  private static String hash(ResourceType stored) {
    String name = stored.group() + "/" + stored.version() + "/" + stored.kind();
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, HASH_BYTES));
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    }
  }

  private static void writeSubresource(
      ResourceDefinition definition, Subresource subresource, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("name", definition.type().plural() + "/" + subresource.name());
    out.writeStringField("singularName", "");
    out.writeBooleanField("namespaced", definition.type().scope() == Scope.NAMESPACED);
    if (!subresource.version().isEmpty()) {
      out.writeStringField("group", subresource.group());
      out.writeStringField("version", subresource.version());
    }
    out.writeStringField("kind", subresource.kind());
    JsonWriting.strings(out, "verbs", Verb.words(subresource.verbs()));
    out.writeEndObject();
  }
}
