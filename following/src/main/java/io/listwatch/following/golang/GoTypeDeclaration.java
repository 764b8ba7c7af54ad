package io.listwatch.following.golang;

import java.util.List;

/**
 * A named type of a Go package.
 *
 * @param underlying {@link GoType#STRUCT} if it is a struct
 * @param fields in the order of the source; empty unless it is a struct
 */
public record GoTypeDeclaration(
    String name, GoType underlying, List<GoField> fields, List<String> markers) {
  public GoTypeDeclaration {
    fields = List.copyOf(fields);
    markers = List.copyOf(markers);
  }
}
