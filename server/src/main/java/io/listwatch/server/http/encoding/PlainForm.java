package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Encodes objects as JSON: writes the bytes that they consist of, or slices of them. As on
 * kube-apiserver, items of lists of built-in kinds have no {@code kind} and {@code apiVersion}, and
 * custom resources have them.
 */
final class PlainForm implements ObjectForm {
  private final ResourceDefinition definition;
  private final boolean lean;

  /**
   * @param lean true to leave out managedFields
   */
  PlainForm(ResourceDefinition definition, boolean lean) {
    this.definition = definition;
    this.lean = lean;
  }

  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    if (lean) {
      object.writeLeanTo(out);
    } else {
      object.writeTo(out);
    }
  }

  @Override
  public void writeHead(ListHead head, OutputStream out) throws IOException {
    var json = new JsonBuilder().open();
    if (definition.custom()) {
      json.member("apiVersion", definition.type().apiVersion());
    } else {
      json.member("kind", definition.listKind())
          .member("apiVersion", definition.type().apiVersion())
          .name("metadata")
          .raw(head.json());
    }
    out.write(json.name("items").raw("[").bytes());
  }

  @Override
  public void writeItem(Resource item, boolean first, OutputStream out) throws IOException {
    if (!first) {
      out.write(',');
    }
    if (definition.custom()) {
      writeObject(item, out);
    } else if (lean) {
      item.writeLeanItemTo(out);
    } else {
      item.writeItemTo(out);
    }
  }

  @Override
  public void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException {
    var json = new JsonBuilder().raw("]");
    if (definition.custom()) {
      json.member("kind", definition.listKind()).name("metadata").raw(head.sortedJson());
    }
    out.write(json.close().bytes());
  }
}
