package io.listwatch.testing.deltas;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.stream.ListStream;
import io.listwatch.model.DeltaBases;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import java.io.ByteArrayInputStream;
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
  private int deltas;

  /**
   * Starts with the objects of a list.
   *
   * @param apiVersion the apiVersion of the objects in the watch
   * @param kind the kind of the objects in the watch
   */
  static RebuiltEvents after(String list, String apiVersion, String kind) throws IOException {
    var rebuilt = new RebuiltEvents();
    var unused =
        new ListStream(apiVersion, kind, rebuilt::put, object -> {})
            .read(new ByteArrayInputStream(list.getBytes(UTF_8)));
    return rebuilt;
  }

  private void put(Resource object) {
    objects.put(object.key(), object);
  }

  /** Returns the number of frames that carried a delta. */
  int deltas() {
    return deltas;
  }

  List<String> frames(List<String> lines) {
    var frames = new ArrayList<String>();
    for (String line : lines) {
      frames.add(line.contains("\"delta\":{") ? rebuild(line) : remember(line));
    }
    return frames;
  }

  private String rebuild(String line) {
    deltas++;
    byte[] frame = line.getBytes(UTF_8);
    WatchEvent event = ResourceReader.PLAIN.event(frame, 0, frame.length, this);
    Resource object = event == null ? null : event.resource();
    if (object == null) {
      throw new AssertionError("no object: " + line);
    }
    update(event);
    String type = event instanceof WatchEvent.Deleted ? "DELETED" : "MODIFIED";
    return "{\"type\":\"%s\",\"object\":%s}"
        .formatted(type, new String(object.toByteArray(), UTF_8));
  }

  private String remember(String line) {
    byte[] frame = line.getBytes(UTF_8);
    update(ResourceReader.PLAIN.event(frame, 0, frame.length));
    return line;
  }

  private void update(@Nullable WatchEvent event) {
    Resource object = event == null ? null : event.resource();
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
