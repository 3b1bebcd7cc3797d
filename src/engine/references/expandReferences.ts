/** Reference expansion (GEN059 to GEN062): `expand=lineItems[*].state[*].state` puts the resource into `obj`. */
import { limits } from '../../config/limits.js';
import { parseUndamaged } from '../damagedResources.js';
import { isJsonObject } from '../document/isJsonObject.js';
import { fail } from '../../errors/ApiError.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { TimeSlice } from '../../shedding/TimeSlice.js';
import { ReferenceVisibility } from './ReferenceVisibility.js';

type Json = Record<string, unknown>;

const parse = (body: Buffer): unknown => JSON.parse(body.toString());

/** One step of a path: a member, and the elements of the array in it that the path follows. */
interface ExpansionStep {
  readonly member: string;
  readonly elements: readonly (number | '*')[];
}

/** Longer pages are sent as they are stored: to parse them would take too long. */
const expandableBytesMax = 16 * 1024 * 1024;

const stepPattern = /^([^[\]]+)((?:\[(?:\*|\d{1,6})\])*)$/;

const parseStep = (text: string): ExpansionStep | undefined => {
  const [, member, brackets] = stepPattern.exec(text) ?? [];
  const elements = [...(brackets ?? '').matchAll(/\[(\*|\d+)\]/g)].map(([, inner]) =>
    inner === '*' ? '*' : Number(inner),
  );
  return member === undefined ? undefined : { member, elements };
};

/** Undefined for a malformed path, which expands nothing. */
const parseExpansionPath = (text: string): ExpansionStep[] | undefined => {
  const parts = text.split('.');
  const steps = parts.map(parseStep).filter(step => step !== undefined);
  return steps.length > limits.expansionStepsMax || steps.length < parts.length ? undefined : steps;
};

const selectElements = (value: unknown, [element, ...rest]: readonly (number | '*')[]): unknown[] => {
  if (element === undefined) return [value];
  if (!Array.isArray(value)) return [];
  const selected: unknown[] = element === '*' ? value : [value[element]];
  return selected.flatMap(item => selectElements(item, rest));
};

type ExpandableReference = Json & { typeId: string; id: string };

const isExpandable = (value: unknown): value is ExpandableReference =>
  isJsonObject(value) &&
  typeof value.typeId === 'string' &&
  typeof value.id === 'string' &&
  Object.keys(value).every(name => name === 'typeId' || name === 'id' || name === 'obj');

const idsByType = (references: readonly ExpandableReference[]): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>();
  for (const { typeId, id } of references) groups.set(typeId, (groups.get(typeId) ?? new Set()).add(id));
  return groups;
};

/**
 * Expands the references of one response. Each place gets a parse of its own, so that a cycle of references is no cycle
 * of objects.
 */
class ReferenceExpander {
  /** Bodies by `typeId/id`; null for resources that must not be shown. */
  readonly #bodies = new Map<string, Buffer | null>();
  readonly #visibility: ReferenceVisibility;
  #expansionsLeft = limits.expansionsMax;
  #charactersLeft = limits.expandedCharactersMax;
  #placesLeft = limits.expansionPlacesMax;

  constructor(
    private readonly engine: Engine,
    private readonly request: ResourceRequest,
    private readonly slice: TimeSlice,
  ) {
    this.#visibility = new ReferenceVisibility(engine, request);
  }

