package io.listwatch.following.golang;

import java.util.List;

/**
 * A constant of a Go package with a literal value, or with the name of another constant.
 *
 * @param type empty if it is untyped
 * @param value a literal as JSON writes it, or the name of another constant, written as {@link
 *     GoType} writes names of types
 */
public record GoConstant(String name, String type, String value, List<String> markers) {
  public GoConstant {
    markers = List.copyOf(markers);
  }
}
