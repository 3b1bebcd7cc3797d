import type { Engine } from './engine.js';
import { expandBody } from './expand.js';
import { idOf, locate } from './locate.js';
import type { ResourceRequest, Response } from './request.js';

/** GET of one resource with expansion; without `expand` the front reads it by itself (http/fastRead.ts). */
export const read = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { document } = await locate(engine, request, await idOf(engine, request));
  return { status: 200, body: await expandBody(engine, request, document.body) };
};
