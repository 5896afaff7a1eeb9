import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { Injectable } from '@nestjs/common';
import { ProjectReadQuery, PublicListQuery } from '@studio/contract/http/projects';
import type { NextFunction, Request, Response } from 'express';
import type { CachedAnswer } from '../../../common/http/cached-answers.js';
import { networkOf } from '../../../common/http/caller.js';
import { BudgetsService } from '../../budgets/budgets.service.js';
import { CachedReadsService, embedKey, listKey, projectKey } from './cached-reads.service.js';

/** Browsers may store what everybody may read, and revalidate it each time; a list has other likes for each person. */
export const cacheControl = { list: 'private, no-cache', read: 'no-cache' } as const;

/** A request for what the cache may have. */
interface CachedRead {
  key: string;
  budget: keyof typeof cacheControl;
  route: string;
}

/** Answers the API's most frequent reads from the cache, for people without an account. */
@Injectable()
export class CachedAnswersService {
  constructor(
    private readonly reads: CachedReadsService,
    private readonly budgets: BudgetsService,
  ) {}

  /** See `FindCachedAnswer`. */
  find({ url = '' }: IncomingMessage, address: string): Promise<CachedAnswer> | null {
    const read = readOf(url);
    const kept = read && this.reads.kept(read.key, { caller: null, address });
    if (!read || !kept) return null;
    return kept.then((text) => ({
      text,
      route: read.route,
      contentType: 'application/json; charset=utf-8',
      takePoint: () => this.budgets.tryConsume(read.budget, networkOf(address)) === null,
      setHeaders: (response) => response.setHeader('Cache-Control', cacheControl[read.budget]),
    }));
  }
}

const readPath = /^\/api\/projects\/(public|[0-9a-z]{16})(?:\?([^#]*))?$/;

/** Null for any other request, and where its query is not valid. */
function readOf(url: string): CachedRead | null {
  const [, name, query = ''] = readPath.exec(url) ?? [];
  if (name === undefined) return null;
  if (name === 'public') {
    const asked = PublicListQuery.safeParse(parseQuery(query));
    return asked.success ? { key: listKey(asked.data), budget: 'list', route: '/api/projects/public' } : null;
  }
  const asked = ProjectReadQuery.safeParse(parseQuery(query));
  if (!asked.success) return null;
  const key = asked.data.for_embed === 'true' ? embedKey(name, 'json') : projectKey(name);
  return { key, budget: 'read', route: '/api/projects/:id' };
}

/** Lets a project be stored that is not cached, before anything of it is sent. */
export function allowStoringPublicReads({ headers }: Request, response: Response, next: NextFunction): void {
  if (headers.authorization === undefined) response.setHeader('Cache-Control', cacheControl.read);
  next();
}
