package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Another form as YAML, with sorted members. Of a list, those that sort before its items make the
 * head and the others the tail, so that it can be streamed all the same.
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

  /** The list without its items. */
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