  async expand(values: readonly unknown[], [step, ...rest]: readonly ExpansionStep[]): Promise<void> {
    if (step === undefined || values.length === 0) return;
    await this.slice.pause();
    const reached = values
      .filter(isJsonObject)
      .flatMap(value => (Object.hasOwn(value, step.member) ? selectElements(value[step.member], step.elements) : []))
      .slice(0, this.#placesLeft);
    this.#placesLeft -= reached.length;
    const references = reached.filter(isExpandable);
    await this.#expandReferences(references.filter(({ obj }) => obj === undefined));
    // Behind a reference the path goes on in the expanded resource; `obj` may be spelled out or left out.
    const next = rest[0]?.member === 'obj' && references.length > 0 ? rest.slice(1) : rest;
    await this.expand(
      reached.map(value => (isExpandable(value) ? value.obj : value)),
      next,
    );
  }

  async #expandReferences(references: readonly ExpandableReference[]): Promise<void> {
    const expanded = references.slice(0, this.#expansionsLeft);
    this.#expansionsLeft -= expanded.length;
    await this.#fetch(expanded);
    for (const reference of expanded) {
      const body = this.#bodies.get(`${reference.typeId}/${reference.id}`);
      if (!body || body.length > this.#charactersLeft) continue;
      this.#charactersLeft -= body.length;
      await this.slice.pause();
      reference.obj = parseUndamaged<unknown>(this.request.projectKey, reference.typeId, body, parse);
    }
  }

  async #fetch(references: readonly ExpandableReference[]): Promise<void> {
    await Promise.all([...idsByType(references)].map(([typeId, ids]) => this.#fetchOfType(typeId, ids)));
  }

  /** A client may write any type into a value of its own: only types whose resources it may read are looked up. */
  async #fetchOfType(typeId: string, ids: ReadonlySet<string>): Promise<void> {
    if (this.#visibility.hidesType(typeId)) return;
    const unknown = [...ids].filter(id => !this.#bodies.has(`${typeId}/${id}`));
    const bodies = await this.engine.store.bodies(this.request.projectKey, typeId, unknown, 'leaveOut');
    unknown.forEach((id, index) => this.#bodies.set(`${typeId}/${id}`, this.#visibleBody(typeId, bodies[index])));
  }

  #visibleBody(typeId: string, body: Buffer | null | undefined): Buffer | null {
    if (body === null || body === undefined) return null;
    const { projectKey } = this.request;
    return parseUndamaged(projectKey, typeId, body, each => this.#visibility.shownBody(typeId, each)) ?? null;
  }
}

/** Malformed paths expand nothing. */
const expansionPathsOf = ({ query }: ResourceRequest): ExpansionStep[][] =>
  query.has('expand')
    ? query
        .getAll('expand')
        .slice(0, limits.expansionPathsMax)
        .map(parseExpansionPath)
        .filter(path => path !== undefined)
    : [];

/** The texts of resources with the references expanded that the request asks for, without those of damaged ones. */
const expandBodies = async (
  engine: Engine,
  request: ResourceRequest,
  paths: readonly ExpansionStep[][],
  bodies: readonly Buffer[],
): Promise<string[]> => {
  const slice = new TimeSlice(request.projectKey);
  const roots: unknown[] = [];
  for (const body of bodies) {
    await slice.pause();
    const root = parseUndamaged<unknown>(request.projectKey, request.resourceType.typeId, body, parse);
    if (root !== undefined) roots.push(root);
  }
  const expander = new ReferenceExpander(engine, request, slice);
  for (const path of paths) await expander.expand(roots, path);
  const texts: string[] = [];
  for (const root of roots) {
    await slice.pause();
    texts.push(JSON.stringify(root));
  }
  return texts;
};

/** The bytes of a resource, with the references expanded that the request asks for. */
export const expandReferences = (
  engine: Engine,
  request: ResourceRequest,
  body: Buffer,
): Buffer | Promise<Buffer | string> => {
  const paths = expansionPathsOf(request);
  if (paths.length === 0) return body;
  return expandBodies(engine, request, paths, [body]).then(([text]) => {
    if (text === undefined)
      throw fail('DamagedResource', { typeId: request.resourceType.typeId, id: request.address?.value ?? '' });
    return text;
  });
};

/** The results of a page as texts, with the references expanded; undefined where the request asks for none. */
export const expandResults = (
  engine: Engine,
  request: ResourceRequest,
  bodies: readonly Buffer[],
): Promise<string[]> | undefined => {
  const paths = expansionPathsOf(request);
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
  return paths.length === 0 || bytes > expandableBytesMax ? undefined : expandBodies(engine, request, paths, bodies);
};
