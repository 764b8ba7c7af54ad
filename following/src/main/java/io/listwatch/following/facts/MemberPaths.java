package io.listwatch.following.facts;

import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.GoToken;
import io.listwatch.following.golang.TokenCursor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resolves paths such as {@code obj.Spec.Ports[i].Protocol} to the member at their end, given the
 * types of variables.
 *
 * <p>Not thread-safe.
 */
final class MemberPaths {
  private final Map<String, TypeFacts> types;
  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Start> variables = new HashMap<>();

  MemberPaths(Map<String, TypeFacts> types) {
    this.types = types;
    types.values().stream()
        .flatMap(type -> type.fields().stream())
        .forEach(field -> uses.merge(innermost(field), 1, Integer::sum));
  }

  private static String innermost(FieldFacts field) {
    return field.type().innermost().text();
  }

  /** Declares a variable that points at a value of a type. */
  void declare(String variable, String type) {
    variables.put(variable, new Start(type, false));
  }

  /** Declares a variable that points at the value of a member. */
  void declare(String variable, Place place) {
    variables.put(variable, startOf(place));
  }

  private Start startOf(Place place) {
    String type = innermost(place.field());
    return new Start(type, place.shared() || uses.getOrDefault(type, 0) > 1);
  }

  Optional<Place> find(List<GoToken> path) {
    Start start = path.isEmpty() ? null : variables.get(path.get(0).text());
    if (start == null) {
      return Optional.empty();
    }
    var cursor = new TokenCursor("", path);
    cursor.next();
    Place place = null;
    while (!cursor.atEnd()) {
      if (cursor.peek().is("[")) {
        cursor.bracketed();
        continue;
      }
      Start from = place == null ? start : startOf(place);
      FieldFacts field = cursor.skip(".") ? field(from.type(), cursor.word()) : null;
      if (field == null) {
        return Optional.empty();
      }
      place = new Place(from.type(), field, from.shared());
    }
    return Optional.ofNullable(place);
  }

  /** Returns a field of a type, or of a struct that it embeds. */
  private @Nullable FieldFacts field(String type, String name) {
    TypeFacts facts = types.get(type);
    if (facts == null) {
      return null;
    }
    for (FieldFacts each : facts.fields()) {
      FieldFacts found = each.name().isEmpty() ? field(innermost(each), name) : each;
      if (found != null && found.name().equals(name)) {
        return found;
      }
    }
    return null;
  }

  /** The start of a path. */
  private record Start(String type, boolean shared) {}

  /**
   * A member at the end of a path.
   *
   * @param owner the type whose member it is
   * @param shared true if a type along the path is also used by a field that the path does not
   *     contain
   */
  record Place(String owner, FieldFacts field, boolean shared) {
    String member() {
      return field.json().split(",", -1)[0];
    }
  }
}
