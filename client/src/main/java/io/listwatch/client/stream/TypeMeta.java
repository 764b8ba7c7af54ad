package io.listwatch.client.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonPath;
import io.listwatch.json.JsonString;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Adds {@code kind} and {@code apiVersion} to objects that lack them, such as the items of
 * kube-apiserver's lists and objects of users' classes.
 */
public final class TypeMeta {
  private static final JsonPath KIND = JsonPath.of("kind");

  private final byte[] members;
  private final byte[] beginning;

  public TypeMeta(String apiVersion, String kind) {
    members =
        "\"kind\":%s,\"apiVersion\":%s"
            .formatted(JsonString.quote(kind), JsonString.quote(apiVersion))
            .getBytes(UTF_8);
    beginning = ("{" + new String(members, UTF_8) + ",").getBytes(UTF_8);
  }

  /** Returns the object with {@code kind} and {@code apiVersion}, unless it has a {@code kind}. */
  public byte[] addIfMissing(byte[] json) {
    return KIND.text(json, 0, json.length) == null ? add(json) : json;
  }

  /** Returns the beginning of an object: its opening brace and these members, with a comma. */
  byte[] beginning() {
    return beginning;
  }

  /**
   * Returns an object as it was sent, given the object with {@link #beginning} in place of its
   * opening brace.
   */
  byte[] removeBeginning(byte[] json) {
    byte[] sent = Arrays.copyOfRange(json, beginning.length - 1, json.length);
    sent[0] = '{';
    return sent;
  }

  /** Puts {@code kind} and {@code apiVersion} first; returns the input if it is not an object. */
  byte[] add(byte[] json) {
    int open = next(json, 0);
    if (open == json.length || json[open] != '{') {
      return json;
    }
    int first = next(json, open + 1);
    boolean empty = first < json.length && json[first] == '}';
    int rest = json.length - first;
    var whole = ByteBuffer.allocate(1 + members.length + (empty ? 0 : 1) + rest);
    whole.put((byte) '{').put(members);
    if (!empty) {
      whole.put((byte) ',');
    }
    return whole.put(json, first, rest).array();
  }

  private static int next(byte[] json, int from) {
    int at = from;
    while (at < json.length && JsonNesting.isSpace(json[at])) {
      at++;
    }
    return at;
  }
}
