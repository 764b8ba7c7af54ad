package io.listwatch.following.golang;

import java.util.List;

/**
 * A field of a Go struct.
 *
 * @param name empty if the field is embedded
 * @param tag the field's tag, as in {@code json:"spec,omitempty"}; empty if it has none
 * @param markers the markers in its comment; see {@link Markers}
 */
public record GoField(String name, GoType type, String tag, List<String> markers) {
  public GoField {
    markers = List.copyOf(markers);
  }

  /** Returns the value of a key of the tag; empty if the tag lacks it. */
  public String tag(String key) {
    int start = (" " + tag).indexOf(" " + key + ":\"");
    if (start < 0) {
      return "";
    }
    int value = start + key.length() + 2;
    return tag.substring(value, tag.indexOf('"', value));
  }
}
