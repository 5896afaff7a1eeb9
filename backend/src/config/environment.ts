import { isIP } from 'node:net';
import { limits } from '@studio/contract/limits';
import * as z from 'zod/mini';
import { PublishingTable } from './publishing-by-group.js';

/** Every check below has one message, which states what the variable has to be. */
function origin(expected: string) {
  return z.pipe(
    z
      .string()
      .check(z.refine((value) => /^https?:\/\/[^/?#]+\/?$/.test(value) && URL.canParse(value), expected)),
    z.transform((value) => new URL(value).origin),
  );
}

/** A valid lower-case host name that no address contains; replaces `{id}` while an address is parsed. */
const anyId = 'any-project-of-this-studio';

/** The template of origins: as browsers write them, because pages and hosts are compared with it. */
function originTemplate(expected: string) {
  const read = (value: string) => value.replace('{id}', anyId);
  // Else every host would be a project's, and every site could be framed.
  const hasDomain = (value: string) => {
    const [, after] = value.split('{id}');
    return after === undefined || /\.[^.:/]/.test(after);
  };
  return z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) =>
            /^https?:\/\/[^/?#\s{}]+\/?$/.test(read(value)) && URL.canParse(read(value)) && hasDomain(value),
          expected,
        ),
      ),
    z.transform((value) => new URL(read(value)).origin.replace(anyId, '{id}')),
  );
}

function webAddress(expected: string) {
  return z.pipe(
    z
      .string()
      .check(z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), expected)),
    // Without the line break of a file, which would end up within the addresses that begin with it.
    z.transform((value) => value.trim()),
  );
}

function port(fallback: number) {
  const expected = 'a whole number from 0 to 65535 (0: any free port)';
  return z._default(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,5}$/, expected)), z.transform(Number)),
      z.int(expected).check(z.maximum(65_535, expected)),
    ),
    fallback,
  );
}

function megabytes(fallback: number) {
  const expected = 'a whole number of megabytes';
  return z._default(z.pipe(z.string().check(z.regex(/^\d{1,7}$/, expected)), z.transform(Number)), fallback);
}

function days(fallback: number) {
  const expected = 'a whole number of days';
  return z._default(z.pipe(z.string().check(z.regex(/^\d{1,4}$/, expected)), z.transform(Number)), fallback);
}

const scale = 'a number from 0.001 to 1000';

const onOrOff = z.pipe(
  z.enum(['on', 'off'], 'on or off'),
  z.transform((value) => value === 'on'),
);

function isAddressOrRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  const widest = version === 6 ? 128 : 32;
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= widest))
  );
}

