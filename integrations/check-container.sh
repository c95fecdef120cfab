#!/usr/bin/env bash
# Runs the steps of the Containerfile in a temporary folder, for where there is no container engine, and what the image would run. Where
# buildah is installed, it then builds the image from the binary, with the lines of the Containerfile, and runs it: with its user, its
# entry point and a mount. That the image of the first stage can be pulled is not shown.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT # modules of Go are read-only
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

command -v buildah >/dev/null || { echo "the image was not built: install buildah for that" >&2; exit 0; }
engine() { buildah --storage-driver vfs --root "$work/storage" --runroot "$work/run" "$@"; }
mkdir "$work/context"
cp "$entry" "$work/context/flowglot"
{
  printf 'FROM scratch AS build\nCOPY flowglot /flowglot\n'
  sed -n '/^FROM scratch$/,$p' "$root/Containerfile"
} > "$work/context/Containerfile"
if ! engine build --quiet --isolation chroot -t localhost/flowglot "$work/context" > "$work/log" 2>&1; then
  cat "$work/log" >&2
  echo "buildah cannot build the image here" >&2
  exit 1
fi
container=$(engine from --pull-never localhost/flowglot)
[ "$(engine inspect --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.WorkingDir}}' "$container")" = "65534:65534 [/flowglot] /work" ]
in_image() { engine run --isolation chroot -v "$1:/work:ro" "$container" -- /flowglot "${@:2}"; }
in_image "$root/testdata/asl" lint tea.asl.json
status=0
in_image "$root/testdata/broken" lint . >/dev/null 2>&1 || status=$?
[ "$status" = 1 ]
engine rm "$container" >/dev/null
echo "the image works"
