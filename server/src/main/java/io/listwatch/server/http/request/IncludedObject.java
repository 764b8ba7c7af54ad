package io.listwatch.server.http.request;

import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;

/** The part of an object that each row of a table includes ({@code includeObject}). */
public enum IncludedObject {
  NONE,
  METADATA,
  OBJECT;

  public static IncludedObject of(QueryParameters query) {
    String word = query.text("includeObject");
    return switch (word) {
      case "", "Metadata" -> METADATA;
      case "Object" -> OBJECT;
      case "None" -> NONE;
      default ->
          throw ApiErrors.badRequest(
              "Unable to convert to Table as requested: includeObject: Invalid value: %s:"
                      .formatted(Quotation.of(word))
                  + " must be 'Metadata', 'Object', 'None', or empty");
    };
  }
}