/** Whether the parts of an address can be decoded, as its client does: a percent sign of their own is written as %25. */
function hasDecodableParts(address: string): boolean {
  const { username, password, pathname } = new URL(address);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** What only a shell takes away would be part of the name, and the data would be in a new folder of that name. */
const dataDir = z
  .string()
  .check(z.regex(/^(?![~\s"'])[^\0]*[^\0\s"']$/, 'a folder, without ~, quotes or spaces around it'));

/** With the line break of the file that it was read from, a key would make every request fail. */
const accessKey = z.optional(z.string().check(z.regex(/^\S+$/, 'a key without spaces or line breaks')));

const signingSecret = z.optional(z.string().check(z.minLength(32, 'at least 32 characters')));

/** The forum has it without the line break of a file. */
const forumSecret = z.optional(
  z
    .string()
    .check(
      z.minLength(10, 'at least 10 characters'),
      z.regex(/^\S.*\S$/, 'a secret without spaces or line breaks at its ends'),
    ),
);

/** What ADMIN_PASSWORD has to be. */
export const passwordRule = `a password of ${limits.passwordMin} to ${limits.passwordMax} characters`;

/** With the line break of the file that it was read from, nobody could sign in with it. */
const adminPassword = z.optional(
  z
    .string()
    .check(
      z.minLength(limits.passwordMin, passwordRule),
      z.maxLength(limits.passwordMax, passwordRule),
      z.regex(/^\S.*\S$/, 'a password without spaces at its ends and without line breaks'),
    ),
);

const email = z.email('an email address').check(z.maxLength(limits.emailLength, 'an email address'));

/** The variables that the studio reads (specification: Operation). An empty one counts as unset. */
export const Environment = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'development, production or test'),
    'development',
  ),
  HOST: z.optional(z.string().check(z.regex(/^[\w.:-]+$/, 'an address or host name to listen on'))),
  PORT: port(3_000),
  SANDBOX_PORT: port(3_001),
  PUBLIC_URL: z.optional(origin('an address like https://studio.example')),
  SANDBOX_URL: z.optional(originTemplate('an origin like https://{id}.usercontent.example')),
  ASSETS_URL: z.optional(origin('an origin like https://assets.usercontent.example')),
  DATA_DIR: z._default(dataDir, '.data'),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) =>
            URL.canParse(value) &&
            /^postgres(ql)?:$/.test(new URL(value).protocol) &&
            /^\/./.test(new URL(value).pathname) &&
            hasDecodableParts(value),
          'an address like postgresql://user:password@host:5432/name, with %25 for a percent sign',
        ),
      ),
  ),
  REDIS_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) =>
            URL.canParse(value) &&
            /^rediss?:\/\/[^/]/.test(value) &&
            /^(\/\d*)?$/.test(new URL(value).pathname) &&
            hasDecodableParts(value),
          'an address like redis://user:password@host:6379 or rediss://…, with %25 for a percent sign',
        ),
      ),
  ),
  S3_ENDPOINT: z.optional(origin('an address like https://s3.example:9000')),
  S3_REGION: z.optional(z.string().check(z.regex(/^[\w-]+$/, 'a region like us-east-1'))),
  S3_BUCKET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
          'a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
        ),
      ),
  ),
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: accessKey,
  JWT_SECRET: signingSecret,
  JWT_SECRET_PREVIOUS: signingSecret,
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: adminPassword,
  DEMO_ACCOUNT: z.optional(onOrOff),
  REGISTRATION: z._default(z.enum(['open', 'closed'], 'open or closed'), 'open'),
  FORUM_URL: z.optional(webAddress('an address like https://forum.example')),
  FORUM_SECRET: forumSecret,
  FORUM_WEBHOOK_SECRET: forumSecret,
  PUBLISHING_BY_GROUP: PublishingTable,
  TRUSTED_PROXIES: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((value) => value.split(',').map((part) => part.trim())),
      ),
      z.array(
        z
          .string()
          .check(z.refine(isAddressOrRange, 'a comma-separated list of addresses or CIDR ranges (not /0)')),
      ),
    ),
    [],
  ),
  RATE_LIMIT_SCALE: z._default(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,4}(\.\d{1,3})?$/, scale)), z.transform(Number)),
      z.number(scale).check(z.minimum(0.001, scale), z.maximum(1_000, scale)),
    ),
    1,
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^\S+$/, 'a token without spaces or line breaks'))),
  LOG_LEVEL: z.optional(z.enum(['debug', 'info', 'warn', 'error'], 'debug, info, warn or error')),
  LIBRARY_SOURCE: z._default(z.enum(['local', 'cdn'], 'local or cdn'), 'local'),
  MODULES: z._default(z.enum(['off', 'shelf', 'registry'], 'off, shelf or registry'), 'shelf'),
  PACKAGE_REGISTRY: z.optional(webAddress('an address like https://registry.example')),
  PACKAGE_MIN_AGE: days(3),
  PACKAGE_STORAGE: megabytes(4_096),
  MODULE_CDN: z.optional(webAddress('an address like https://modules.example')),
  MAIN_SITE_URL: z.optional(webAddress('an address like https://example.org')),
  AVATAR_URL: z.optional(webAddress('an address like https://avatars.example')),
  SUPPORT_EMAIL: z._default(email, 'support@studio.local'),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && /^smtps?:\/\/[^/]/.test(value),
          'an address like smtps://user:password@mail.example:465 or smtp://…:587',
        ),
      ),
  ),
  MAIL_FROM: z.optional(email),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(z.regex(/^(https:\/\/|mailto:|tel:)[!-~]+$/, 'an address like mailto:security@studio.example')),
  ),
});
export type Environment = z.infer<typeof Environment>;

/** Never shown in a message or log. */
export const secretVariables: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_PASSWORD',
  'FORUM_SECRET',
  'FORUM_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
]);
