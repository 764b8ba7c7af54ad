package io.listwatch.server.http.encoding;

import io.listwatch.model.InternalErrorException;
import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the events of one watch, each as a line of JSON or a protobuf message.
 *
 * <p>Threads: the event loop of the watch.
 */
public final class EventEncoder {
  private static final byte[] NOT_SHARED = {};

  private final ResourceDefinition definition;
  private final Representation representation;
  private final IncludedObject included;
  private final boolean ascii;
  private final boolean prefixed;
  private final FrameCache cache;
  private final @Nullable ProtobufFrames protobuf;
  private final DeltaMeters meters;
  private final Supplier<Instant> clock;

  private final SharedFrames sharedFrames = new SharedFrames();
  private final OwnFrames ownFrames = new OwnFrames();

  /** Null if the watch sends no deltas. */
  private final @Nullable DeltaFrames deltas;

  /** True if live events are encoded the same for every watch of this form. */
  private final boolean shares;

  /** Number of events that were encoded as deltas. */
  private long deltasSent;

  /** True once an event of a table watch has been sent with column definitions. */
  private boolean columnsSent;

  /**
   * @param ascii true if the client can read nothing but ASCII
   * @param prefixed true if a protobuf message is preceded by its length
   * @param clock for the ages in tables
   */
  public EventEncoder(
      ResourceDefinition definition,
      Representation representation,
      IncludedObject included,
      boolean ascii,
      boolean prefixed,
      FrameCache cache,
      KeptMessages kept,
      DeltaMeters meters,
      Supplier<Instant> clock) {
    this.definition = definition;
    this.representation = representation;
    this.included = included;
    this.ascii = ascii;
    this.prefixed = prefixed;
    this.cache = cache;
    this.meters = meters;
    this.clock = clock;
    boolean whole = representation.shape() == Representation.Shape.OBJECT;
    this.deltas =
        representation.delta() ? new DeltaFrames(cache, !whole, representation.lean()) : null;
    this.protobuf =
        inProtobuf() && whole
            ? new ProtobufFrames(definition, representation.lean(), prefixed, cache, kept)
            : null;
    this.shares = !ascii && whole;
  }

  /**
   * Returns the encoded event that all watches of this form share; null if each watch encodes it
   * itself.
   *
   * @param initial true for an initial event, which is not shared: there are too many to cache
   */
  public byte @Nullable [] shared(WatchEvent event, boolean initial) {
    byte[] delta = deltas == null ? null : deltas.frame(event);
    if (delta != null) {
      deltasSent++;
      meters.sent(delta);
      return delta;
    }
    byte[] frame = shares && !initial ? event.match(sharedFrames) : NOT_SHARED;
    return frame.length == 0 ? null : frame;
  }

  public long deltasSent() {
    return deltasSent;
  }

  /**
   * Writes an event as one frame.
   *
   * @throws InternalErrorException if the event is of an object that cannot be read. The watch must
   *     end with this error, as kube-apiserver ends it: otherwise the client would not learn that
   *     the object has changed.
   */
  public void write(WatchEvent event, OutputStream out) {
    ownFrames.out = out;
    event.match(ownFrames);
  }

