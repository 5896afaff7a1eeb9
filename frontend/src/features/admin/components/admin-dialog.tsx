import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { AdminSource } from '../api/admin-client.ts';
import { useOpenReports } from '../api/admin-queries.ts';
import type { ActivityStore } from '../model/activity-store.ts';
import * as texts from '../texts.ts';
import { ActivityFeed } from './activity-feed.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AuditLog } from './audit-log.tsx';
import type { InjectedComponents } from './injected-components.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { ProjectModeration } from './projects/project-moderation.tsx';
import { ReportQueue } from './reports/report-queue.tsx';
import { UserManagement } from './users/user-management.tsx';

interface AdminDialogProps {
  source: AdminSource;
  injected: InjectedComponents;
  /** The moderation events, which are collected on every page. */
  activity: ActivityStore;
  tab: AdminTab;
  onTab: (tab: AdminTab) => void;
  onClose: () => void;
}

/** The Admin Panel (specification: Dialogs): projects, users, reports, activity and audit log. */
export default function AdminDialog({ source, onClose, ...rest }: AdminDialogProps) {
  return (
    <AdminFrame
      title={texts.adminPanel}
      source={source}
      onClose={onClose}
      render={(guarded) => <AdminTabs source={guarded} {...rest} />}
    />
  );
}

const content = 'flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2 data-[state=inactive]:hidden';

function AdminTabs({ source, injected, activity, tab, onTab }: Omit<AdminDialogProps, 'onClose'>) {
  const unread = useStore(activity, activity.unread);
  const openReports = useOpenReports(source.call);
  const tabs = useRef<HTMLDivElement>(null);
  // Focus the tabs: everything is reached from there, and no on-screen keyboard opens.
  useEffect(() => tabs.current?.querySelector<HTMLElement>('[data-state=active]')?.focus(), []);

  return (
    <Tabs.Root
      value={tab}
      onValueChange={(chosen) => onTab(chosen as AdminTab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <PanelTabs
        ref={tabs}
        label={texts.administration}
        tabs={[
          { value: 'projects', label: texts.projectModeration },
          { value: 'users', label: texts.userManagement },
          {
            value: 'reports',
            label: texts.reports,
            count: openReports.data ?? 0,
            counted: texts.countedOpen,
          },
          { value: 'activity', label: texts.activity, count: unread, counted: texts.countedUnread },
          { value: 'audit', label: texts.auditLogTab },
        ]}
      />
      <Tabs.Content value="projects" className={content}>
        <ProjectModeration source={source} injected={injected} />
      </Tabs.Content>
      <Tabs.Content value="users" className={content}>
        <UserManagement source={source} />
      </Tabs.Content>
      <Tabs.Content value="reports" className={content}>
        <ReportQueue source={source} injected={injected} />
      </Tabs.Content>
      <Tabs.Content value="activity" className={content}>
        <ActivityFeed store={activity} />
      </Tabs.Content>
      <Tabs.Content value="audit" className={content}>
        <AuditLog source={source} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The tabs of the Admin Panel. */
export type AdminTab = 'projects' | 'users' | 'reports' | 'activity' | 'audit';
