package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.json.RepeatedField;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a patch, parsed only once even if it is applied several times.
 *
 * <p>A malformed body is reported when it is applied, not when it is parsed: kube-apiserver looks
 * for the object first.
 *
 * <p>Immutable.
 */
public final class PatchBody {
  private final JsonTrees.@Nullable Parsed parsed;
  private final @Nullable MalformedJsonException malformed;

  private PatchBody(JsonTrees.@Nullable Parsed parsed, @Nullable MalformedJsonException malformed) {
    this.parsed = parsed;
    this.malformed = malformed;
  }

  public static PatchBody parse(String json) {
    try {
      return new PatchBody(JsonTrees.parse(json), null);
    } catch (MalformedJsonException e) {
      return new PatchBody(null, e);
    }
  }

  /**
   * Returns a body that is parsed already.
   *
   * @param parsed must not be changed afterwards
   */
  public static PatchBody of(JsonTrees.Parsed parsed) {
    return new PatchBody(parsed, null);
  }

  /** Returns the body of a patch that a program creates. */
  public static PatchBody of(JsonValue tree) {
    return of(new JsonTrees.Parsed(tree, List.of(), 0));
  }

  /**
   * Returns the tree, which the caller does not change.
   *
   * @throws MalformedJsonException if the body is not JSON
   */
  public JsonValue tree() {
    return parsed().tree();
  }

  /**
   * Returns the fields that the body contains more than once.
   *
   * @throws MalformedJsonException if the body is not JSON
   */
  public List<RepeatedField> duplicates() {
    return parsed().duplicates();
  }

  /** Returns the number of values of the body; 0 if it is malformed. */
  public int values() {
    return parsed == null ? 0 : parsed.values();
  }

  private JsonTrees.Parsed parsed() {
    if (malformed != null) {
      throw malformed;
    }
    return Objects.requireNonNull(parsed);
  }
}
