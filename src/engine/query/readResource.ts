import type { Engine } from '../Engine.js';
import { loadAddressed } from '../loadAddressed.js';
import { showPublishedBody } from '../publishedView.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';

/**
 * GET of one resource with expansion, or of its published data alone; otherwise the main thread reads it itself
 * (src/http).
 */
export const readResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const {
    document: { body },
  } = await loadAddressed(engine, request);
  const { published } = request.resourceType;
  const shown = request.publishedOnly === true && published !== undefined ? showPublishedBody(published, body) : body;
  return { status: 200, body: await expandReferences(engine, request, shown) };
};
