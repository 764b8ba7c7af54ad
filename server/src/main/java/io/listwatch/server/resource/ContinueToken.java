package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.JsonString;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The continue token of a paged list, in kube-apiserver's encoding: base64 of a small JSON object,
 * {@code {"v":"meta.k8s.io/v1","rv":7,"start":"/default/a\u0000"}}.
 *
 * @param revision the revision of the first page; {@link #LATEST} to continue at the latest
 *     revision
 * @param start the lowest key that may be on the page, relative to the common prefix of the list's
 *     keys; without the leading slash of the token
 */
public record ContinueToken(long revision, String start) {
  /** Stands for the latest revision. */
  public static final long LATEST = -1;

  private static final String FORMAT = "meta.k8s.io/v1";
  private static final byte[] FORMAT_FIELD = "v".getBytes(US_ASCII);
  private static final byte[] REVISION_FIELD = "rv".getBytes(US_ASCII);
  private static final byte[] START_FIELD = "start".getBytes(US_ASCII);

  /** Returns the token of the page that follows an object. */
  public static ContinueToken after(ResourceKey last, ResourceScope scope, long revision) {
    return new ContinueToken(
        revision, (scope.namespace() == null ? last.toString() : last.name()) + '\0');
  }

  /** Returns the token that continues a list at the latest revision. */
  public static String atLatest(String token) {
    return new ContinueToken(LATEST, parse(token).start()).encode();
  }

  /**
   * Parses a token.
   *
   * @throws ApiException 400 if it is malformed
   */
  public static ContinueToken parse(String text) {
    byte[] json = decode(text);
    String format = "";
    long revision = 0;
    String start = "";
    try {
      var cursor = new JsonCursor(json);
      cursor.enterObject();
      while (cursor.nextField()) {
        if (cursor.fieldIs(FORMAT_FIELD)) {
          format = cursor.string();
        } else if (cursor.fieldIs(REVISION_FIELD)) {
          revision = cursor.integer();
        } else if (cursor.fieldIs(START_FIELD)) {
          start = cursor.string();
        } else {
          cursor.skip();
        }
      }
      cursor.end();
    } catch (JsonException problem) {
      throw invalid(String.valueOf(problem.getMessage()));
    }
    return checked(format, revision, start);
  }

  private static byte[] decode(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isUrlBase64(text.charAt(i))) {
        throw invalid("illegal base64 data at input byte " + i);
      }
    }
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException cutOff) {
      throw invalid("illegal base64 data at input byte " + (text.length() - 1));
    }
  }

  private static boolean isUrlBase64(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }

  private static ContinueToken checked(String format, long revision, String start) {
    if (!format.equals(FORMAT)) {
      throw invalid("server does not recognize this encoded version " + format);
    }
    if (revision == 0) {
      throw invalid("incorrect encoded start resourceVersion (version " + FORMAT + ")");
    }
    if (start.isEmpty()) {
      throw invalid("encoded start key empty (version " + FORMAT + ")");
    }
    String relative = start.charAt(0) == '/' ? start.substring(1) : start;
    if (!isCleanPath(relative)) {
      throw invalid(start);
    }
    return new ContinueToken(Math.max(revision, LATEST), relative);
  }

  /**
   * True if the path has no empty, {@code .} or {@code ..} segment, which could lead out of the
   * prefix.
   */
  private static boolean isCleanPath(String path) {
    for (String segment : path.split("/", -1)) {
      if (segment.equals(".") || segment.equals("..") || (segment.isEmpty() && !path.isEmpty())) {
        return false;
      }
    }
    return true;
  }

  private static ApiException invalid(String reason) {
    return VersionFailures.badRequest(
        "invalid continue token: continue key is not valid: " + reason);
  }

  /** Returns a token for the same key at the latest revision. */
  public ContinueToken atLatest() {
    return new ContinueToken(LATEST, start);
  }

  /**
   * Returns the lowest key that may be on the page; null if it cannot be compared with objects'
   * keys.
   */
  public @Nullable ResourceKey startKey(ResourceScope scope) {
    int slash = start.indexOf('/');
    if (start.isEmpty() || slash == 0 || slash != start.lastIndexOf('/')) {
      return null;
    }
    if (scope.namespace() == null) {
      return ResourceKey.parse(start);
    }
    return slash < 0 ? ResourceKey.of(scope.namespace(), start) : null;
  }

  /** Returns the token as clients see it. */
  public String encode() {
    String json =
        "{\"v\":\"%s\",\"rv\":%d,\"start\":%s}"
            .formatted(FORMAT, revision, JsonString.quote("/" + start));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
  }
}
