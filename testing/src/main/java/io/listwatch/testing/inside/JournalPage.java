package io.listwatch.testing.inside;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.storage.Change;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a failed test as one HTML file: requests, changes and faults on a time line.
 *
 * <p>The data is JSON in the page, and its script turns it into text nodes only. The page's content
 * security policy allows that one script and style, and nothing from elsewhere.
 */
final class JournalPage {
  /** Objects beyond this many bytes of stored values are shown without their fields. */
  private static final int MAX_VALUES = 8 * 1024 * 1024;

  private final SecretMask mask;
  private int left = MAX_VALUES;

  private JournalPage(SecretMask mask) {
    this.mask = mask;
  }

  static String html(
      String title,
      String failure,
      RequestJournal requests,
      List<ChangeJournal.Item> changes,
      Map<Long, Instant> times,
      List<Map.Entry<Instant, String>> faults) {
    var page = new JournalPage(new SecretMask(secrets(changes)));
    var json =
        new JsonObject()
            .put("title", page.mask.text(title))
            .put("failure", page.mask.text(failure));
    JsonArray entries = json.putArray("entries");
    requests.finished().forEach(each -> page.finished(each, entries.addObject()));
    requests.inProgress().forEach(each -> page.open(each, entries.addObject()));
    changes.forEach(each -> page.change(each, times, entries.addObject()));
    faults.forEach(each -> page.fault(each, entries.addObject()));
    String script = resource("journal.js");
    String style = resource("journal.css");
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s;\
     style-src %s; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script';\
     trusted-types 'none'">
    <title>Listwatch journal</title>
    <style>%s</style>
    </head>
    <body>
    <script type="application/json" id="journal">%s</script>
    <script>%s</script>
    </body>
    </html>
    """
        .formatted(hash(script), hash(style), style, embedded(json), script);
  }

  private static Stream<JsonValue> secrets(List<ChangeJournal.Item> changes) {
    return changes.stream()
        .filter(each -> each.change().key().toString().contains("secrets/"))
        .flatMap(each -> Stream.of(read(before(each.change())), read(after(each.change()))));
  }

  private void finished(RequestJournal.Finished finished, JsonObject json) {
    long millis = TimeUnit.NANOSECONDS.toMillis(finished.entry().nanos());
    request(finished.entry().request(), json)
        .put("at", finished.at().toEpochMilli() - millis)
        .put("millis", millis)
        .put("code", finished.entry().code());
  }

  private void open(RequestJournal.Begun begun, JsonObject json) {
    request(begun.request(), json).put("at", begun.at().toEpochMilli()).put("open", true);
  }

  private JsonObject request(AccessRequest request, JsonObject json) {
    return json.put("kind", "request")
        .put("verb", request.verb())
        .put("path", mask.text(request.path()))
        .put("user", mask.text(request.user().name()));
  }

  private void change(ChangeJournal.Item item, Map<Long, Instant> times, JsonObject json) {
    Instant at = times.get(item.revision());
    json.put("kind", "change")
        .put("revision", item.revision())
        .put("type", item.type())
        .put("key", mask.text(item.change().key().toString()));
    if (at != null) {
      json.put("at", at.toEpochMilli());
    }
    StoredEntry before = before(item.change());
    StoredEntry after = after(item.change());
    left -= size(before) + size(after);
    if (left >= 0) {
      json.set("fields", fields(before, after));
    } else {
      // Without both states the difference would be wrong.
      json.put("omitted", true).putArray("fields");
    }
  }

  private static @Nullable StoredEntry before(Change change) {
    if (change instanceof Change.Deleted deleted) {
      return deleted.previous();
    }
    return change instanceof Change.Updated updated ? updated.previous() : null;
  }

  private static @Nullable StoredEntry after(Change change) {
    if (change instanceof Change.Created created) {
      return created.current();
    }
    return change instanceof Change.Updated updated ? updated.current() : null;
  }

  private static int size(@Nullable StoredEntry entry) {
    return entry == null ? 0 : entry.value().length;
  }

  private JsonArray fields(@Nullable StoredEntry before, @Nullable StoredEntry after) {
    JsonArray fields = FieldDifference.between(mask.object(read(before)), mask.object(read(after)));
    for (JsonValue each : fields) {
      if (each instanceof JsonObject field) {
        field.put("path", mask.text(field.path("path").asText()));
      }
    }
    return fields;
  }

  private static JsonValue read(@Nullable StoredEntry entry) {
    try {
      return entry == null ? JsonValue.MISSING : JsonTrees.read(StoredValue.decode(entry).json());
    } catch (StorageException | MalformedJsonException unreadable) {
      return JsonValue.MISSING;
    }
  }

  private void fault(Map.Entry<Instant, String> fault, JsonObject json) {
    json.put("kind", "fault")
        .put("at", fault.getKey().toEpochMilli())
        .put("what", mask.text(fault.getValue()));
  }

  /**
   * Escapes the characters that could end the script element: JSON may escape any character of a
   * string.
   */
  private static String embedded(JsonObject json) {
    return JsonTrees.write(json).replace("<", "\\u003c").replace("\u2028", "\\u2028");
  }

  private static String hash(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String resource(String name) {
    try (InputStream in = JournalPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the file %s is missing".formatted(name));
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
