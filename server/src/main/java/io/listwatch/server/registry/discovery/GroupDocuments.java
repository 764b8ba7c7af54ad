package io.listwatch.server.registry.discovery;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.server.registry.ApiGroup;
import java.io.IOException;
import java.util.List;

/** Writes the discovery documents of API groups and their versions. */
final class GroupDocuments {
  private GroupDocuments() {}

  /** Returns the document of {@code /api}. */
  static byte[] coreVersions(List<ApiGroup> core, String serverAddress) {
    return JsonWriting.object(
        out -> {
          out.writeStringField("kind", "APIVersions");
          JsonWriting.strings(
              out, "versions", core.stream().flatMap(each -> each.versions().stream()).toList());
          out.writeArrayFieldStart("serverAddressByClientCIDRs");
          out.writeStartObject();
          out.writeStringField("clientCIDR", "0.0.0.0/0");
          out.writeStringField("serverAddress", serverAddress);
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  static byte[] groups(List<ApiGroup> groups) {
    return JsonWriting.object(
        out -> {
          out.writeStringField("kind", "APIGroupList");
          out.writeStringField("apiVersion", "v1");
          out.writeArrayFieldStart("groups");
          for (ApiGroup group : groups) {
            out.writeStartObject();
            writeGroup(group, out);
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  static byte[] group(ApiGroup group) {
    return JsonWriting.object(
        out -> {
          out.writeStringField("kind", "APIGroup");
          out.writeStringField("apiVersion", "v1");
          writeGroup(group, out);
        });
  }

  private static void writeGroup(ApiGroup group, JsonGenerator out) throws IOException {
    out.writeStringField("name", group.name());
    out.writeArrayFieldStart("versions");
    for (String version : group.versions()) {
      writeVersion(group, version, out);
    }
    out.writeEndArray();
    out.writeFieldName("preferredVersion");
    writeVersion(group, group.preferredVersion(), out);
  }

  private static void writeVersion(ApiGroup group, String version, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("groupVersion", group.name() + "/" + version);
    out.writeStringField("version", version);
    out.writeEndObject();
  }
}
