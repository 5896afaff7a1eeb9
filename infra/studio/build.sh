#!/bin/sh
# Builds the studio in the folder above, where all packages are installed. What the image takes is in `built` then, and
# the folders of its volumes in `volumes`. Needs no network and no rights.
set -eu
cd "$(dirname "$0")/../.."

npm run --silent build

mkdir -p volumes/backups/metrics volumes/data
for folder in backend/dist backend/contract/dist frontend/dist frontend/engine/dist infra/studio; do
  mkdir -p "built/$folder"
  cp -R "$folder/." "built/$folder"
done
