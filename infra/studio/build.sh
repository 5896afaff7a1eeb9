#!/bin/sh
# Builds the studio in the folder above, and leaves what it needs to run. Needs npm's registry, and no rights.
set -eu
cd "$(dirname "$0")/../.."

npm ci --no-audit
npm run --silent build

# Once more with the server's own packages alone; Node comes from the image.
npm ci --no-audit --omit=dev --workspace=backend

# Becomes /backups, which a volume then has the owner of.
mkdir -p backups/metrics
