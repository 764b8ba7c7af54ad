package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Converts another form to YAML, with sorted members. In a list, the members that sort before
 * {@code items} are the head and the others the tail, so that it can still be streamed.
 */
final class YamlForm implements ObjectForm {
  private final ObjectForm form;

  YamlForm(ObjectForm form) {
    this.form = form;
  }

  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    var json = new ByteArrayOutputStream(object.size());
    form.writeObject(object, json);
    YamlDocument.write(json.toByteArray(), out);
  }

  @Override
  public void writeHead(ListHead head, OutputStream out) throws IOException {
    JsonValue frame = frame(head);
    String items = items(frame);
    var yaml = new YamlWriter(out);
    yaml.members(frame, name -> name.compareTo(items) < 0);
    yaml.name(items);
  }

  /** Returns the list without its items. */
  private JsonValue frame(ListHead head) throws IOException {
    var json = new ByteArrayOutputStream();
    form.writeHead(head, json);
    form.writeTail(head, true, json);
    return YamlDocument.parse(json.toByteArray());
  }

  private static String items(JsonValue frame) {
    return frame.has("rows") ? "rows" : "items";
  }

  @Override
  public void writeItem(Resource item, boolean first, OutputStream out) throws IOException {
    var json = new ByteArrayOutputStream(item.size());
    form.writeItem(item, true, json);
    var yaml = new YamlWriter(out);
    if (first) {
      yaml.endLine();
    }
    yaml.element(YamlDocument.parse(json.toByteArray()));
  }

  @Override
  public void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException {
    JsonValue frame = frame(head);
    String items = items(frame);
    var yaml = new YamlWriter(out);
    if (empty) {
      yaml.emptyList();
    }
    yaml.members(frame, name -> name.compareTo(items) > 0);
  }
}
