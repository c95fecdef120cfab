#!/usr/bin/env bash
# Runs the steps of the Containerfile in a temporary folder, for where there is no container engine, and then what the image would run. It
# does not show that the base image can be pulled, and nothing about users and mounts.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
stage=$work/build dir=$work/build entry=""
export VERSION=v0.0.0-check

while read -r word rest; do
  case $word in
    FROM)
      case $rest in
        scratch) stage=$work/image ;;
        golang:*" AS build")
          wanted=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$root/go.mod")
          [ "${rest%% *}" = "golang:$wanted" ] || { echo "Containerfile builds with ${rest%% *}, and go.mod wants $wanted" >&2; exit 1; } ;;
        *) echo "unknown base image: $rest" >&2; exit 1 ;;
      esac
      dir=$stage; mkdir -p "$dir" ;;
    WORKDIR) dir=$stage$rest; mkdir -p "$dir" ;;
    COPY)
      case $rest in
        --from=build*) read -r _ from to <<< "$rest"; cp "$work/build$from" "$stage$to" ;;
        ". .") (cd "$root" && git ls-files -z | tar --null -T - -cf -) | tar -xf - -C "$dir" ;;
        *) read -ra files <<< "$rest"; for f in "${files[@]:0:${#files[@]}-1}"; do cp "$root/$f" "$dir/"; done ;;
      esac ;;
    RUN) (cd "$dir" && bash -euc "${rest// -o \// -o $stage/}") ;;
    ENTRYPOINT) entry=$stage$(sed 's/^\["\(.*\)"\]$/\1/' <<< "$rest") ;;
    ARG | USER | "#"* | "") ;;
    *) echo "unknown instruction: $word" >&2; exit 1 ;;
  esac
done < "$root/Containerfile"

# The image has nothing but the binary, which must not need a library.
if ldd "$entry" >/dev/null 2>&1; then echo "the binary needs libraries" >&2; exit 1; fi
"$entry" --version | grep -q "${VERSION#v}"
cd "$root/testdata/asl"
env -i "$entry" lint tea.asl.json
status=0
env -i "$entry" lint "$root/testdata/broken" >/dev/null || status=$?
[ "$status" = 1 ]
echo "the steps of the Containerfile work"
