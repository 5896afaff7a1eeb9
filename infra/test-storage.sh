#!/bin/sh
# What the studio asks of its storage, asked of the server of the S3_… variables: parts of large files, ranges, lists,
# deletion, uploads that break off. `npm ci && npm run build` come first; a bucket of its own is made and left.
set -eu
: "${S3_ENDPOINT:?}" "${S3_REGION:?}" "${S3_ACCESS_KEY:?}" "${S3_SECRET_KEY:?}"
cd "$(dirname "$0")/.."
export S3_BUCKET="${S3_BUCKET:-studio-test-$$}"
NODE_OPTIONS="--experimental-vm-modules --import $PWD/e2e/run/jest/typescript-modules.ts" exec npx jest --projects backend \
  --testPathPatterns 'adapters/production/minio-asset-storage' library-model
