package io.listwatch.server.registry.discovery;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ApiGroup;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ServedResources;
import io.listwatch.server.registry.Subresource;
import java.io.IOException;
import java.util.List;

/** The aggregated discovery document: groups with all their versions and resources. */
final class AggregatedDocument {
  private final ServedResources served;

  AggregatedDocument(ServedResources served) {
    this.served = served;
  }

  byte[] of(List<ApiGroup> groups) {
    return JsonWriting.object(
        out -> {
          out.writeStringField("kind", "APIGroupDiscoveryList");
          out.writeStringField("apiVersion", "apidiscovery.k8s.io/v2");
          out.writeObjectFieldStart("metadata");
          out.writeEndObject();
          out.writeArrayFieldStart("items");
          for (ApiGroup group : groups) {
            writeGroup(group, out);
          }
          out.writeEndArray();
        });
  }

  private void writeGroup(ApiGroup group, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("metadata");
    if (!group.name().isEmpty()) {
      out.writeStringField("name", group.name());
    }
    out.writeEndObject();
    out.writeArrayFieldStart("versions");
    for (String version : group.versions()) {
      writeVersion(group.name(), version, out);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void writeVersion(String group, String version, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("version", version);
    out.writeArrayFieldStart("resources");
    for (ResourceDefinition definition : served.in(group, version)) {
      writeResource(definition, out);
    }
    out.writeEndArray();
    out.writeStringField("freshness", "Current");
    out.writeEndObject();
  }

  private static void writeResource(ResourceDefinition definition, JsonGenerator out)
      throws IOException {
    ResourceType type = definition.type();
    out.writeStartObject();
    out.writeStringField("resource", type.plural());
    writeOwnKind(definition, type.kind(), out);
    out.writeStringField("scope", type.scope() == Scope.NAMESPACED ? "Namespaced" : "Cluster");
    out.writeStringField("singularResource", definition.singular());
    JsonWriting.strings(out, "verbs", Verb.words(definition.verbs()));
    JsonWriting.stringsIfAny(out, "shortNames", definition.shortNames());
    JsonWriting.stringsIfAny(out, "categories", definition.categories());
    if (!definition.subresources().isEmpty()) {
      out.writeArrayFieldStart("subresources");
      for (Subresource subresource : definition.subresources()) {
        writeSubresource(definition, subresource, out);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void writeSubresource(
      ResourceDefinition definition, Subresource subresource, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("subresource", subresource.name());
    if (subresource.version().isEmpty()) {
      writeOwnKind(definition, subresource.kind(), out);
    } else {
      writeKind(subresource.group(), subresource.version(), subresource.kind(), out);
    }
    JsonWriting.strings(out, "verbs", Verb.words(subresource.verbs()));
    out.writeEndObject();
  }

  /**
   * Writes the responseKind. For a built-in resource, kube-apiserver leaves its own group and
   * version empty.
   */
  private static void writeOwnKind(ResourceDefinition definition, String kind, JsonGenerator out)
      throws IOException {
    ResourceType type = definition.type();
    boolean custom = definition.custom();
    writeKind(custom ? type.group() : "", custom ? type.version() : "", kind, out);
  }

  private static void writeKind(String group, String version, String kind, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart("responseKind");
    out.writeStringField("group", group);
    out.writeStringField("version", version);
    out.writeStringField("kind", kind);
    out.writeEndObject();
  }
}
