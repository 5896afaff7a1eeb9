import { type ExternalResource, isResourceAddress } from '@studio/contract/external-resources';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { limits } from '@studio/contract/limits';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { TextField } from '@/ui/fields/text-field.tsx';
import { usePackageInstead, usePackageSearch } from '../api/package-queries.ts';
import { isOnPackageNetwork } from '../model/package-instead.ts';
import { importOf, type PackageImport } from '../model/project-packages.ts';
import * as texts from '../resource-texts.ts';

type Kind = ExternalResource['kind'];

const kinds = [
  { value: 'script', label: texts.script },
  { value: 'style', label: texts.style },
] as const;

interface ExternalResourcesProps {
  resources: readonly ExternalResource[];
  onChange: (resources: ExternalResource[]) => void;
  /** Options for packages that replace resources; null in a studio without packages. */
  packages: PackageInsteadOptions | null;
}

interface PackageInsteadOptions {
  call: Call;
  config: FrameworkConfig;
  /** Replaces the resource by an import, with these versions. */
  onUse: (imported: PackageImport, packages: PackageVersions, instead: ExternalResource) => void;
}

/** The external scripts and style sheets of a project, in their order (specification: External resources). */
export function ExternalResources({ resources, onChange, packages }: ExternalResourcesProps) {
  const section = useRef<HTMLElement>(null);
  const [announced, announce] = useState('');

  function move(from: number, to: number): void {
    const resource = resources[from];
    if (!resource || to < 0 || to >= resources.length) return;
    onChange(resources.toSpliced(from, 1).toSpliced(to, 0, resource));
    announce(texts.moved(resource.url, to + 1, resources.length));
  }

  function remove(resource: ExternalResource): void {
    onChange(resources.filter((other) => other !== resource));
    announce(texts.removed(resource.url));
    focusField();
  }

  /** For a removed row whose button had the focus. */
  function focusField(): void {
    section.current?.querySelector('input')?.focus();
  }

  return (
    <section ref={section} aria-labelledby="external-resources" className="mt-6">
      <h3 id="external-resources" className="font-semibold text-lg">
        {texts.externalResources}
      </h3>
      <p className="mb-3 text-muted text-sm">{texts.explanation}</p>
      {resources.length === 0 ? (
        <p className="mb-3 text-faint">{texts.noResources}</p>
      ) : (
        <>
          <ol aria-describedby="reorder-resources" className="mb-2 divide-y rounded-lg border">
            {resources.map((resource, place) => (
              <ResourceRow
                key={keyOf(resource)}
                resource={resource}
                isFirst={place === 0}
                isLast={place === resources.length - 1}
                hint={
                  packages &&
                  isOnPackageNetwork(resource) && (
                    <PackageHint resource={resource} {...packages} onFocusGone={focusField} />
                  )
                }
                onMove={(by) => move(place, place + by)}
                onRemove={() => remove(resource)}
              />
            ))}
          </ol>
          <p id="reorder-resources" className="mb-3 text-faint text-sm">
            {texts.reorderHint}
          </p>
        </>
      )}
      <NewResource resources={resources} onAdd={(resource) => onChange([...resources, resource])} />
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </section>
  );
}

interface ResourceRowProps {
  resource: ExternalResource;
  isFirst: boolean;
  isLast: boolean;
  hint: ReactNode;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function ResourceRow({ resource, isFirst, isLast, hint, onMove, onRemove }: ResourceRowProps) {
  const { kind, url } = resource;

  function moveByKey(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }

  return (
    <li onKeyDown={moveByKey} className="flex flex-wrap items-center gap-x-2 py-1 pr-1 pl-3 sm:gap-2">
      <span className="shrink-0 text-muted text-sm max-sm:flex-1 sm:w-20">
        {kind === 'script' ? texts.script : texts.style}
      </span>
      <span dir="ltr" className="min-w-0 flex-1 break-all max-sm:order-1 max-sm:basis-full max-sm:pr-2">
        {url}
      </span>
      <IconButton
        label={texts.moveUp(url)}
        icon={ArrowUp}
        aria-disabled={isFirst}
        className="aria-disabled:opacity-50"
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={texts.moveDown(url)}
        icon={ArrowDown}
        aria-disabled={isLast}
        className="aria-disabled:opacity-50"
        onClick={() => onMove(1)}
      />
      <IconButton label={texts.remove(url)} icon={X} onClick={onRemove} />
      {hint}
    </li>
  );
}

interface PackageHintProps extends PackageInsteadOptions {
  resource: ExternalResource;
  /** Called when the resource is removed with its focused button. */
  onFocusGone: () => void;
}

/** A note that the studio has a resource as a package, with a button that replaces it. */
function PackageHint({ resource, call, config, onUse, onFocusGone }: PackageHintProps) {
  const hint = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { data: shelf } = usePackageSearch(call, '');
  const names = shelf && new Set(shelf.packages.map(({ name }) => name));
  const { data: instead } = usePackageInstead(call, config, resource, names);
  if (!instead) return null;
  const { specifier, hasDefault, version, range, isAsNamed, packages } = instead;
  const imported = { specifier, hasDefault };
  const use = () => {
    onUse(imported, packages, resource);
    if (document.activeElement === button.current) onFocusGone();
  };
  return (
    <div className="order-2 flex w-full flex-wrap items-center gap-x-3 text-muted text-sm">
      <p id={hint} className="min-w-0 break-words">
        {isAsNamed ? texts.packageHint(version) : texts.otherVersionHint(version, range ?? '')}{' '}
        <code>{importOf(imported)}</code>
      </p>
      <Button ref={button} look="quiet" aria-describedby={hint} onClick={use}>
        {texts.importPackage}
      </Button>
    </div>
  );
}

interface NewResourceProps {
  resources: readonly ExternalResource[];
  onAdd: (resource: ExternalResource) => void;
}

function NewResource({ resources, onAdd }: NewResourceProps) {
  const [url, setUrl] = useState('');
  /** Null: the kind suggested by the address. */
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [error, setError] = useState<string>();
  const kind = chosen ?? suggestedKind(url);

  function add(event: FormEvent): void {
    event.preventDefault();
    const resource = { kind, url: url.trim() };
    const mistake = mistakeIn(resource, resources);
    setError(mistake);
    if (mistake !== undefined) return;
    onAdd(resource);
    setUrl('');
    setChosen(null);
  }

  return (
    <form noValidate onSubmit={add} className="flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <TextField
          label={texts.address}
          type="url"
          dir="ltr"
          placeholder={texts.addressHint}
          maxLength={limits.urlLength}
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.target.value);
            setError(undefined);
          }}
        />
      </div>
      <Select label={texts.kind} value={kind} options={kinds} onChange={setChosen} />
      <Button type="submit">{texts.add}</Button>
    </form>
  );
}

function mistakeIn(resource: ExternalResource, resources: readonly ExternalResource[]): string | undefined {
  if (!isResourceAddress(resource.url)) return texts.wrongAddress;
  if (resources.some((other) => keyOf(other) === keyOf(resource))) return texts.addedAlready;
  return resources.length >= limits.resourcesPerProject ? texts.tooMany : undefined;
}

/** Addresses of font services do not end with a file name. */
function suggestedKind(url: string): Kind {
  return /\.css(?:$|[?#])|^https:\/\/(?:fonts\.googleapis|fonts\.bunny|use\.typekit)\./i.test(url.trim())
    ? 'style'
    : 'script';
}

function keyOf({ kind, url }: ExternalResource): string {
  return `${kind} ${url}`;
}
