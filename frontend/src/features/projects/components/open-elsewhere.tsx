import { AppWindow } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/ui/button.tsx';
import { Notice } from '@/ui/notice.tsx';
import type { ProjectStore } from '../model/project-store.ts';
import { followOtherWindows } from '../model/remote/other-windows.ts';
import * as texts from '../notice-texts.ts';

/** Tells that the project on the desk is open in another window of this browser, until that is closed or it has been read. */
export function OpenElsewhere({ store }: { store: ProjectStore }) {
  const projectId = useStore(store, ({ project }) => project.id);
  return projectId !== null && <OtherWindows key={projectId} projectId={projectId} />;
}

function OtherWindows({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState(false);
  useEffect(() => followOtherWindows(projectId, setOpen), [projectId]);
  if (!open || read) return null;
  return (
    <Notice icon={AppWindow} text={texts.openElsewhere} more={texts.openElsewhereMore}>
      <Button onClick={() => setRead(true)}>{texts.gotIt}</Button>
    </Notice>
  );
}
