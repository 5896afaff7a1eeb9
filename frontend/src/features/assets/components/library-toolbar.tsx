import type { StorageInfo } from '@studio/contract/http/assets';
import { Search, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { formatUsage } from '@/lib/file-size.ts';
import { Button } from '@/ui/button.tsx';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { acceptedExtensions } from '../model/categories.ts';
import { uploads } from '../model/page-uploads.ts';
import * as texts from '../texts.ts';

interface LibraryToolbarProps {
  /** Undefined while it is not known. */
  usage: StorageInfo | undefined;
  search: string;
  onSearch: (search: string) => void;
  onFiles: (files: File[]) => void;
}

/** The library's title, what it uses, the search and the upload. */
export function LibraryToolbar({ usage, search, onSearch, onFiles }: LibraryToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  const uploading = useStore(uploads, ({ sending }) => sending !== null);
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 bg-panel px-3 py-1 text-sm">
      <h2 className="font-medium">{texts.assetLibrary}</h2>
      <p className="text-faint tabular-nums">{usage && formatUsage(usage)}</p>
      <div className="relative ml-auto min-w-32 flex-1 sm:max-w-60">
        <Search
          size={14}
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 text-faint"
        />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className={`${fieldLook} pl-8`}
        />
      </div>
      <Button busy={uploading} onClick={() => picker.current?.click()}>
        {!uploading && <Upload size={14} aria-hidden />}
        {uploading ? texts.uploading : texts.upload}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptedExtensions.join()}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </header>
  );
}
