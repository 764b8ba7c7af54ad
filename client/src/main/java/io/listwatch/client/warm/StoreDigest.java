package io.listwatch.client.warm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.Resource;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;

/**
 * A hash of a store's objects, to detect changes without retaining the objects. It covers each
 * object's key, uid and version, or the whole object if it has no version.
 */
record StoreDigest(String hash) {
  static StoreDigest of(Collection<Resource> objects) {
    MessageDigest digest = StoreBinding.sha256();
    for (Resource object : objects) {
      String version = object.version().toString();
      String name = object.key() + "\n" + object.uid().orElse("") + "\n" + version + "\n";
      digest.update(name.getBytes(UTF_8));
      if (version.isEmpty()) {
        digest.update(object.toByteArray());
      }
    }
    return new StoreDigest(HexFormat.of().formatHex(digest.digest()));
  }
}
