import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import { addressedId, loadAddressed } from '../loadAddressed.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';

/** GET of one resource with expansion; without `expand` the front reads it by itself (http/fastRead.ts). */
export const readResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { document } = await loadAddressed(engine, request, await addressedId(engine, request));
  return { status: 200, body: await expandReferences(engine, request, document.body) };
};
