import { durations } from '@studio/contract/durations';
import {
  adminRoutes,
  type ManagedUser,
  type ModeratedProject,
  type ModerationFilter,
  type UserSort,
} from '@studio/contract/http/admin';
import { type AuditAction, type AuditEntry, auditRoutes } from '@studio/contract/http/audit';
import type { Page } from '@studio/contract/http/paging';
import { type Project, type ProjectSort, projectRoutes } from '@studio/contract/http/projects';
import { type Report, reportRoutes } from '@studio/contract/http/reports';
import { limits } from '@studio/contract/limits';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import {
  address,
  type Call,
  noResponse,
  type Result,
  readResponse,
  requestHeaders,
} from '@/lib/http-client.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import * as texts from '../texts.ts';
import {
  type AdminListQuery,
  type AdminSource,
  adminKey,
  handleForbidden,
  listQuery,
} from './admin-client.ts';

export interface ProjectsQuery extends AdminListQuery {
  sortBy: ProjectSort;
  filter: ModerationFilter;
}

/** Everybody's projects. */
export function useModeratedProjects(call: Call, query: ProjectsQuery) {
  return useAdminList<ModeratedProject, ProjectsQuery>({
    name: 'projects',
    query,
    failure: texts.loadFailed,
    fetchPage: ({ sortBy, filter, ...rest }, signal) =>
      call(adminRoutes.moderatedProjects, { query: { ...listQuery(rest), sortBy, filter }, signal }),
  });
}

export interface UsersQuery extends AdminListQuery {
  sortBy: UserSort;
}

/** All accounts, 20 on a page (specification: Administration). */
export function useManagedUsers(call: Call, query: UsersQuery) {
  return useAdminList<ManagedUser, UsersQuery>({
    name: 'users',
    query,
    failure: texts.loadUsersFailed,
    fetchPage: ({ sortBy, ...rest }, signal) =>
      call(adminRoutes.managedUsers, {
        query: { ...listQuery(rest), sortBy, limit: limits.pageSizeDefault },
        signal,
      }),
  });
}

export interface ReportsQuery extends AdminListQuery {
  state: 'open' | 'resolved';
}

/** Reports and appeals. */
export function useReports(call: Call, query: ReportsQuery) {
  return useAdminList<Report, ReportsQuery>({
    name: 'reports',
    query,
    failure: texts.loadFailed,
    fetchPage: ({ state, ...rest }, signal) =>
      call(reportRoutes.reports, { query: { ...listQuery(rest), state }, signal }),
  });
}

/** The number of open reports and appeals. */
export function useOpenReports(call: Call) {
  return useQuery({
    queryKey: [adminKey, 'open-reports'],
    queryFn: async ({ signal }) => {
      const response = await call(reportRoutes.reports, { query: { state: 'open', limit: 1 }, signal });
      return dataOrThrow(response).total;
    },
  });
}

export interface AuditQuery extends AdminListQuery {
  /** '' for all of them. */
  action: AuditAction | '';
  /** Days as date fields have them; '' where the range is open. */
  firstDay: string;
  lastDay: string;
}

/** The query parameters of the audit log. */
function auditQuery({ action, firstDay, lastDay, ...rest }: AuditQuery) {
  return { ...listQuery(rest), ...(action !== '' && { action }), ...dayRange(firstDay, lastDay) };
}

/** The entries of the audit log, the latest first. */
export function useAuditLog(call: Call, query: AuditQuery) {
  return useAdminList<AuditEntry, AuditQuery>({
    name: 'audit',
    query,
    failure: texts.loadFailed,
    fetchPage: (page, signal) => call(auditRoutes.auditLog, { query: auditQuery(page), signal }),
  });
}

interface AdminListOptions<T, Q extends AdminListQuery> {
  /** Identifies the list in query keys. */
  name: string;
  query: Q;
  /** The title of the toast when loading fails (specification: Toasts). */
  failure: string;
  fetchPage: (query: Q, signal: AbortSignal) => Promise<Result<Page<T>>>;
}

