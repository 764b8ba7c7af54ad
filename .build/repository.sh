# shellcheck shell=bash
# A Maven repository with links to the user's own, except for our modules. Sourced, never run.

# borrow_repository THEIRS OURS: creates OURS with links to THEIRS. Excludes our modules, because those in THEIRS are of
# another build with the same version.
borrow_repository() {
  local each
  rm -rf "$2"
  mkdir -p "$2/io" "$1/io"
  for each in "$1"/* "$1"/io/*; do
    case ${each#"$1"/} in
      io | io/listwatch) ;;
      *) ln -s "$each" "$2/${each#"$1"/}" ;;
    esac
  done
}

# return_repository THEIRS OURS: moves newly downloaded artifacts to THEIRS, for the next run.
return_repository() {
  local each name
  for each in "$2"/* "$2"/io/*; do
    name=${each#"$2"/}
    case $name in
      io | io/listwatch) ;;
      *) [ -L "$each" ] || [ -e "$1/$name" ] || mv "$each" "$1/$name" ;;
    esac
  done
}

# publish OURS VERSION NAME POM [JAR]: puts a module into OURS, as mvn install does.
publish() {
  local place=$1/io/listwatch/$3/$2
  mkdir -p "$place"
  cp "$4" "$place/$3-$2.pom"
  [ $# -lt 5 ] || cp "$5" "$place/$3-$2.jar"
}
