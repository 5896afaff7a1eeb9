import type { ApiError } from '@/lib/http-client.ts';
import * as texts from '../../texts.ts';

/** Whether the list is no longer right: another admin has changed this account meanwhile, or it was removed. */
export function isOutdated({ code, status }: ApiError): boolean {
  return status === 409 || code === 'not_found';
}

/** Why an account was not changed, in a sentence. */
export function reasonOf({ code, message }: ApiError): string {
  return code === 'not_found' ? texts.accountRemoved : message;
}
