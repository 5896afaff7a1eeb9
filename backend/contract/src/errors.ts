import * as z from 'zod/mini';

/** The stable codes of all errors of the API (specification: HTTP). */
export const errorCodes = [
  'bad_request',
  'validation_failed',
  'unauthorized',
  'invalid_credentials',
  'forbidden',
  'registration_closed',
  'forum_not_configured',
  'invalid_forum_token',
  'invalid_reset_link',
  'not_public',
  'not_found',
  'method_not_allowed',
  'email_taken',
  'username_taken',
  'signed_in_as_other',
  'version_conflict',
  'revision_changed',
  'payload_too_large',
  'quota_exceeded',
  'unsupported_media_type',
  'idempotency_mismatch',
  'suspended',
  'taken_down',
  'published',
  'last_admin',
  'first_admin',
  'is_admin',
  'already_resolved',
  'report_changed',
  'already_appealed',
  'publish_limit',
  'too_many_requests',
  'request_timeout',
  'internal_error',
  'not_implemented',
  'service_unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A refused field: its path (`frameworkConfig.framework`) and what it accepts. */
export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/**
 * The body of every response with a status from 400 up. `message` and `detail` are the same sentence for people; the
 * page reads `detail` first (specification: Errors).
 */
export const ErrorBody = z.object({
  statusCode: z.int(),
  code: z.enum(errorCodes),
  message: z.string(),
  detail: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(FieldError)),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