  /**
   * Writes the ERROR event that ends a watch. Its Status is not converted to a table or metadata.
   */
  public void writeError(Status status, OutputStream out) {
    try {
      byte[] json = StatusJson.failure(status);
      if (inProtobuf()) {
        writeMessage(EventType.ERROR, ProtobufDocument.of(json), out);
        return;
      }
      out.write(EventType.ERROR.beginning);
      out.write(ascii ? AsciiJson.escape(json) : json);
      out.write(EventType.END);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeObject(EventType type, Resource object, OutputStream out) throws IOException {
    if (protobuf != null) {
      protobuf.write(type, object, out);
      return;
    }
    if (inProtobuf()) {
      writeMessage(type, metadataMessage(object), out);
      return;
    }
    out.write(type.beginning);
    boolean escape = ascii && !object.ascii();
    switch (representation.shape()) {
      case OBJECT -> {
        if (escape) {
          out.write(cached(object, FrameCache.Form.ASCII));
        } else if (representation.lean()) {
          object.writeLeanTo(out);
        } else {
          object.writeTo(out);
        }
      }
      case METADATA, METADATA_LIST -> writeMetadata(object, escape, out);
      case TABLE -> writeRow(object, escape, out);
    }
    out.write(EventType.END);
  }

  private byte[] cached(Resource object, FrameCache.Form form) {
    return cache.get(object, form, representation.lean());
  }

  private boolean inProtobuf() {
    return representation.format() == Representation.Format.PROTOBUF;
  }

  /** A message in a stream is preceded by its length; a WebSocket frame has a length of its own. */
  private void writeMessage(EventType type, byte[] object, OutputStream out) throws IOException {
    byte[] event = ProtobufMessage.event(type.name(), object);
    if (prefixed) {
      out.write(ProtobufFrames.prefix(event.length));
    }
    out.write(event);
  }

  private byte[] metadataMessage(Resource object) throws IOException {
    if (representation.metaVersion().equals("v1")) {
      return cached(object, FrameCache.Form.PROTOBUF_METADATA);
    }
    var json = new ByteArrayOutputStream();
    new MetadataForm(representation.metaVersion(), representation.lean()).writeObject(object, json);
    return ProtobufDocument.of(json.toByteArray());
  }

  private void writeMetadata(Resource object, boolean escape, OutputStream out) throws IOException {
    if (representation.metaVersion().equals("v1")) {
      out.write(cached(object, escape ? FrameCache.Form.ASCII_METADATA : FrameCache.Form.METADATA));
    } else {
      var json = new ByteArrayOutputStream();
      new MetadataForm(representation.metaVersion(), representation.lean())
          .writeObject(object, json);
      out.write(escape ? AsciiJson.escape(json.toByteArray()) : json.toByteArray());
    }
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

  /** Created for each event, because rows show ages. */
  private TableForm table() {
    return new TableForm(definition, representation, included, clock.get());
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
    if (inProtobuf()) {
      writeMessage(EventType.BOOKMARK, ProtobufDocument.of(bookmarkObject(bookmark)), out);
      return;
    }
    out.write(EventType.BOOKMARK.beginning);
    switch (representation.shape()) {
      case OBJECT, METADATA, METADATA_LIST -> out.write(bookmarkObject(bookmark));
      case TABLE -> {
        TableForm table = table();
        ListHead head = ListHead.of(bookmark.version());
        writeTableHead(table, head, out);
        table.writeBookmark(bookmark, out);
        table.writeTail(head, false, out);
      }
    }
    out.write(EventType.END);
  }

  private byte[] bookmarkObject(WatchEvent.Bookmark bookmark) {
    return BookmarkObject.of(bookmark, definition, representation);
  }

  /** Returns the frame that all watches share, or {@link #NOT_SHARED}. */
  private final class SharedFrames implements WatchEvent.Cases<byte[]> {
    @Override
    public byte[] added(Resource object) {
      return shared(EventType.ADDED, object, FrameCache.Form.ADDED);
    }

    @Override
    public byte[] modified(Resource object) {
      return shared(EventType.MODIFIED, object, FrameCache.Form.MODIFIED);
    }

    @Override
    public byte[] deleted(Resource object) {
      return shared(EventType.DELETED, object, FrameCache.Form.DELETED);
    }

    private byte[] shared(EventType type, Resource object, FrameCache.Form form) {
      int size = representation.lean() ? object.leanSize() : object.size();
      if (size > FrameCache.LARGEST) {
        return NOT_SHARED;
      }
      return protobuf == null ? cached(object, form) : protobuf.shared(type, object);
    }

    @Override
    public byte[] bookmark(WatchEvent.Bookmark bookmark) {
      return NOT_SHARED;
    }

    @Override
    public byte[] unreadable(UnreadableObject object) {
      return NOT_SHARED;
    }
  }

  /**
   * Writes the frame of this watch and returns its type. One instance serves all events, which
   * saves an allocation each.
   */
  private final class OwnFrames implements WatchEvent.Cases<EventType> {
    private OutputStream out = OutputStream.nullOutputStream();

    @Override
    public EventType added(Resource object) {
      return write(EventType.ADDED, object);
    }

    @Override
    public EventType modified(Resource object) {
      return write(EventType.MODIFIED, object);
    }

    @Override
    public EventType deleted(Resource object) {
      return write(EventType.DELETED, object);
    }

    private EventType write(EventType type, Resource object) {
      try {
        writeObject(type, object, out);
        return type;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public EventType bookmark(WatchEvent.Bookmark bookmark) {
      try {
        writeBookmark(bookmark, out);
        return EventType.BOOKMARK;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public EventType unreadable(UnreadableObject object) {
      throw new InternalErrorException(
          Status.of(StatusReason.INTERNAL_ERROR, "unable to decode " + object));
    }
  }
}
