import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { BudgetName } from '@studio/contract/budgets';
import { ProjectReadQuery, PublicListQuery } from '@studio/contract/http/projects';
import type { NextFunction, Request, Response } from 'express';
import { networkOf } from '../../../common/client-address.js';
import { hasBody } from '../../../common/unread-body.js';
import { Budgets } from '../../budgets/budgets.service.js';
import { embedKey, listKey, ProjectAnswers, projectKey } from './cached-reads.service.js';

/** Gives somebody without an account what is kept for just this, before anything is looked at a second time. */
@Injectable()
export class HotReads implements NestMiddleware {
  constructor(
    private readonly answers: ProjectAnswers,
    private readonly budgets: Budgets,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (request.headers.authorization !== undefined || hasBody(request)) return next();
    // What everybody may read a browser keeps, and asks each time whether it still holds.
    response.set('Cache-Control', 'no-cache');
    const address = request.ip ?? 'unknown';
    const read = readOf(request);
    const text = read && (await this.answers.kept(read.key, address));
    if (read === null || text === null) return next();
    this.budgets.spend(read.budget, networkOf(address));
    response.type('json').send(text);
  }
}

const readPath = /^\/api\/projects\/([^/]+)\/?$/i;

/** What a request reads, with its budget; null where no handler would take its query. */
function readOf({ path, query }: Request): { key: string; budget: BudgetName } | null {
  const [, id = ''] = readPath.exec(path) ?? [];
  if (id.toLowerCase() === 'public') {
    const asked = PublicListQuery.safeParse(query);
    return asked.success ? { key: listKey(asked.data), budget: 'list' } : null;
  }
  const asked = ProjectReadQuery.safeParse(query);
  if (!asked.success) return null;
  const key = asked.data.for_embed === 'true' ? embedKey(id, 'json') : projectKey(id);
  return { key, budget: 'read' };
}
