package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.TableColumns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.stream.Collectors;

/** Encodes objects as rows of a {@code Table}. */
final class TableForm implements ObjectForm {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private final ResourceDefinition definition;
  private final TableColumns columns;
  private final String version;
  private final IncludedObject included;
  private final Instant now;
  private final PlainForm whole;
  private final MetadataForm metadata;

  TableForm(
      ResourceDefinition definition,
      Representation representation,
      IncludedObject included,
      Instant now) {
    this.definition = definition;
    this.columns = definition.columns();
    this.version = representation.metaVersion();
    this.included = included;
    this.now = now;
    this.whole = new PlainForm(definition, representation.lean());
    this.metadata = new MetadataForm(version, representation.lean());
  }

  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    ListHead head = ListHead.of(object.version());
    writeHead(head, out);
    writeItem(object, true, out);
    writeTail(head, false, out);
  }

  @Override
  public void writeHead(ListHead head, OutputStream out) throws IOException {
    writeHead(head, definitions(), out);
  }

  /** Writes the head without column definitions, as in all events of a watch but the first. */
  void writeHeadWithoutColumns(ListHead head, OutputStream out) throws IOException {
    writeHead(head, "null", out);
  }

  private void writeHead(ListHead head, String definitions, OutputStream out) throws IOException {
    out.write(
        new JsonBuilder()
            .open()
            .member("kind", "Table")
            .member("apiVersion", "meta.k8s.io/" + version)
            .name("metadata")
            .raw(head.json())
            .name("columnDefinitions")
            .raw(definitions)
            .name("rows")
            .raw("[")
            .bytes());
  }

  private String definitions() {
    return columns.columns().stream()
        .map(
            column ->
                new JsonBuilder()
                    .open()
                    .member("name", column.name())
                    .member("type", column.type())
                    .member("format", column.format())
                    .member("description", column.description())
                    .member("priority", column.priority())
                    .close()
                    .toString())
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Override
  public void writeItem(Resource item, boolean first, OutputStream out) throws IOException {
    out.write((first ? "{\"cells\":" : ",{\"cells\":").getBytes(UTF_8));
    writeCells(item, out);
    out.write(",\"object\":".getBytes(UTF_8));
    switch (included) {
      case NONE -> out.write("null".getBytes(UTF_8));
      case METADATA -> metadata.writeObject(item, out);
      case OBJECT -> whole.writeObject(item, out);
    }
    out.write('}');
  }

  private void writeCells(Resource item, OutputStream out) throws IOException {
    try (JsonGenerator cells = JSON.createGenerator(out)) {
      cells.writeStartArray();
      columns.writeCells(item, now, cells);
      cells.writeEndArray();
    }
  }

  /** Writes a row for a bookmark: the cells of an empty object, which has no name. */
  void writeBookmark(WatchEvent.Bookmark bookmark, OutputStream out) throws IOException {
    var cells = new ByteArrayOutputStream();
    writeCells(BookmarkObject.empty(definition), cells);
    JsonArray row = (JsonArray) JsonTrees.read(cells.toByteArray());
    var nameless = new JsonArray();
    for (int i = 0; i < columns.columns().size(); i++) {
      if (columns.columns().get(i).name().equals("Name")) {
        nameless.add("");
      } else {
        nameless.add(row.path(i));
      }
    }
    out.write("{\"cells\":%s,\"object\":".formatted(JsonTrees.write(nameless)).getBytes(UTF_8));
    out.write(included(bookmark));
    out.write('}');
  }

  /**
   * Returns the object of a bookmark's row. The annotation that ends the initial events is sent
   * even with {@code includeObject=None}.
   */
  private byte[] included(WatchEvent.Bookmark bookmark) {
    if (included == IncludedObject.OBJECT) {
      return BookmarkObject.whole(bookmark, definition);
    }
    return included == IncludedObject.NONE && !bookmark.endOfInitialEvents()
        ? "null".getBytes(UTF_8)
        : BookmarkObject.ofMetadata(bookmark, version);
  }

  @Override
  public void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException {
    out.write(']');
    out.write('}');
  }
}
