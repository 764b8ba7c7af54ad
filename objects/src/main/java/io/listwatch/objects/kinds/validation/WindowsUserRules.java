package io.listwatch.objects.kinds.validation;

import java.nio.charset.StandardCharsets;

/** Validates Windows user names, with or without a domain: {@code DOMAIN\\user}. */
final class WindowsUserRules {
  private static final int MAX_DOMAIN = 255;
  private static final int MAX_DOMAIN_PART = 63;
  private static final int MAX_SHORT_DOMAIN = 15;
  private static final int MAX_USER = 104;
  private static final String NOT_IN_SHORT_DOMAINS = "\\/:*?\"<>|";
  private static final String NOT_IN_USERS = "\"/\\:;|=,+*?<>@[]";

  private WindowsUserRules() {}

  static void check(Field name) {
    String text = name.text();
    int backslash = text.indexOf('\\');
    if (text.isEmpty()) {
      name.invalid("runAsUserName cannot be an empty string");
    } else if (text.chars().anyMatch(Character::isISOControl)) {
      name.invalid("runAsUserName cannot contain control characters");
    } else if (backslash != text.lastIndexOf('\\')) {
      name.invalid("runAsUserName cannot contain more than one backslash");
    } else {
      if (backslash >= 0) {
        checkDomain(name, text.substring(0, backslash));
      }
      checkUser(name, text.substring(backslash + 1));
    }
  }

  private static void checkDomain(Field name, String domain) {
    if (bytes(domain) > MAX_DOMAIN) {
      name.invalid("runAsUserName's Domain length must be under 256 characters");
    }
    if (!isShort(domain) && !isLong(domain)) {
      name.invalid("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static boolean isShort(String domain) {
    return !domain.isEmpty()
        && domain.codePointCount(0, domain.length()) <= MAX_SHORT_DOMAIN
        && !domain.startsWith(".")
        && domain.chars().noneMatch(c -> NOT_IN_SHORT_DOMAINS.indexOf(c) >= 0);
  }

  private static boolean isLong(String domain) {
    for (String part : domain.split("\\.", -1)) {
      boolean fits =
          part.length() <= MAX_DOMAIN_PART
              && TextForm.consistsOf(part, c -> TextForm.isAlphanumeric(c) || c == '-')
              && !part.startsWith("-")
              && !part.endsWith("-");
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static void checkUser(Field name, String user) {
    if (user.isEmpty()) {
      name.invalid("runAsUserName's User cannot be empty");
    } else if (bytes(user) > MAX_USER) {
      name.invalid("runAsUserName's User length must not be longer than 104 characters");
    }
    if (!user.isEmpty() && user.chars().allMatch(c -> c == '.' || c == ' ')) {
      name.invalid("runAsUserName's User cannot contain only periods or spaces");
    }
    if (user.chars().anyMatch(c -> NOT_IN_USERS.indexOf(c) >= 0)) {
      name.invalid("runAsUserName's User cannot contain the following characters: " + NOT_IN_USERS);
    }
  }
}
