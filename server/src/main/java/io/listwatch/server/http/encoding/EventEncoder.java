package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Writes the events of one watch, each a line of JSON.
 *
 * <p>Threads: that of the watch.
 */
public final class EventEncoder {
  private static final byte[] END = "}\n".getBytes(US_ASCII);

  private final ResourceDefinition definition;
  private final Representation representation;
  private final IncludedObject included;
  private final boolean ascii;
  private final FrameCache cache;
  private final Supplier<Instant> clock;

  /** Whether the reader of a table has been told its columns. */
  private boolean columnsSent;

  /**
   * Encodes for one watch.
   *
   * @param ascii whether the client cannot be trusted with anything but ASCII
   * @param clock what ages in tables are measured against
   */
  public EventEncoder(
      ResourceDefinition definition,
      Representation representation,
      IncludedObject included,
      boolean ascii,
      FrameCache cache,
      Supplier<Instant> clock) {
    this.definition = definition;
    this.representation = representation;
    this.included = included;
    this.ascii = ascii;
    this.cache = cache;
    this.clock = clock;
  }

  /** Writes an event, in one piece. */
  public void write(WatchEvent event, OutputStream out) {
    try {
      if (event instanceof WatchEvent.Added added) {
        writeObject("ADDED", added.object(), out);
      } else if (event instanceof WatchEvent.Modified modified) {
        writeObject("MODIFIED", modified.object(), out);
      } else if (event instanceof WatchEvent.Deleted deleted) {
        writeObject("DELETED", deleted.object(), out);
      } else if (event instanceof WatchEvent.Bookmark bookmark) {
        writeBookmark(bookmark, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes why a watch is over. Failures keep their form, whatever form objects have. */
  public void writeError(Status status, OutputStream out) {
    try {
      begin("ERROR", out);
      byte[] json = StatusJson.failure(status);
      out.write(ascii ? AsciiJson.escape(json) : json);
      out.write(END);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeObject(String type, Resource object, OutputStream out) throws IOException {
    begin(type, out);
    boolean escape = ascii && !object.ascii();
    switch (representation.shape()) {
      case OBJECT -> {
        if (escape) {
          out.write(cached(object, FrameCache.Form.ASCII));
        } else {
          object.writeTo(out);
        }
      }
      case METADATA, METADATA_LIST -> writeMetadata(object, escape, out);
      case TABLE -> writeRow(object, escape, out);
    }
    out.write(END);
  }

  private static void begin(String type, OutputStream out) throws IOException {
    out.write("{\"type\":\"%s\",\"object\":".formatted(type).getBytes(US_ASCII));
  }

  private void writeMetadata(Resource object, boolean escape, OutputStream out) throws IOException {
    if (representation.metaVersion().equals("v1")) {
      out.write(cached(object, escape ? FrameCache.Form.ASCII_METADATA : FrameCache.Form.METADATA));
    } else {
      var json = new ByteArrayOutputStream();
      new MetadataForm(representation.metaVersion()).writeObject(object, json);
      out.write(escape ? AsciiJson.escape(json.toByteArray()) : json.toByteArray());
    }
  }

  private byte[] cached(Resource object, FrameCache.Form form) {
    return cache.get(
        object,
        form,
        () ->
            switch (form) {
              case ASCII -> AsciiJson.escape(object.toByteArray());
              case METADATA -> object.partialMetadata();
              case ASCII_METADATA -> AsciiJson.escape(object.partialMetadata());
            });
  }

  private void writeRow(Resource object, boolean escape, OutputStream out) throws IOException {
    var json = new ByteArrayOutputStream(object.size());
    TableForm table = table();
    ListHead head = ListHead.of(object.version());
    writeTableHead(table, head, json);
    table.writeItem(object, true, json);
    table.writeTail(head, false, json);
    out.write(escape ? AsciiJson.escape(json.toByteArray()) : json.toByteArray());
  }

  /** Rows show ages, so they are made when they are sent. */
  private TableForm table() {
    return new TableForm(definition, representation.metaVersion(), included, clock.get());
  }

  private void writeTableHead(TableForm table, ListHead head, OutputStream out) throws IOException {
    if (columnsSent) {
      table.writeHeadWithoutColumns(head, out);
    } else {
      table.writeHead(head, out);
      columnsSent = true;
    }
  }

  private void writeBookmark(WatchEvent.Bookmark bookmark, OutputStream out) throws IOException {
    begin("BOOKMARK", out);
    String metadata = metadata(bookmark);
    switch (representation.shape()) {
      case OBJECT ->
          out.write(empty(definition.type().kind(), definition.type().apiVersion(), metadata));
      case METADATA, METADATA_LIST ->
          out.write(
              empty(
                  "PartialObjectMetadata",
                  "meta.k8s.io/" + representation.metaVersion(),
                  metadata));
      case TABLE -> {
        TableForm table = table();
        ListHead head = ListHead.of(bookmark.version());
        writeTableHead(table, head, out);
        table.writeBookmark(metadata, bookmark.endOfInitialEvents(), out);
        table.writeTail(head, false, out);
      }
    }
    out.write(END);
  }

  private static String metadata(WatchEvent.Bookmark bookmark) {
    var json = new JsonBuilder().open().member("resourceVersion", bookmark.version().toString());
    if (bookmark.endOfInitialEvents()) {
      json.name("annotations").raw("{\"k8s.io/initial-events-end\":\"true\"}");
    }
    return json.close().toString();
  }

  /** An object that has nothing but a kind and some metadata. */
  private static byte[] empty(String kind, String apiVersion, String metadata) {
    return new JsonBuilder()
        .open()
        .member("kind", kind)
        .member("apiVersion", apiVersion)
        .name("metadata")
        .raw(metadata)
        .close()
        .bytes();
  }
}
