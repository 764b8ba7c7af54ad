package io.listwatch.server.kinds.validation;

/** Claims to devices, and their templates. */
final class DeviceClaimRules implements KindRules {
  @Override
  public void check(Field object) {
    // What devices there are, and what of them can be had, is for those to say who give them.
  }

  @Override
  public void checkChange(Field next, Field old) {
    next.at("spec").sameAs(old.at("spec"));
  }
}
