import { useState } from 'react';
import { useLocation } from 'wouter';
import { confirmations } from '@/features/projects/model/save-status.ts';
import { confirm } from '@/ui/dialogs/confirm.ts';
import { toast } from '@/ui/toast/toast.ts';
import type { Studio } from '../studio.ts';
import * as texts from '../texts.ts';

/** Signing out (SPEC 1, SPEC 4 Session): asks about unsaved changes, clears everything here, and goes to the main site. */
export function useLogout({ config, session, project }: Studio) {
  const [, navigate] = useLocation();
  const [loggingOut, setLoggingOut] = useState(false);
  const logout = async () => {
    const { dirty } = project.getState();
    if (
      dirty &&
      !(await confirm({ title: texts.unsavedChanges, text: confirmations.logout, action: texts.logout }))
    ) {
      return;
    }
    // Away from /project/{id} first: who leaves does not want to come back to it after the next login.
    navigate('/', { replace: true });
    setLoggingOut(true);
    await session.logout();
    project.actions.clearWorkingCopy();
    toast({ title: texts.loggedOut });
    if (config.mainSiteUrl !== null) window.location.assign(config.mainSiteUrl);
  };
  return { logout, loggingOut };
}
