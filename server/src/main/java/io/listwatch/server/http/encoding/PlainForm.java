package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.OutputStream;

/** Encodes objects as JSON: writes the bytes that they consist of. */
final class PlainForm implements ObjectForm {
  private final ResourceDefinition definition;

  PlainForm(ResourceDefinition definition) {
    this.definition = definition;
  }

  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    object.writeTo(out);
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
    item.writeTo(out);
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
