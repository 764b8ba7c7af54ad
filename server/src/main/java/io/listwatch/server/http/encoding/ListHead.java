package io.listwatch.server.http.encoding;

import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ResourcePage;
import java.util.OptionalLong;

/**
 * The {@code metadata} of a list.
 *
 * @param shard the selector of a sharded list; empty for a whole one
 */
public record ListHead(
    ResourceVersion version, String continueToken, OptionalLong remaining, String shard) {
  public static ListHead of(ResourcePage page, String shard) {
    return new ListHead(page.version(), page.continueToken(), page.remaining(), shard);
  }

  /** Returns the metadata of a list that shows a single object. */
  static ListHead of(ResourceVersion version) {
    return new ListHead(version, "", OptionalLong.empty(), "");
  }

  /** Returns the JSON for built-in kinds. */
  String json() {
    var json =
        new JsonBuilder()
            .open()
            .memberUnlessEmpty("resourceVersion", version.toString())
            .memberUnlessEmpty("continue", continueToken);
    remaining.ifPresent(count -> json.member("remainingItemCount", count));
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
    remaining.ifPresent(count -> json.member("remainingItemCount", count));
    return json.member("resourceVersion", version.toString()).close().toString();
  }
}
