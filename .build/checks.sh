# shellcheck shell=bash
# Finds the JDK, Maven and other programs that the scripts need. Sourced, never run. Works with the bash 3.2 of macOS.

# fail MESSAGE: prints one line on standard error and exits with 1.
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# how_to_install DEBIAN_PACKAGE HOMEBREW_ARGUMENTS: prints the install command for this system.
how_to_install() {
  if [ "$(uname -s)" = Darwin ]; then
    echo "brew install $2"
  else
    echo "apt-get install $1"
  fi
}

# Finds a JDK (17 or later) and exports JAVA_HOME: the JDK at JAVA_HOME, or else that of java on the PATH.
find_jdk() {
  local java=java settings version install
  install="for example: $(how_to_install openjdk-17-jdk-headless '--cask temurin')"
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    have "$java" || fail "JAVA_HOME is $JAVA_HOME, which has no bin/java; set it to a JDK, version 17 or later"
  fi
  # macOS always has a java, which may only ask the user to install a JDK.
  settings=$("$java" -XshowSettings:properties -version 2>&1) ||
    fail "no JDK found; install one, version 17 or later, $install"
  version=$(sed -n 's/^ *java\.specification\.version = //p' <<<"$settings")
  JAVA_HOME=$(sed -n 's/^ *java\.home = //p' <<<"$settings")
  case $version in
    1.* | 9 | 1[0-6]) fail "the JDK at $JAVA_HOME has version $version; install version 17 or later, $install" ;;
  esac
  [ -x "$JAVA_HOME/bin/javac" ] ||
    fail "$JAVA_HOME has no javac: it is a runtime, not a JDK; install a JDK, version 17 or later, $install"
  export JAVA_HOME
}

# Fails unless Maven 3.8.1 or later is on the PATH.
find_maven() {
  local version major minor patch install
  install=$(how_to_install maven maven)
  have mvn || fail "no Maven found (mvn on the PATH); install it with: $install"
  version=$(mvn -B -version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p')
  [ -n "$version" ] || fail "mvn -version prints no version; reinstall Maven with: $install"
  IFS=. read -r major minor patch <<<"$version"
  [ $((major * 10000 + ${minor:-0} * 100 + ${patch:-0})) -ge 30801 ] ||
    fail "Maven $version is too old; install 3.8.1 or later"
}

# need COMMAND PACKAGE: requires a program that tests start. Installs it if that needs no password, otherwise fails.
need() {
  get "$1" "$2" ||
    fail "no $1 found, but some tests start it; install it with: $(how_to_install "$2" "$1") (or run ./verify --quick)"
}

# want COMMAND PACKAGE: the same for an optional program. Prints how to install it if it is missing.
want() {
  get "$1" "$2" || echo "No $1 found: tests that start it are skipped; install it with: $(how_to_install "$2" "$1")"
}

get() {
  have "$1" && return
  if have apt-get; then
    { as_root apt-get update -qq; as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2"; } >/dev/null 2>&1
  fi
  have "$1"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}
