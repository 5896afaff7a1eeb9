import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { HotAnswers } from '../../common/hot-answers.js';
import type { ProjectAnswer } from './project-answers.service.js';
import { ProjectViews } from './project-views.js';

/** Gives somebody without an account what is kept for this very address, before anything is looked at a second time. */
@Injectable()
export class HotReads implements NestMiddleware {
  constructor(
    private readonly hot: HotAnswers,
    private readonly views: ProjectViews,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const answer: ProjectAnswer | undefined =
      request.headers.authorization === undefined ? this.hot.kept(request.originalUrl) : undefined;
    if (!answer || answer.row === null) next();
    else if (!answer.row) send(response, answer);
    else {
      const { row } = answer;
      const viewer = { caller: null, address: request.ip ?? 'unknown' };
      // A view that has just been counted belongs into the answer, so it is written anew.
      this.views.count(row, viewer).then((views) => {
        if (views === row.views) send(response, answer);
        else next();
      }, next);
    }
  }
}

function send(response: Response, { text }: ProjectAnswer): void {
  response.type('json').send(text);
}
