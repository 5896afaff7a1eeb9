import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Source, Sources } from '@studio/engine/source';
import { useRef, useState } from 'react';
import { formatSize } from '@/lib/files/file-size.ts';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner, showProgress } from '@/ui/progress-indicators.tsx';
import { usePackageDetails } from '../api/package-queries.ts';
import {
  addPackage,
  importsPackage,
  importsWithRange,
  isNeeded,
  type PackageImport,
  packagesInConflict,
  updatePackage,
} from '../model/project-packages.ts';
import * as texts from '../texts.ts';
import { PackageSearch } from './package-search.tsx';

interface PackageSectionProps {
  call: Call;
  config: FrameworkConfig;
  /** The project's current code. */
  sources: () => Sources;
  /** A package was chosen; `packages`: the versions including it. */
  onAdd: (imported: PackageImport, packages: PackageVersions) => void;
  /** A newer version was chosen; `packages`: the versions including it, with which the project has not run yet. */
  onUpdate: (name: string, packages: PackageVersions) => void;
  /** A package that the code does not need was removed; another project may be open by now. */
  onRemove: (name: string) => void;
}

/** The npm packages of a project, each in its exact version, and a search for more (specification: Packages). */
export function PackageSection({ call, config, sources, onAdd, onUpdate, onRemove }: PackageSectionProps) {
  const { packages = {} } = config;
  const section = useRef<HTMLElement>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [message, setMessage] = useState('');

  const source = () => ({ ...sources(), frameworkConfig: config });
  const add = async (name: string) => {
    setMessage('');
    if (packages[name] !== undefined) return setMessage(texts.alreadyAdded(name));
    setAdding(name);
    const added = await addPackage(call, config, name);
    setAdding(null);
    if ('reason' in added) setMessage(texts.packageNotAdded(name, added.reason, added.instead));
    else onAdd({ specifier: name, hasDefault: added.hasDefault }, added.packages);
  };
  const update = async (name: string) => {
    setMessage('');
    const updated = await showProgress(updatePackage(call, source(), name));
    if ('reason' in updated) setMessage(texts.packageNotUpdated(name, updated.reason));
    else if (updated.packages[name] === packages[name])
      setMessage(texts.packageNotUpdated(name, texts.noNewerInRange));
    else onUpdate(name, updated.packages);
  };
  const remove = async (name: string) => {
    const isUsed = importsPackage(source(), name);
    setMessage(isUsed ? texts.packageInUse(name) : '');
    if (isUsed) return;
    const focused = document.activeElement;
    const needed = await showProgress(isNeeded(call, source(), name));
    if ('reason' in needed) return setMessage(texts.packageNotRemoved(name, needed.reason));
    if (needed.isNeeded) return setMessage(texts.packageNeeded(name));
    onRemove(name);
    // Unless somebody has moved it meanwhile.
    if (document.activeElement === focused) section.current?.focus();
  };

  return (
    // Gets the focus when a focused button in it disappears.
    <section ref={section} tabIndex={-1} aria-labelledby="packages" className="mt-6 rounded-md">
      <div className="mb-3 flex flex-wrap items-start gap-x-8 gap-y-2">
        <h3 id="packages" className="font-semibold text-lg">
          {texts.packages}
        </h3>
        <PackageSearch call={call} adding={adding} onAdd={(name) => void add(name)} />
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {message}
      </p>
      {Object.keys(packages).length === 0 ? (
        <p className="text-muted">{texts.noPackages}</p>
      ) : (
        <PackageTable
          call={call}
          source={source()}
          onUpdate={(name) => void update(name)}
          onRemove={(name) => void remove(name)}
        />
      )}
    </section>
  );
}

interface PackageTableProps {
  call: Call;
  source: Source;
  onUpdate: (name: string) => void;
  onRemove: (name: string) => void;
}

function PackageTable({ call, source, onUpdate, onRemove }: PackageTableProps) {
  const { frameworkConfig: config } = source;
  const known = usePackageDetails(call, config, { imports: importsWithRange(source) });
  const newer = usePackageDetails(call, config, { newest: true });
  const conflicts = packagesInConflict(known.data?.problems ?? []);
  const { error, refetch, isFetching, isSuccess } = known;
  // While newer versions are looked for, `newer` has the result for the packages before.
  const details = { ...known.data?.details, ...newer.data?.details };
  const [problem] = newer.data?.problems ?? [];
  const notLookedUp = newer.data?.problems.filter(({ message }) => message === problem?.message) ?? [];
  const notNewer = problem?.message ?? (error ? undefined : newer.error?.message);
  const versions = Object.entries(config.packages ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (
    <>
      {error && (
        <p role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-muted">
          {texts.detailsNotLoaded(error.message)}
          <Button
            onClick={() => {
              void refetch();
              void newer.refetch();
            }}
          >
            {texts.retry}
          </Button>
        </p>
      )}
      {notNewer !== undefined && (
        <p role="status" className="mb-2 flex flex-wrap items-center gap-2 text-muted">
          {texts.newerNotKnown(
            notLookedUp.map(({ specifier }) => specifier),
            notNewer,
          )}
          <Button onClick={() => void newer.refetch()}>{texts.retry}</Button>
        </p>
      )}
      <table aria-busy={isFetching} className="w-full text-left">
        <thead className="text-muted text-sm">
          <tr>
            <th className="py-1 pr-3 font-normal">{texts.packageName}</th>
            <th className="py-1 pr-3 font-normal">{texts.version}</th>
            <th className="py-1 pr-3 font-normal max-sm:hidden">{texts.size}</th>
            <th className="py-1 pr-3 font-normal max-sm:hidden">{texts.licence}</th>
            <th className="sr-only">{texts.actions}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(([name, version]) => {
            const found = details[name];
            const size = typeof found?.size === 'number' ? formatSize(found.size) : '';
            // A version that the studio does not have can be replaced by one that it has.
            const hasNewer = found ? found.newest !== version : isSuccess && !isFetching;
            const canUpdate = hasNewer || conflicts.has(name);
            return (
              <tr key={name} className="border-line border-t">
                <th scope="row" id={`package-${name}`} className="py-1 pr-3 font-medium">
                  <span className="break-all">{name}</span>
                  <span className="block font-normal text-muted text-sm sm:hidden">
                    {[size, found?.license].filter(Boolean).join(' · ')}
                  </span>
                </th>
                <td className="py-1 pr-3 tabular-nums">{version}</td>
                <td className="py-1 pr-3 tabular-nums max-sm:hidden">{size}</td>
                <td className="py-1 pr-3 max-sm:hidden">{found?.license}</td>
                <td className="py-1 text-right">
                  {canUpdate && (
                    <Button look="quiet" aria-describedby={`package-${name}`} onClick={() => onUpdate(name)}>
                      {texts.update}
                    </Button>
                  )}
                  <Button look="quiet" aria-describedby={`package-${name}`} onClick={() => onRemove(name)}>
                    {texts.remove}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {newer.isFetching && !isFetching && (
        <p
          role="status"
          className="mt-2 flex items-center gap-1.5 text-muted text-sm opacity-100 transition-opacity delay-500 starting:opacity-0"
        >
          <Spinner />
          {texts.lookingForNewer}
        </p>
      )}
    </>
  );
}
