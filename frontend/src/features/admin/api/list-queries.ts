import {
  adminRoutes,
  type ManagedUser,
  type ModeratedProject,
  type ModerationFilter,
  type UserSort,
} from '@studio/contract/http/admin';
import { type AuditAction, type AuditEntry, auditRoutes } from '@studio/contract/http/audit';
import type { ProjectSort } from '@studio/contract/http/projects';
import { type Report, reportRoutes } from '@studio/contract/http/reports';
import { limits } from '@studio/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { Call } from '@/lib/http-client.ts';
import { dayRange } from '../model/day-range.ts';
import * as texts from '../texts.ts';
import { adminKey, dataOf, type ListQuestion, listQuery } from './admin-client.ts';
import { useAdminList } from './use-admin-list.ts';

export interface ProjectsQuestion extends ListQuestion {
  sortBy: ProjectSort;
  filter: ModerationFilter;
}

/** Everybody's projects. */
export function useModeratedProjects(call: Call, question: ProjectsQuestion) {
  return useAdminList<ModeratedProject, ProjectsQuestion>({
    name: 'projects',
    question,
    failure: texts.loadFailed,
    ask: ({ sortBy, filter, ...rest }, signal) =>
      call(adminRoutes.moderatedProjects, { query: { ...listQuery(rest), sortBy, filter }, signal }),
  });
}

export interface UsersQuestion extends ListQuestion {
  sortBy: UserSort;
}

/** All accounts, 20 on a page (SPEC 7). */
export function useManagedUsers(call: Call, question: UsersQuestion) {
  return useAdminList<ManagedUser, UsersQuestion>({
    name: 'users',
    question,
    failure: texts.loadUsersFailed,
    ask: ({ sortBy, ...rest }, signal) =>
      call(adminRoutes.managedUsers, {
        query: { ...listQuery(rest), sortBy, limit: limits.pageSizeDefault },
        signal,
      }),
  });
}

export interface ReportsQuestion extends ListQuestion {
  state: 'open' | 'resolved';
}

/** Reports and appeals. */
export function useReports(call: Call, question: ReportsQuestion) {
  return useAdminList<Report, ReportsQuestion>({
    name: 'reports',
    question,
    failure: texts.loadFailed,
    ask: ({ state, ...rest }, signal) =>
      call(reportRoutes.reports, { query: { ...listQuery(rest), state }, signal }),
  });
}

/** How many reports and appeals nobody has decided yet. */
export function useOpenReports(call: Call) {
  return useQuery({
    queryKey: [adminKey, 'open-reports'],
    queryFn: async ({ signal }) => {
      const answer = await call(reportRoutes.reports, { query: { state: 'open', limit: 1 }, signal });
      return dataOf(answer).total;
    },
  });
}

export interface AuditQuestion extends ListQuestion {
  /** '' for all of them. */
  action: AuditAction | '';
  /** Days as a date field gives them, '' where open. */
  firstDay: string;
  lastDay: string;
}

/** What the audit log is asked for, on the wire. */
export function auditQuery({ action, firstDay, lastDay, ...rest }: AuditQuestion) {
  return { ...listQuery(rest), ...(action !== '' && { action }), ...dayRange(firstDay, lastDay) };
}

/** Who did what to whom, the latest first. */
export function useAuditLog(call: Call, question: AuditQuestion) {
  return useAdminList<AuditEntry, AuditQuestion>({
    name: 'audit',
    question,
    failure: texts.loadFailed,
    ask: (asked, signal) => call(auditRoutes.auditLog, { query: auditQuery(asked), signal }),
  });
}
