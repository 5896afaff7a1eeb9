import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { Injectable } from '@nestjs/common';
import { ProjectReadQuery, PublicListQuery } from '@studio/contract/http/projects';
import type { NextFunction, Request, Response } from 'express';
import { networkOf } from '../../../common/http/caller.js';
import type { CacheHit } from '../../../common/http/respond-from-cache.js';
import { idPattern } from '../../../common/ids.js';
import { BudgetsService } from '../../budgets/budgets.service.js';
import { CachedReadsService, embedKey, listKey, projectKey } from './cached-reads.service.js';

/** Browsers revalidate these each time. Lists are private, because they contain the caller's likes. */
export const cacheControl = { list: 'private, no-cache', read: 'no-cache' } as const;

/** A request that the cache may answer. */
interface CacheLookup {
  key: string;
  budget: keyof typeof cacheControl;
  route: string;
}

/** Answers the API's most frequent reads from the cache, for callers without an account. */
@Injectable()
export class CachedResponsesService {
  constructor(
    private readonly reads: CachedReadsService,
    private readonly budgets: BudgetsService,
  ) {}

  /** See `FindCacheHit`. */
  find({ url = '' }: IncomingMessage, address: string): Promise<CacheHit> | null {
    const read = readOf(url);
    const cached = read && this.reads.cached(read.key, { caller: null, address });
    if (!read || !cached) return null;
    return cached.then((text) => ({
      text,
      route: read.route,
      contentType: 'application/json; charset=utf-8',
      takePoint: () => this.budgets.tryConsume(read.budget, networkOf(address)) === null,
      charge: (bytes) => this.budgets.chargeBytes(read.budget, networkOf(address), bytes),
      setHeaders: (response) => response.setHeader('Cache-Control', cacheControl[read.budget]),
    }));
  }
}

const readPath = new RegExp(`^/api/projects/(public|${idPattern})(?:\\?([^#]*))?$`);

/** Null for any other request, and for an invalid query. */
function readOf(url: string): CacheLookup | null {
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

/** Sets the cache header of reads without a token that the cache does not answer. */
export function allowStoringPublicReads({ headers }: Request, response: Response, next: NextFunction): void {
  if (headers.authorization === undefined) response.setHeader('Cache-Control', cacheControl.read);
  next();
}
