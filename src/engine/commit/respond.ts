import type { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { shownBody } from '../visibility.js';

/** The stage `respond`: returns the committed resource as the path shows it, with the requested references expanded. */
export const respondWith = (
  engine: Engine,
  request: ResourceRequest,
  status: number,
  { body }: Document,
): Response | Promise<Response> => {
  const { resourceType, own } = request;
  const sent = expandReferences(engine, request, shownBody({ resourceType, own }, body));
  return sent instanceof Promise ? sent.then(expanded => ({ status, body: expanded })) : { status, body: sent };
};
