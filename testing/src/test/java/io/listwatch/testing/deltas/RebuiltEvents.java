package io.listwatch.testing.deltas;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.stream.ListStream;
import io.listwatch.model.DeltaBases;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the frames of a plain watch from those of a delta watch and the objects of a list. Not
 * thread-safe.
 */
final class RebuiltEvents implements DeltaBases {
  private final Map<ResourceKey, Resource> objects = new HashMap<>();
  private ResourceVersion version;
  private int deltas;

  private RebuiltEvents(ResourceVersion version) {
    this.version = version;
  }

  /**
   * Starts with the objects of a list.
   *
   * @param version of the list
   * @param apiVersion the apiVersion of the objects in the watch
   * @param kind the kind of the objects in the watch
   */
  static RebuiltEvents after(byte[] list, ResourceVersion version, String apiVersion, String kind)
      throws IOException {
    var rebuilt = new RebuiltEvents(version);
    var unused =
        new ListStream(apiVersion, kind, rebuilt::put, object -> {})
            .read(new ByteArrayInputStream(list));
    return rebuilt;
  }

  private void put(Resource object) {
    objects.put(object.key(), object);
  }

  /** Returns the number of frames that carried a delta. */
  int deltas() {
    return deltas;
  }

  /** Returns the version of the last event; that of the list before the first one. */
  ResourceVersion version() {
    return version;
  }

  /** Returns the frames that a plain watch would have sent. */
  List<byte[]> frames(List<byte[]> lines) {
    var frames = new ArrayList<byte[]>();
    for (byte[] line : lines) {
      boolean delta = new String(line, ISO_8859_1).contains("\"delta\":{");
      frames.add(delta ? rebuild(line) : remember(line));
    }
    return frames;
  }

  private byte[] rebuild(byte[] frame) {
    deltas++;
    WatchEvent event = ResourceReader.PLAIN.event(frame, 0, frame.length, this);
    Resource object = event == null ? null : event.resource();
    if (object == null) {
      throw new AssertionError("no object: " + new String(frame, UTF_8));
    }
    update(event);
    String type = event instanceof WatchEvent.Deleted ? "DELETED" : "MODIFIED";
    var rebuilt = new ByteArrayOutputStream();
    rebuilt.writeBytes("{\"type\":\"%s\",\"object\":".formatted(type).getBytes(ISO_8859_1));
    rebuilt.writeBytes(object.toByteArray());
    rebuilt.write('}');
    return rebuilt.toByteArray();
  }

  private byte[] remember(byte[] frame) {
    update(ResourceReader.PLAIN.event(frame, 0, frame.length));
    return frame;
  }

  private void update(@Nullable WatchEvent event) {
    Resource object = event == null ? null : event.resource();
    if (event != null) {
      version = event.version();
    }
    if (object != null && event instanceof WatchEvent.Deleted) {
      objects.remove(object.key());
    } else if (object != null) {
      put(object);
    }
  }

  @Override
  public @Nullable Resource latest(ResourceKey key) {
    return objects.get(key);
  }

  @Override
  public boolean includes(ResourceKey key, ResourceVersion version) {
    return false;
  }
}
