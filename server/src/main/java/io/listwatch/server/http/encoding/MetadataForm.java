package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.listwatch.model.Resource;
import java.io.IOException;
import java.io.OutputStream;

/** Encodes {@code PartialObjectMetadata}: nearly always slices of the object's own bytes. */
final class MetadataForm implements ObjectForm {
  private static final String V1 = "v1";
  private static final String V1_MARK = "meta.k8s.io/v1\"";

  private final String version;
  private final boolean lean;

  /**
   * @param version {@code v1} or {@code v1beta1}
   * @param lean true to leave out managedFields
   */
  MetadataForm(String version, boolean lean) {
    this.version = version;
    this.lean = lean;
  }

  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    byte[] json = PartialMetadata.of(object, lean);
    if (version.equals(V1)) {
      out.write(json);
      return;
    }
    // The version is among the first bytes, before any content of the object.
    String start = new String(json, 0, Math.min(json.length, 80), ISO_8859_1);
    int end = start.indexOf(V1_MARK) + V1_MARK.length() - 1;
    out.write(json, 0, end - V1.length());
    out.write(version.getBytes(ISO_8859_1));
    out.write(json, end, json.length - end);
  }

  @Override
  public void writeHead(ListHead head, OutputStream out) throws IOException {
    out.write(
        new JsonBuilder()
            .open()
            .member("kind", "PartialObjectMetadataList")
            .member("apiVersion", "meta.k8s.io/" + version)
            .name("metadata")
            .raw(head.json())
            .name("items")
            .bytes());
  }

  @Override
  public void writeItem(Resource item, boolean first, OutputStream out) throws IOException {
    out.write(first ? '[' : ',');
    writeObject(item, out);
  }

  @Override
  public void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException {
    // kube-apiserver writes null for no items.
    out.write((empty ? "null}" : "]}").getBytes(ISO_8859_1));
  }
}
