package io.listwatch.workloads.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeMap;

/**
 * The hash of a pod template, for the label {@code pod-template-hash} and the names of revisions.
 *
 * <p>It has the form of kube-controller-manager's hash but another value, because that one is
 * computed over Go's structs.
 */
public final class TemplateHash {
  private static final int OFFSET_BASIS = 0x811c9dc5;
  private static final int PRIME = 0x01000193;

  /** No vowels, and no digits that look like vowels, so that no hash contains a word by chance. */
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private TemplateHash() {}

  /**
   * Returns the hash of a template, whatever the order of its members.
   *
   * @param collisions the collision count of the owner's status; 0 if there was no collision
   */
  public static String of(JsonNode template, int collisions) {
    var canonical = new StringBuilder();
    append(canonical, template);
    if (collisions > 0) {
      canonical.append(collisions);
    }
    return safe(Integer.toUnsignedString(fnv(canonical.toString().getBytes(UTF_8))));
  }

  private static void append(StringBuilder out, JsonNode node) {
    if (node.isObject()) {
      var sorted = new TreeMap<String, JsonNode>();
      node.properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
      out.append('{');
      sorted.forEach(
          (name, value) -> {
            out.append(name).append(':');
            append(out, value);
            out.append(',');
          });
      out.append('}');
    } else if (node.isArray()) {
      out.append('[');
      node.forEach(
          each -> {
            append(out, each);
            out.append(',');
          });
      out.append(']');
    } else {
      out.append(node);
    }
  }

  /** 32-bit FNV-1a. */
  private static int fnv(byte[] bytes) {
    int hash = OFFSET_BASIS;
    for (byte each : bytes) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    return hash;
  }

  private static String safe(String digits) {
    var safe = new StringBuilder();
    digits.chars().forEach(each -> safe.append(ALPHABET.charAt(each % ALPHABET.length())));
    return safe.toString();
  }
}
