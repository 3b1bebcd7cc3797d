import type { Document } from '../document/Document.js';
import { throwUnanswered } from '../../store/unavailableErrors.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';

/** The stage `respond`: the bytes of the committed resource, with the references expanded that the request asks for. */
export const respondWith = (
  engine: Engine,
  request: ResourceRequest,
  status: number,
  { body }: Document,
): Response | Promise<Response> => {
  const sent = expandReferences(engine, request, body);
  return sent instanceof Promise ? sent.then(expanded => ({ status, body: expanded })) : { status, body: sent };
};

/** Responds to a write, which is committed whether the response can be made or not. */
export const respondToWrite = async (
  engine: Engine,
  request: ResourceRequest,
  status: number,
  document: Document,
): Promise<Response> => {
  try {
    return await respondWith(engine, request, status, document);
  } catch (error) {
    return throwUnanswered(error);
  }
};
