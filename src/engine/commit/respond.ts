import type { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';

/** The stage `respond`: the bytes of the committed resource, with the references expanded that the request asks for. */
export const respondWith = async (
  engine: Engine,
  request: ResourceRequest,
  status: number,
  { body }: Document,
): Promise<Response> => ({ status, body: await expandReferences(engine, request, body) });
