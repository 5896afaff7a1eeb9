import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { Request, Response } from 'express';
import { routeOf } from './endpoint.js';
import { expectJson, hasBody, parseJson, readBody } from './request-body.js';

const bytesOf = new WeakMap<IncomingMessage, Buffer>();

/** The bytes of the body of a call whose body is signed, as they came. */
export function signedBytes(request: IncomingMessage): Buffer {
  return bytesOf.get(request) ?? Buffer.alloc(0);
}

/**
 * Reads the body of a call once the guards before it have let the call in: whoever is refused has nothing in memory here.
 * Always JSON, 8 MiB for projects, 256 KiB elsewhere (specification: Limits). A call that takes a file reads its body by itself.
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
    request.body = parseJson(body);
    if (route?.signed) bytesOf.set(request, body);
    // Whatever still knows the request while its connection idles, like a timer, holds no body.
    response.once('close', () => {
      request.body = undefined;
      bytesOf.delete(request);
    });
    return true;
  }
}
