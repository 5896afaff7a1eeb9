import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { networkOf } from '../../common/client-address.js';
import { HotAnswers } from '../../common/hot-answers.js';
import { hasBody } from '../../common/unread-body.js';
import { Budgets } from '../budgets/budgets.service.js';
import type { ProjectAnswer } from './project-answers.service.js';
import { ProjectViews } from './project-views.js';

/** Gives somebody without an account what is kept for this very address, before anything is looked at a second time. */
@Injectable()
export class HotReads implements NestMiddleware {
  constructor(
    private readonly hot: HotAnswers,
    private readonly views: ProjectViews,
    private readonly budgets: Budgets,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const isAnonymous = request.headers.authorization === undefined;
    // What everybody may read a browser keeps, and asks each time whether it still holds.
    if (isAnonymous) response.set('Cache-Control', 'no-cache');
    const answer: ProjectAnswer | undefined =
      isAnonymous && !hasBody(request) ? this.hot.kept(request.originalUrl) : undefined;
    if (!answer || !(await this.#isUpToDate(answer, request))) return next();
    this.budgets.spend(answer.row ? 'read' : 'list', networkOf(request.ip ?? 'unknown'));
    response.type('json').send(answer.text);
  }

  /** A view that has just been counted belongs into the answer, which is written anew then. */
  async #isUpToDate({ row }: ProjectAnswer, { ip = 'unknown' }: Request): Promise<boolean> {
    if (!row) return row === undefined;
    return (await this.views.count(row, { caller: null, address: ip })) === row.views;
  }
}
