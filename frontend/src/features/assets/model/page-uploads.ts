import { assetRoutes } from '@studio/contract/http/assets';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { session } from '@/lib/client.ts';
import { createFileUpload } from '@/lib/files/file-upload.ts';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';
import { createUploadQueue } from './upload-queue.ts';

const sendFile = createFileUpload({
  baseUrl: '/api',
  token: () => session.getState().token,
  onUnauthorized: (refused) => session.expire(refused),
});

/** The uploads of this page. They continue while the library is closed, and end with the session. */
export const uploads = createUploadQueue({
  send: (file, options) => sendFile(assetRoutes.uploadAsset, file, options),
  onUploaded: (file) =>
    toast({ title: texts.fileUploaded, description: texts.uploaded(bidiIsolate(file.name)) }),
  onFailed: ({ message }) => toast({ title: texts.uploadFailed, description: message, tone: 'danger' }),
});

const ask = (event: Event) => event.preventDefault();

// An upload ends with its page, so the browser asks before the page is closed.
uploads.subscribe(({ status }) => {
  if (status === 'sending') addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
});

session.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) uploads.reset();
});