/** One page of a list of the admin area, with the query that it belongs to. The previous page stays until the next one is loaded. */
function useAdminList<T, Q extends AdminListQuery>({
  name,
  query,
  failure,
  fetchPage,
}: AdminListOptions<T, Q>) {
  const client = useQueryClient();
  const result = useQuery({
    queryKey: [adminKey, name, query],
    queryFn: async ({ signal }) => ({
      ...dataOrThrow(await showProgress(fetchPage(query, signal))),
      query: JSON.stringify(query),
    }),
    placeholderData: keepPreviousData,
    meta: { failure },
  });
  return {
    ...result,
    page: query.page,
    /** What is searched, whatever the page. */
    question: JSON.stringify({ ...query, page: 1 }),
    /** Cancels a pending request first: its response may be older than the change that is to be shown. */
    async refetch() {
      await client.cancelQueries({ queryKey: [adminKey, name] });
      return result.refetch();
    },
  };
}

export type AdminList<T> = ReturnType<typeof useAdminList<T, AdminListQuery>>;

/** Local midnight of a day in a date field (`2026-11-21`), as an ISO timestamp; undefined for an empty field. */
function midnight(day: string, later = 0): string | undefined {
  if (day === '') return undefined;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** From the start of one day to the end of another, in local time; either may be open. */
export function dayRange(first: string, last: string): { from?: string; until?: string } {
  const from = midnight(first);
  const until = midnight(last, 1);
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

/** All matching entries of the audit log as CSV (specification: HTTP). */
export async function fetchAuditFile(source: AdminSource, query: AuditQuery): Promise<Result<Blob>> {
  const { page: _, ...parameters } = auditQuery(query);
  const { token } = source.session.getState();
  let response: Response;
  let text: string;
  // Until the response begins; a long log may take longer.
  const waiting = new AbortController();
  const limit = setTimeout(() => waiting.abort(), durations.requestTimeout);
  try {
    response = await fetch(`/api${address(auditRoutes.auditLog, { query: parameters })}`, {
      headers: requestHeaders({ headers: { accept: 'text/csv' } }, token),
      signal: waiting.signal,
    });
    clearTimeout(limit);
    if (response.ok) return { ok: true, data: await response.blob() };
    text = await response.text();
  } catch {
    return { ok: false, error: noResponse };
  }
  const result = readResponse(response, text);
  if (result.ok) return { ok: false, error: noResponse };
  if (result.error.status === 401) source.session.expire(token);
  void handleForbidden(source, result.error);
  return result;
}

/** Anybody's project with its code, which admins may read (specification: Roles). Disabled while `id` is null. */
export function useProject(call: Call, id: string | null) {
  return useQuery({
    queryKey: [adminKey, 'project', id],
    enabled: id !== null,
    queryFn: async ({ signal }): Promise<Project> => {
      const project = dataOrThrow(
        await call(projectRoutes.readProject, { params: { id: id ?? '' }, signal }),
      );
      if (!('userId' in project)) throw new Error('The project was read as an embed.');
      return project;
    },
  });
}

/** A report as it is now: its author may have replaced it since it was listed, and an admin may have decided it. */
export function useReport(call: Call, listed: Report) {
  return useQuery({
    queryKey: [adminKey, 'report', listed.id],
    initialData: listed,
    queryFn: async ({ signal }) =>
      dataOrThrow(await call(reportRoutes.readReport, { params: { id: listed.id }, signal })),
  });
}

/** The code as it was when the report was filed; its author may report a later version or another picture instead. */
export function useEvidence(
  call: Call,
  { id: reportId, version, evidenceDigest }: Pick<Report, 'id' | 'version' | 'evidenceDigest'>,
) {
  return useQuery({
    queryKey: ['evidence', reportId, version, evidenceDigest],
    queryFn: async ({ signal }) =>
      dataOrThrow(await call(reportRoutes.reportEvidence, { params: { id: reportId }, signal })),
  });
}
