package io.listwatch.testing.wrong.server.http;

import com.linecorp.armeria.internal.common.util.SslContextUtil;

/** Wrong: what is internal to a library may change in any release. */
final class UsesInternals {
  static final Class<?> INTERNAL = SslContextUtil.class;

  private UsesInternals() {}
}
