package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * Maps the objects of a type to storage keys: {@code group/plural/namespace/name}, with {@code
 * core} for the core group, and without a namespace for cluster-scoped types. No other group can be
 * called {@code core}, because their names have a dot.
 *
 * <p>The keys' bytes have the same order as {@link ResourceKey}s. (UTF-8 and Java differ for
 * characters outside the basic plane, which no name may have.)
 */
public final class KeyLayout {
  private static final String NO_GROUP = "core";

  private final String prefix;
  private final int prefixLength;
  private final boolean namespaced;

  private KeyLayout(String prefix, boolean namespaced) {
    this.prefix = prefix;
    this.prefixLength = prefix.getBytes(UTF_8).length;
    this.namespaced = namespaced;
  }

  public static KeyLayout of(ResourceType type) {
    String group = type.group().isEmpty() ? NO_GROUP : type.group();
    return new KeyLayout(group + "/" + type.plural() + "/", type.scope() == Scope.NAMESPACED);
  }

  public Key key(ResourceKey key) {
    return Key.of(prefix + key);
  }

  /** Returns the key of the object that is stored under a key of this layout. */
  public ResourceKey resourceKey(Key key) {
    byte[] bytes = key.bytes();
    return ResourceKey.parse(new String(bytes, prefixLength, bytes.length - prefixLength, UTF_8));
  }

  /** Returns the range of a namespace, or of the whole type for null. */
  public KeyRange range(@Nullable String namespace) {
    return KeyRange.prefix(prefix(namespace));
  }

  /**
   * Returns the smallest range that contains the scope; it may also contain objects with other
   * names.
   */
  public KeyRange range(ResourceScope scope) {
    ResourceKey only = only(scope);
    return only == null ? range(scope.namespace()) : KeyRange.only(key(only));
  }

  /**
   * Returns the key of the only object that can be in the scope; null if there may be several or
   * none.
   */
  public @Nullable ResourceKey only(ResourceScope scope) {
    String name = scope.name();
    if (name == null || name.isEmpty() || name.indexOf('/') >= 0) {
      return null;
    }
    return namespaced == (scope.namespace() != null)
        ? new ResourceKey(scope.namespace(), name)
        : null;
  }

  /** Returns the common prefix of all keys of a namespace, or of the type for null. */
  String prefix(@Nullable String namespace) {
    return namespace == null ? prefix : prefix + namespace + "/";
  }
}
