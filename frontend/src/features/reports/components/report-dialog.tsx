import type { Call } from '@/lib/http-client.ts';
import { isolated } from '@/lib/isolated.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.ts';
import { ReportForm } from './report-form.tsx';

interface ReportDialogProps {
  call: Call;
  project: { id: string; title: string };
  onClose: () => void;
}

/** Reports a project that somebody looks at. */
export default function ReportDialog({ call, project, onClose }: ReportDialogProps) {
  const thank = () => {
    toast({ title: 'Report sent', description: 'The moderators will look at the project as it is now.' });
    onClose();
  };
  return (
    <Dialog title="Report project" description={isolated(project.title)} onClose={onClose}>
      <ReportForm call={call} projectId={project.id} onSent={thank} />
    </Dialog>
  );
}
