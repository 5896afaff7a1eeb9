import type { ExportedProject } from '@studio/engine/export/exported-project';
import type { SourceLanguage } from '@studio/engine/source';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import {
  type ExportSurroundings,
  exportPackage,
  exportPane,
  type LongPacking,
  withPackages,
} from '../model/export-project.ts';
import * as texts from '../packing-texts.ts';

/** Runs an item of the Export menu. `show` gets a progress dialog while packing takes long, and null at the end. */
export async function runExport(
  written: ExportedProject,
  choice: SourceLanguage | 'package',
  surroundings: ExportSurroundings,
  show: (dialog: ReactNode) => void,
): Promise<void> {
  if (choice !== 'package') return exportPane(written, choice, surroundings.assetsUrl);
  const project = await withPackages(written, surroundings, (cancel) =>
    show(cancel && <LookupDialog onCancel={cancel} />),
  );
  if (!project) return;
  const { packages = {} } = project.frameworkConfig;
  const contained = Object.keys(packages).length > 0 ? await askAboutPackages(show) : false;
  if (contained === null) return;
  await exportPackage(project, surroundings, contained, (packing) =>
    show(packing && <PackingDialog {...packing} />),
  );
}

/** Asks whether the standalone page should contain its packages; null: the export is cancelled. */
async function askAboutPackages(show: (dialog: ReactNode) => void): Promise<boolean | null> {
  const answer = await new Promise<boolean | null>((resolve) => show(<PackageQuestion onAnswer={resolve} />));
  show(null);
  return answer;
}

function PackageQuestion({ onAnswer }: { onAnswer: (contained: boolean | null) => void }) {
  return (
    <Dialog title={texts.packagesTitle} description={texts.packagesText} onClose={() => onAnswer(null)}>
      <footer className="flex flex-wrap justify-end gap-2 p-4">
        <Button onClick={() => onAnswer(false)}>{texts.linkPackages}</Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          {texts.containPackages}
        </Button>
      </footer>
    </Dialog>
  );
}

/** Closing it cancels. */
function LookupDialog({ onCancel }: { onCancel: () => void }) {
  return (
    <Dialog title={texts.packingTitle} onClose={onCancel}>
      <div className="grid gap-3 p-4">
        <p>{texts.lookingUpPackages}</p>
        <ProgressBar aria-label={texts.lookingUpPackages} />
        <Button className="justify-self-end" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

/** The progress of packing; closing it cancels. */
function PackingDialog({ progress: { fetched, of, bytes }, cancel }: LongPacking) {
  const isFetching = fetched < of;
  return (
    <Dialog title={texts.packingTitle} onClose={cancel}>
      <div className="grid gap-3 p-4">
        <p>
          {isFetching ? texts.fetching(fetched, of, (bytes / 1_048_576).toFixed(1)) : texts.puttingTogether}
        </p>
        <ProgressBar aria-label={texts.packing} {...(isFetching && { value: fetched, max: of })} />
        <Button className="justify-self-end" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
