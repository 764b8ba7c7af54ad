package io.listwatch.testing.wrong.server.http;

import com.linecorp.armeria.internal.common.util.SslContextUtil;

/** Wrong: internal packages of a library may change in any release. */
final class UsesInternals {
  static final Class<?> INTERNAL = SslContextUtil.class;

  private UsesInternals() {}
}
