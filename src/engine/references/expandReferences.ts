/** Reference expansion (GEN059 to GEN062): `expand=lineItems[*].state[*].state` puts the resource into `obj`. */
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { isVisible } from '../visibility.js';

type Json = Record<string, unknown>;

/** One step of a path: a member, then what is done with the array in it. */
interface Step {
  readonly member: string;
  readonly elements: readonly (number | '*')[];
}

const pathsMax = 32;
const stepsMax = 12;
/** References one request may have expanded; the others stay without `obj`, which is never an error (GEN061). */
const expansionsMax = 10_000;
/** Characters that they may add to the answer: one large resource may be referred to from many places. */
const expandedCharactersMax = 64 * 1024 * 1024;

/** Longer pages go out as they are stored: beyond half a gigabyte there is no text to expand them in. */
export const expandableBytesMax = 128 * 1024 * 1024;

const stepPattern = /^([^[\]]+)((?:\[(?:\*|\d{1,6})\])*)$/;

/** Undefined for a malformed path: it expands nothing. */
const readPath = (text: string): Step[] | undefined => {
  const steps = text.split('.').map(part => {
    const [, member, brackets] = stepPattern.exec(part) ?? [];
    const elements = [...(brackets ?? '').matchAll(/\[(\*|\d+)\]/g)].map(([, inner]) =>
      inner === '*' ? '*' : Number(inner),
    );
    return member === undefined ? undefined : { member, elements };
  });
  return steps.length > stepsMax || steps.includes(undefined) ? undefined : (steps as Step[]);
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pick = (value: unknown, [element, ...rest]: readonly (number | '*')[]): unknown[] => {
  if (element === undefined) return [value];
  if (!Array.isArray(value)) return [];
  const chosen: unknown[] = element === '*' ? value : [value[element]];
  return chosen.flatMap(item => pick(item, rest));
};

const isReference = (value: unknown): value is Json & { typeId: string; id: string } =>
  isObject(value) &&
  typeof value.typeId === 'string' &&
  typeof value.id === 'string' &&
  Object.keys(value).every(name => name === 'typeId' || name === 'id' || name === 'obj');

/** Bodies by `typeId/id`; each place gets a parse of its own, so that a cycle of references is no cycle of objects. */
class Expander {
  readonly #bodies = new Map<string, string | null>();
  #left = expansionsMax;
  #charactersLeft = expandedCharactersMax;

  constructor(
    private readonly engine: Engine,
    private readonly request: ResourceRequest,
  ) {}

  async expand(values: readonly unknown[], [step, ...rest]: readonly Step[]): Promise<void> {
    const found = values
      .filter(isObject)
      .flatMap(value => (Object.hasOwn(value, step!.member) ? pick(value[step!.member], step!.elements) : []));
    const references = found.filter(isReference);
    await this.#resolve(references.filter(({ obj }) => obj === undefined));
    if (rest.length === 0) return;
    // Behind a reference the path goes on within what it refers to; `obj` may be spelled out or left out.
    const next = rest[0]!.member === 'obj' && references.length > 0 ? rest.slice(1) : rest;
    if (next.length > 0)
      await this.expand(
        found.map(value => (isReference(value) ? value.obj : value)),
        next,
      );
  }

  async #resolve(references: readonly (Json & { typeId: string; id: string })[]): Promise<void> {
    const wanted = references.slice(0, this.#left);
    this.#left -= wanted.length;
    await this.#fetch(wanted);
    for (const reference of wanted) {
      const body = this.#bodies.get(`${reference.typeId}/${reference.id}`);
      if (typeof body !== 'string' || body.length > this.#charactersLeft) continue;
      this.#charactersLeft -= body.length;
      reference.obj = JSON.parse(body);
    }
  }

  #shown(typeId: string, body: Buffer | null | undefined): string | null {
    return body && isVisibleInExpansion(this.engine, this.request, typeId, body) ? body.toString() : null;
  }

  async #fetch(references: readonly { typeId: string; id: string }[]): Promise<void> {
    const ids = groupIds(references);
    await Promise.all(
      [...ids].map(async ([typeId, group]) => {
        // What has no endpoints is not shown here either; and a client may write any type into a value of its own.
        const resourceType = this.engine.resourceTypes.get(typeId);
        const isPublished = resourceType !== undefined && resourceType.definition.isUnpublished !== true;
        const missing = [...group].filter(id => isPublished && !this.#bodies.has(`${typeId}/${id}`));
        const bodies = await this.engine.store.bodies(this.request.projectKey, typeId, missing);
        missing.forEach((id, index) => this.#bodies.set(`${typeId}/${id}`, this.#shown(typeId, bodies[index])));
      }),
    );
  }
}

/** What the path does not show by itself, it does not show within another resource. */
export const isVisibleInExpansion = (
  engine: Pick<Engine, 'resourceTypes'>,
  { own, storeKey, client }: Pick<ResourceRequest, 'own' | 'storeKey' | 'client'>,
  typeId: string,
  body: Buffer,
): boolean => {
  if (own !== true && storeKey === undefined) return true;
  const resourceType = engine.resourceTypes.get(typeId);
  if (resourceType === undefined) return false;
  const { own: owned, storeField, merchantOnly } = resourceType.definition;
  const view = {
    resourceType,
    client,
    own: own === true && owned !== undefined,
    storeKey: storeField === undefined ? undefined : storeKey,
  };
  return !(own === true && merchantOnly === true) && isVisible(view, resourceType.view(Document.open(body)));
};

const groupIds = (references: readonly { typeId: string; id: string }[]): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>();
  for (const { typeId, id } of references) groups.set(typeId, (groups.get(typeId) ?? new Set()).add(id));
  return groups;
};

/** The bytes of a resource, or of a page of them, with the references expanded that the request asks for. */
export const expandReferences = async (
  engine: Engine,
  request: ResourceRequest,
  body: Buffer,
): Promise<Buffer | string> => {
  if (!request.query.has('expand')) return body;
  const paths = request.query
    .getAll('expand')
    .slice(0, pathsMax)
    .map(readPath)
    .filter(path => path !== undefined);
  if (paths.length === 0) return body;
  const document = JSON.parse(body.toString()) as Json;
  const roots = Array.isArray(document.results) ? document.results : [document];
  const expander = new Expander(engine, request);
  for (const path of paths) await expander.expand(roots, path);
  return JSON.stringify(document);
};
