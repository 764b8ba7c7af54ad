package io.listwatch.server.http.encoding;

import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ResourcePage;
import java.util.OptionalLong;

/** What a list says about itself. */
public record ListHead(ResourceVersion version, String continueToken, OptionalLong remaining) {
  public static ListHead of(ResourcePage page) {
    return new ListHead(page.version(), page.continueToken(), page.remaining());
  }

  /** Of a single object that is shown as if it were a list. */
  static ListHead of(ResourceVersion version) {
    return new ListHead(version, "", OptionalLong.empty());
  }

  /** As the kinds of the API itself have it. */
  String json() {
    var json =
        new JsonBuilder()
            .open()
            .memberUnlessEmpty("resourceVersion", version.toString())
            .memberUnlessEmpty("continue", continueToken);
    remaining.ifPresent(count -> json.member("remainingItemCount", count));
    return json.close().toString();
  }

  /** As users' own kinds have it: sorted, and with a token even if that is empty. */
  String sortedJson() {
    var json = new JsonBuilder().open().member("continue", continueToken);
    remaining.ifPresent(count -> json.member("remainingItemCount", count));
    return json.member("resourceVersion", version.toString()).close().toString();
  }
}
