import { assertValid } from '../define/compileValidator.js';
import type { CompiledCreation } from '../define/ResourceType.js';
import { assertJsonValue, readJson } from '../document/json.js';
import type { ResourceRequest } from '../ResourceRequest.js';

/** A draft, and the way of creation that its path stands for. */
export interface ParsedDraft {
  readonly compiled: CompiledCreation;
  readonly draft: Record<string, unknown>;
}

const compiledCreation = ({ resourceType, creation, own }: ResourceRequest): CompiledCreation => {
  const { draft, creations, ownDraft, ownCreations } = resourceType;
  const byDefault = own === true ? ownDraft : draft;
  const others = own === true ? ownCreations : creations;
  const compiled = creation === undefined ? byDefault : others.get(creation);
  if (compiled === undefined)
    throw new Error(`the route table offers a creation that ${resourceType.typeId} does not declare`);
  return compiled;
};

/** Reads and validates the draft of a creation. The quick check also does what readJsonObject does after parsing. */
export const parseDraft = (request: ResourceRequest): ParsedDraft => {
  const compiled = compiledCreation(request);
  const draft = readJson(request.body);
  if (!compiled.quickCheck(draft)) {
    assertJsonValue('', draft);
    assertValid(compiled.validate(draft));
  }
  return { compiled, draft };
};
