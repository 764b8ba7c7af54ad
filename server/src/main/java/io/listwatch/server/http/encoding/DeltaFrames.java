package io.listwatch.server.http.encoding;

import io.listwatch.model.ObjectDelta;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes MODIFIED and DELETED events as deltas to the previous state. A delta is the same for all
 * watches of one form, regardless of their selectors: each has sent the previous state, or its
 * client has listed it.
 *
 * <p>Thread-safe.
 */
final class DeltaFrames {
  /** Larger objects are sent whole, because comparing them would take an event loop too long. */
  private static final int MAX_OBJECT = 2 << 20;

  /** The marker for an event that is sent whole. */
  private static final byte[] WHOLE = {};

  private final FrameCache cache;
  private final boolean metadata;
  private final boolean lean;

  /**
   * @param metadata true for the form of PartialObjectMetadata
   * @param lean true to leave out managedFields
   */
  DeltaFrames(FrameCache cache, boolean metadata, boolean lean) {
    this.cache = cache;
    this.metadata = metadata;
    this.lean = lean;
  }

  /** Returns the frame of an event; null if the event is sent whole. */
  byte @Nullable [] frame(WatchEvent event) {
    Resource object = event.resource();
    Resource previous = event.previous();
    if (object == null || previous == null || object.version().equals(previous.version())) {
      return null;
    }
    boolean deleted = event instanceof WatchEvent.Deleted;
    FrameCache.Form form = form(deleted);
    byte[] frame = cache.find(object, form, lean);
    if (frame == null) {
      frame = encode(deleted ? EventType.DELETED : EventType.MODIFIED, previous, object);
      cache.put(object, form, lean, frame);
    }
    return frame.length == 0 ? null : frame;
  }

  private FrameCache.Form form(boolean deleted) {
    if (metadata) {
      return deleted
          ? FrameCache.Form.DELETED_METADATA_DELTA
          : FrameCache.Form.MODIFIED_METADATA_DELTA;
    }
    return deleted ? FrameCache.Form.DELETED_DELTA : FrameCache.Form.MODIFIED_DELTA;
  }

  private byte[] encode(EventType type, Resource previous, Resource object) {
    if (Math.max(previous.size(), object.size()) > MAX_OBJECT) {
      return WHOLE;
    }
    byte[] result = form(object);
    var frame = new ByteArrayOutputStream(512);
    frame.writeBytes(type.deltaBeginning);
    ObjectDelta.between(object.key(), previous.version(), object.version(), form(previous), result)
        .writeTo(frame);
    frame.writeBytes(EventType.END);
    int whole = type.beginning.length + result.length + EventType.END.length;
    // A delta costs the client a look-up and a copy, so a small saving is not worth it.
    boolean worthwhile = frame.size() <= whole / 4 * 3 && frame.size() <= FrameCache.LARGEST;
    return worthwhile ? frame.toByteArray() : WHOLE;
  }

  private byte[] form(Resource object) {
    if (metadata) {
      return PartialMetadata.of(object, lean);
    }
    return (lean ? object.withoutManagedFields() : object).toByteArray();
  }
}
