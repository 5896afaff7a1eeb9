import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { Request, Response } from 'express';
import { routeOf } from './endpoint.js';
import { expectJson, hasBody, parseJsonBody, readBody } from './request-body.js';

const bytesOf = new WeakMap<IncomingMessage, Buffer>();

/** The unparsed body of a call on a route with signed bodies. */
export function signedBytes(request: IncomingMessage): Buffer {
  return bytesOf.get(request) ?? Buffer.alloc(0);
}

/**
 * Reads the body of a call after all other guards, so that refused calls take no memory. Always JSON, up to 8 MiB for
 * projects and 256 KiB elsewhere (specification: Limits). The body of an upload is read by its handler.
 */
@Injectable()
export class RequestBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const route = routeOf(context.getHandler());
    if (!hasBody(request) || route?.file !== undefined) return true;
    expectJson(request);
    const response = context.switchToHttp().getResponse<Response>();
    const limit = route?.body === ProjectInput ? limits.projectBodyBytes : limits.bodyBytes;
    const body = await readBody(request, response, limit);
    request.body = parseJsonBody(body);
    if (route?.signed) bytesOf.set(request, body);
    // Frees the body: timers may keep the request in memory while its connection is idle.
    response.once('close', () => {
      request.body = undefined;
      bytesOf.delete(request);
    });
    return true;
  }
}
