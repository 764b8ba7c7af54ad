package io.listwatch.server.http.encoding;

import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ResourcePage;
import org.jspecify.annotations.Nullable;

/**
 * The {@code metadata} of a list.
 *
 * @param remaining the number of objects after this page; null if it is not known
 * @param shard the selector of a sharded list; empty for a whole one
 */
public record ListHead(
    ResourceVersion version, String continueToken, @Nullable Long remaining, String shard) {
  public static ListHead of(ResourcePage page, String shard) {
    return new ListHead(page.version(), page.continueToken(), page.remaining(), shard);
  }

  /** Returns the metadata of a list that shows a single object. */
  static ListHead of(ResourceVersion version) {
    return new ListHead(version, "", null, "");
  }

  /** Returns the JSON for built-in kinds. */
  String json() {
    var json =
        new JsonBuilder()
            .open()
            .memberUnlessEmpty("resourceVersion", version.toString())
            .memberUnlessEmpty("continue", continueToken);
    addRemaining(json);
    if (!shard.isEmpty()) {
      json.name("shardInfo").open().member("selector", shard).close();
    }
    return json.close().toString();
  }

  /**
   * Returns the JSON for custom resources: sorted, and with {@code continue} even if that is empty.
   */
  String sortedJson() {
    var json = new JsonBuilder().open().member("continue", continueToken);
    addRemaining(json);
    return json.member("resourceVersion", version.toString()).close().toString();
  }

  private void addRemaining(JsonBuilder json) {
    if (remaining != null) {
      json.member("remainingItemCount", remaining);
    }
  }
}
