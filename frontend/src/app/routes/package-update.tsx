import type { ConsoleEntry } from '@studio/contract/console';
import { isError, type Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { customAlphabet } from 'nanoid';
import { useMemo, useState } from 'react';
import * as texts from '@/features/frameworks/texts.ts';
import { PreviewView } from '@/features/preview/components/preview-view.tsx';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import type { PageServices } from '../page-services.ts';

interface PackageUpdateProps {
  services: PageServices;
  /** The name of the package. */
  name: string;
  /** The project with the present version and with the newer one. */
  before: Source;
  after: Source;
  onUpdate: () => void;
  onClose: () => void;
}

/** Runs a project with both versions of a package side by side, before it is changed (specification: Packages). */
export function PackageUpdate({ services, name, before, after, onUpdate, onClose }: PackageUpdateProps) {
  const versionOf = ({ frameworkConfig }: Source) => frameworkConfig.packages?.[name] ?? '';
  return (
    <Dialog
      title={texts.updateTitle(name, versionOf(after))}
      description={texts.updateText}
      width="wide"
      onClose={onClose}
    >
      <div className="mt-3 grid min-h-0 flex-1 auto-rows-fr gap-px overflow-auto border-t bg-line md:grid-cols-2">
        <Result services={services} name={`${name} ${versionOf(before)}`} source={before} />
        <Result services={services} name={`${name} ${versionOf(after)}`} source={after} />
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="primary" onClick={onUpdate}>
          {texts.update}
        </Button>
      </footer>
    </Dialog>
  );
}

const newKey = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 16);

/** The project as it runs on an origin of its own, without access to the project's storage. */
function Result({ services, name, source }: { services: PageServices; name: string; source: Source }) {
  const { config } = services;
  const [projectKey] = useState(() => newKey());
  const target = useMemo(() => previewTarget(config), [config]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [printed, setPrinted] = useState('');
  const onConsole = ({ level, args }: ConsoleEntry) => {
    if (level === 'error') setPrinted(args.filter((arg) => typeof arg === 'string').join(' '));
  };
  const mistake = problems.find(isError)?.message ?? printed;
  return (
    <section aria-label={name} className="flex min-h-60 min-w-0 flex-col bg-panel">
      <h3 className="break-all px-3 py-1.5 font-medium">{name}</h3>
      <div className="min-h-0 flex-1 border-line border-t">
        <PreviewView
          projectKey={projectKey}
          sandboxUrl={config.sandboxUrl}
          source={source}
          written={() => source}
          autoRun
          target={target}
          onShow={nothing}
          onBehind={nothing}
          onConsole={onConsole}
          onRun={nothing}
          onStatus={nothing}
          onProblems={setProblems}
          onWork={nothing}
          onPackages={nothing}
        />
      </div>
      <p
        role="status"
        className="max-h-24 overflow-auto break-words px-3 py-1.5 text-danger text-sm empty:hidden"
      >
        {mistake}
      </p>
    </section>
  );
}

function nothing(): void {}
