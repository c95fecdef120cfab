#!/usr/bin/env bash
# What the GitHub Action runs. PATHS and ARGS are words separated by blanks; no shell expands what is in them.
set -euo pipefail
read -ra paths <<< "${PATHS:-.}"
read -ra args <<< "${ARGS:-}"
if [ -n "${SARIF_FILE:-}" ]; then
  args+=(-o "sarif=$SARIF_FILE")
fi
status=0
flowglot lint ${args[@]+"${args[@]}"} --format github "${paths[@]}" || status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  flowglot lint ${args[@]+"${args[@]}"} --format markdown "${paths[@]}" >> "$GITHUB_STEP_SUMMARY" || true
fi
exit "$status"
