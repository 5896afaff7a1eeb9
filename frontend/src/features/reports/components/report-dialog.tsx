import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';
import { ReportForm } from './report-form.tsx';

interface ReportDialogProps {
  call: Call;
  project: { id: string; title: string };
  onClose: () => void;
}

/** Reports the open project. */
export default function ReportDialog({ call, project, onClose }: ReportDialogProps) {
  const thank = () => {
    toast({ title: texts.reportSent, description: texts.reportSentText(null) });
    onClose();
  };
  return (
    <Dialog title={texts.reportTitle(null)} description={bidiIsolate(project.title)} onClose={onClose}>
      <ReportForm call={call} projectKey={{ id: project.id, rev: null }} onSent={thank} />
    </Dialog>
  );
}
