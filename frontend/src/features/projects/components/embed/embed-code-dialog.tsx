import { type EmbedTab, type EmbedTheme, embedSandbox, embedTabs, embedThemes } from '@studio/contract/embed';
import { QueryClientProvider } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { localStore } from '@/lib/browser-storage.ts';
import { isForeign } from '@/lib/foreign-code.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { copyText } from '@/ui/dialogs/copy-text.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { FailedState, Skeleton } from '@/ui/lists/list-states.tsx';
import { toast } from '@/ui/toast/toast.ts';
import type { ListSource } from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import {
  type EmbedChoice,
  embedAddress,
  embedSize,
  embedSnippet,
  isHeight,
  isWidth,
  pageWidth,
  plainEmbed,
} from './embed-snippet.ts';
import { EmbedVersion } from './embed-version.tsx';

interface EmbedCodeDialogProps {
  source: ListSource;
  projectId: string;
  title: string;
  /** The project's present version. */
  version: number;
  isEmbeddable: boolean;
  /** False: another user's project, whose versions only its owner can list. */
  own: boolean;
  onEnable: () => void;
  onClose: () => void;
}

/** The snippet that embeds a project in any page, with its options (specification: Embed page). */
export default function EmbedCodeDialog(props: EmbedCodeDialogProps) {
  const { source, projectId, title, version, isEmbeddable, own, onEnable, onClose } = props;
  const [client] = useState(() => createQueryClient());
  const hintId = useId();
  const [choice, setChoice] = useState(plainEmbed);
  // A functional update: other options may change while a version is being published.
  const change = (part: Partial<EmbedChoice>) => setChoice((now) => ({ ...now, ...part }));
  const addressOf = (chosen: EmbedChoice) => embedAddress(window.location.origin, projectId, chosen);
  const address = addressOf(choice);
  // Code from another page waits for Run here, too (specification: Code from other pages).
  const shownAddress = isForeign(localStore, projectId)
    ? addressOf({ ...choice, runOnClick: true })
    : address;
  // Invalid sizes are not used in the snippet.
  const width = isWidth(choice.width) ? choice.width : plainEmbed.width;
  const height = isHeight(choice.height) ? choice.height : plainEmbed.height;
  const snippet = embedSnippet(address, title, { ...choice, width, height });
  const copy = async () => {
    if (await copyText(snippet)) toast({ title: texts.embedCodeCopied });
  };
  return (
    <Dialog title={texts.embedCode} description={texts.embedCodeText} onClose={onClose}>
      <div className="grid min-h-0 grid-cols-1 gap-3 overflow-auto p-4">
        <textarea
          readOnly
          rows={3}
          aria-label={texts.embedSnippet}
          aria-describedby={isEmbeddable ? undefined : hintId}
          value={snippet}
          onFocus={(event) => event.target.select()}
          className="min-h-18 w-full resize-none rounded-md border border-field bg-ground p-2.5 font-mono text-sm"
        />
        {!isEmbeddable && (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft px-3 py-2">
            <p id={hintId}>{own ? texts.embeddingOff : texts.embeddingOffByOwner}</p>
            {own && <Button onClick={onEnable}>{texts.enableEmbedding}</Button>}
          </div>
        )}
        {own && (
          <QueryClientProvider client={client}>
            <EmbedVersion
              source={source}
              projectId={projectId}
              version={version}
              rev={choice.rev}
              onChange={(rev) => change({ rev })}
            />
          </QueryClientProvider>
        )}
        <EmbedOptionFields choice={choice} onChange={change} />
        {isEmbeddable && <EmbedPreview address={shownAddress} width={width} height={height} />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {isEmbeddable && (
            <a
              href={shownAddress}
              target="_blank"
              rel="noopener"
              className="mr-auto inline-flex min-h-hit items-center gap-1.5 text-accent hover:underline"
            >
              <ExternalLink size={14} aria-hidden />
              {texts.openEmbed}
            </a>
          )}
          <Button look="primary" onClick={copy}>
            {texts.copy}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const tabLabels: Record<EmbedTab, string> = {
  html: texts.html,
  css: texts.css,
  js: texts.js,
  result: texts.result,
};
const themeLabels: Record<EmbedTheme, string> = { dark: texts.dark, light: texts.light, auto: texts.system };
const themeOptions = embedThemes.map((value) => ({ value, label: themeLabels[value] }));

interface EmbedOptionFieldsProps {
  choice: EmbedChoice;
  onChange: (part: Partial<EmbedChoice>) => void;
}

/** Size, tabs, theme and start of an embed. */
function EmbedOptionFields({ choice, onChange }: EmbedOptionFieldsProps) {
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <SizeField
          label={texts.width}
          rule={texts.widthRule}
          value={choice.width}
          valid={isWidth(choice.width)}
          onChange={(width) => onChange({ width })}
        />
        <SizeField
          label={texts.height}
          rule={texts.heightRule}
          value={choice.height}
          valid={isHeight(choice.height)}
          onChange={(height) => onChange({ height })}
        />
      </div>
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="text-muted text-sm">{texts.tabs}</legend>
        {embedTabs.map((tab) => (
          <label key={tab} className="flex min-h-hit items-center gap-1.5">
            <input
              type="checkbox"
              checked={choice.tabs.includes(tab)}
              onChange={({ target }) =>
                onChange({
                  tabs: embedTabs.filter((other) =>
                    other === tab ? target.checked : choice.tabs.includes(other),
                  ),
                })
              }
              className="size-4 accent-accent"
            />
            {tabLabels[tab]}
          </label>
        ))}
        <p className="basis-full text-faint text-sm">{texts.tabsRule}</p>
      </fieldset>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Select
          label={texts.theme}
          value={choice.theme}
          options={themeOptions}
          onChange={(theme) => onChange({ theme })}
        />
        <Switch
          label={texts.runOnClick}
          checked={choice.runOnClick}
          onChange={(runOnClick) => onChange({ runOnClick })}
        />
      </div>
    </div>
  );
}

interface SizeFieldProps {
  label: string;
  rule: string;
  value: string;
  valid: boolean;
  onChange: (value: string) => void;
}

function SizeField({ label, rule, value, valid, onChange }: SizeFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        value={value}
        aria-invalid={!valid}
        aria-describedby={`${id}-rule`}
        onChange={(event) => onChange(event.target.value.trim())}
        className={fieldLook}
      />
      <p id={`${id}-rule`} className={valid ? 'text-faint text-sm' : 'text-danger text-sm'}>
        {rule}
      </p>
    </div>
  );
}

interface EmbedPreviewProps {
  /** The URL of the embed, with its options. */
  address: string;
  /** The size in the snippet. */
  width: string;
  height: string;
}

/** In CSS pixels. */
const maxPreviewHeight = 280;

/**
 * The embed as a page would show it, scaled down if necessary. Inert, so that Tab and clicks do not reach it.
 */
function EmbedPreview({ address, width, height }: EmbedPreviewProps) {
  const room = useRef<HTMLDivElement>(null);
  const [availableWidth, setAvailableWidth] = useState(0);
  const [attempt, setAttempt] = useState(1);
  const [shown, setShown] = useState<{ key: string; failed: boolean }>();
  const size = embedSize(width, height);
  const scale = Math.min(1, availableWidth / size.width, maxPreviewHeight / size.height);
  const key = `${address} ${attempt}`;
  const state = shown?.key === key ? (shown.failed ? 'failed' : 'shown') : 'loading';

  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const measure = () => setAvailableWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <figure className="grid grid-cols-1 gap-1.5">
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
        <span>{texts.preview}</span>
        {state === 'loading' && <span className="sr-only">{texts.loadingPreview}</span>}
        <span className="text-faint tabular-nums">
          {texts.embedSize(size, width.endsWith('%') ? pageWidth : null, scale)}
        </span>
      </figcaption>
      <div ref={room} aria-busy={state === 'loading'}>
        {state === 'failed' ? (
          <FailedState
            title={texts.previewFailed}
            error={new Error(texts.networkError)}
            onRetry={() => setAttempt(attempt + 1)}
          />
        ) : (
          <div
            inert
            className="relative mx-auto overflow-hidden rounded-md border bg-ground"
            style={{ width: size.width * scale, height: size.height * scale }}
          >
            {/* A new frame for each address, because navigating one frame would add entries to the history. */}
            <iframe
              key={key}
              title={texts.embedPreview}
              sandbox={embedSandbox}
              src={address}
              onLoad={({ currentTarget }) => setShown({ key, failed: !isStudioPage(currentTarget) })}
              className="absolute origin-top-left"
              style={{ ...size, transform: `scale(${scale})` }}
            />
            {state === 'loading' && <Skeleton className="absolute inset-0" />}
          </div>
        )}
      </div>
    </figure>
  );
}

/** Whether the frame shows a page of the studio, not the browser's error page, which has another origin. */
function isStudioPage(frame: HTMLIFrameElement): boolean {
  return frame.contentDocument !== null;
}
