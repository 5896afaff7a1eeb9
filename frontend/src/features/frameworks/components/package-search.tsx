import { limits } from '@studio/contract/limits';
import type { PackageDetails } from '@studio/contract/packages/package-routes';
import { isBuiltInPackage } from '@studio/engine/libraries/built-in-modules';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { formatSize } from '@/lib/files/file-size.ts';
import type { Call } from '@/lib/http-client.ts';
import { classes } from '@/ui/classes.ts';
import { fieldLook } from '@/ui/fields/text-field.tsx';
import { isForInputMethod } from '@/ui/input-method.ts';
import { ListStatus } from '@/ui/lists/list-status.tsx';
import { Spinner } from '@/ui/progress-indicators.tsx';
import { usePackageSearch } from '../api/package-queries.ts';
import * as texts from '../texts.ts';

interface PackageSearchProps {
  call: Call;
  /** The name of the package that is being added. */
  adding: string | null;
  onAdd: (name: string) => void;
}

/** Milliseconds after the last key press before a search is sent. */
const searchDelayMs = 250;

/** A combobox of packages (WAI-ARIA Authoring Practices): the field keeps the focus, arrow keys select a result. */
export function PackageSearch({ call, adding, onAdd }: PackageSearchProps) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  /** Null: no result was selected by key. */
  const [position, setPosition] = useState<number | null>(null);
  /** Enter was pressed before the results for the typed text arrived. */
  const [isAwaited, setAwaited] = useState(false);
  const list = useId();
  const name = typed.trim();
  const isBuiltIn = isBuiltInPackage(name);
  const search = useSettled(name, isAwaited);
  const { data, error, isFetching, isPlaceholderData } = usePackageSearch(call, search);
  const found = data?.packages ?? [];
  const idOf = (index: number) => `${list}-${index}`;
  // Results of an earlier search stay visible until the response arrives, but cannot be chosen by key.
  const isCurrent = search === name && !isPlaceholderData;
  // Enter chooses the best result of a search: none while nothing is typed, none for a library that needs no package.
  const index = position ?? (name === '' || isBuiltIn ? -1 : 0);
  const selected = isCurrent ? found[Math.min(index, found.length - 1)] : undefined;

  const count = isFetching || !isCurrent || error || isBuiltIn ? '' : texts.packagesFound(found.length);

  const moveTo = (index: number) => {
    setOpen(true);
    setPosition(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (name: string) => {
    setTyped('');
    setOpen(false);
    setPosition(null);
    onAdd(name);
  };

  // Only an exact match: other results were not visible when Enter was pressed.
  const chooseAwaited = useEffectEvent(() => {
    setAwaited(false);
    const exact = found.find((each) => each.name === name);
    if (exact) choose(exact.name);
  });
  const isAnswered = isAwaited && isCurrent && !isFetching;
  useEffect(() => {
    if (isAnswered) chooseAwaited();
  }, [isAnswered]);

  function onKeyDown(event: KeyboardEvent) {
    if (isForInputMethod(event.nativeEvent)) return;
    const { key } = event;
    if (key === 'Escape' && open) {
      setOpen(false);
      // The first Escape closes the list, the next one the dialog.
      event.stopPropagation();
    } else if (key === 'ArrowDown' && isCurrent && found.length > 0)
      moveTo(open ? (index + 1) % found.length : Math.max(index, 0));
    else if (key === 'ArrowUp' && isCurrent && found.length > 0)
      moveTo((Math.max(index, 0) + found.length - 1) % found.length);
    else if (key === 'Enter' && open && selected) choose(selected.name);
    else if (key === 'Enter' && open && name !== '') setAwaited(true);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative min-w-48 flex-1">
      <input
        role="combobox"
        aria-label={texts.addPackage}
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && selected ? idOf(found.indexOf(selected)) : undefined}
        placeholder={texts.addPackageHint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={limits.searchLength}
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setTyped(event.target.value);
          setPosition(null);
          setOpen(true);
          setAwaited(false);
        }}
        onKeyDown={onKeyDown}
        className={fieldLook}
      />
      {adding !== null && (
        <p role="status" className="mt-1 flex items-center gap-1.5 text-muted text-sm">
          <Spinner />
          {texts.addingPackage(adding)}
        </p>
      )}
      <ListStatus text={open ? count : ''} />
      <div
        hidden={!open}
        // Browsers make scrollable elements focusable, but this one disappears when the field loses the focus.
        tabIndex={-1}
        className="absolute inset-x-0 top-full z-1 mt-1 max-h-72 overflow-auto rounded-md border border-line bg-raised p-1 shadow-float"
      >
        {error && <p className="p-3 text-danger">{texts.packagesNotFound(error.message)}</p>}
        {data?.problem && (
          <p role="status" className="p-3 text-danger">
            {texts.registryNotSearched(data.problem)}
          </p>
        )}
        {isBuiltIn && (
          <p role="status" className="p-3 text-muted">
            {texts.comesWithStudio(name)}
          </p>
        )}
        {!isBuiltIn && !error && !data?.problem && found.length === 0 && (
          <p className="p-3 text-muted">{isFetching ? texts.searchingPackages : texts.noPackageFound}</p>
        )}
        <div id={list} role="listbox" aria-label={texts.packages} aria-busy={isFetching}>
          {found.map((each, index) => (
            <PackageOption
              key={each.name}
              id={idOf(index)}
              details={each}
              selected={each === selected}
              onChoose={() => choose(each.name)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface PackageOptionProps {
  id: string;
  details: PackageDetails;
  selected: boolean;
  onChoose: () => void;
}

function PackageOption({ id, details, selected, onChoose }: PackageOptionProps) {
  const { name, version, description, license, size } = details;
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        'grid min-h-hit w-full select-none rounded-md px-2.5 py-1 text-left hover:bg-hover',
        selected && 'bg-chosen',
      )}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="break-all font-medium">{name}</span>
        <span className="text-muted text-sm tabular-nums">{version}</span>
        <span className="text-faint text-sm">
          {[license, size === null ? '' : formatSize(size)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span dir="auto" className="truncate text-muted text-sm">
        {description}
      </span>
    </button>
  );
}

/** The value once it has not changed for a moment, or immediately with `atOnce`. */
function useSettled(value: string, atOnce: boolean): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), atOnce ? 0 : searchDelayMs);
    return () => clearTimeout(timer);
  }, [value, atOnce]);
  return settled;
}
