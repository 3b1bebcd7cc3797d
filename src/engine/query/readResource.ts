import type { Engine } from '../Engine.js';
import { loadAddressed } from '../loadAddressed.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';

/** GET of one resource with expansion; without `expand` the main thread reads it itself (src/http). */
export const readResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { document } = await loadAddressed(engine, request);
  return { status: 200, body: await expandReferences(engine, request, document.body) };
};
