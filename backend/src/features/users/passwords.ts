import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's parameters (19 MiB, 2 passes), which are OWASP's first choice. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password));
}

/** Nobody's password: checked against for unknown accounts, so that they cost the same as a wrong password. */
const nobody = hash('no account has this password');

/** Whether this is the password of the hash; without a hash it takes as long and is false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), canonical(password));
  return fits && passwordHash !== null;
}

/** RFC 8265 OpaqueString: the same characters are the same password, however the keyboard composed them. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
