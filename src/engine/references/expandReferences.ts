/** Reference expansion (GEN059 to GEN062): `expand=lineItems[*].state[*].state` puts the resource into `obj`. */
import { limits } from '../../base/config/limits.js';
import { parseUndamaged } from '../damagedResources.js';
import { isJsonObject } from '../document/json.js';
import { fail } from '../../base/errors/ApiError.js';
import type { Base } from '../define/Base.js';
import type { ResponseSources } from '../define/ResponseSources.js';
import type { ResponseMembers } from '../define/DefinitionGroups.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import { type ReferencePlace, ReferenceVisibility } from './ReferenceVisibility.js';

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

/** The references at a path of a value itself; a malformed path leads to none. */
export const referencesAt = (value: unknown, path: string): readonly ExpandableReference[] =>
  (parseExpansionPath(path) ?? [])
    .reduce<unknown[]>(
      (values, { member, elements }) =>
        values
          .filter(isJsonObject)
          .flatMap(each => (Object.hasOwn(each, member) ? selectElements(each[member], elements) : [])),
      [value],
    )
    .filter(isExpandable);

const idsByType = (references: readonly ExpandableReference[]): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>();
  for (const { typeId, id } of references) groups.set(typeId, (groups.get(typeId) ?? new Set()).add(id));
  return groups;
};

/**
 * The members under which a path stands in its resource: nothing in custom fields is an attribute. `mixed`: it is in
 * resources of several types.
 */
type PathPlace = 'root' | 'attributes' | 'fields' | 'mixed';

/** The position of a path: `holder` is its last member, or the type of the resource that it is in. */
interface PathPosition {
  readonly place: PathPlace;
  readonly holder: string;
}

const placeBehind = ({ place }: PathPosition, { member }: ExpansionStep, isFreeValue: boolean): PathPlace => {
  if (place === 'fields' || member === 'fields' || isFreeValue) return 'fields';
  return member === 'attributes' ? 'attributes' : place;
};

const referencePlace = (place: PathPlace, { holder }: PathPosition, { member }: ExpansionStep): ReferencePlace => {
  if (place === 'root') return `${holder}.${member}`;
  return place === 'attributes' ? 'attribute' : 'custom field';
};

/** Returns the position of a path behind references. */
const positionBehind = (references: readonly ExpandableReference[]): PathPosition => {
  const [holder = '', ...others] = new Set(references.map(({ typeId }) => typeId));
  return { place: others.length === 0 ? 'root' : 'mixed', holder };
};

/**
 * Expands the references of one response. Each place gets a parse of its own, so that a cycle of references is no cycle
 * of objects.
 */
class ReferenceExpander {
  /** Bodies by `place/typeId/id`; null for resources that must not be shown. */
  readonly #bodies = new Map<string, Buffer | null>();
  readonly #visibility: ReferenceVisibility;
  #expansionsLeft = limits.expansionsMax;
  #charactersLeft = limits.expandedCharactersMax;
  #placesLeft = limits.expansionPlacesMax;

  constructor(
    private readonly engine: Engine,
    private readonly request: ResourceRequest,
    private readonly time: WorkTime,
  ) {
    this.#visibility = new ReferenceVisibility(engine, request);
  }

  async expand(
    values: readonly unknown[],
    [step, ...rest]: readonly ExpansionStep[],
    position: PathPosition = { place: 'root', holder: this.request.resourceType.typeId },
  ): Promise<void> {
    if (step === undefined || values.length === 0) return;
    await this.time.pause();
    const reached = values
      .filter(isJsonObject)
      .flatMap(value => (Object.hasOwn(value, step.member) ? selectElements(value[step.member], step.elements) : []))
      .slice(0, this.#placesLeft);
    this.#placesLeft -= reached.length;
    const references = reached.filter(isExpandable);
    const place = placeBehind(position, step, this.#isFreeValue(position, step));
    await this.#expandReferences(
      references.filter(({ obj }) => obj === undefined),
      referencePlace(place, position, step),
    );
    // Behind a reference the path continues in the expanded resource; `obj` may be spelled out or left out.
    const next = rest[0]?.member === 'obj' && references.length > 0 ? rest.slice(1) : rest;
    const areReferences = references.length > 0 && references.length === reached.length;
    await this.expand(
      reached.map(value => (isExpandable(value) ? value.obj : value)),
      next,
      areReferences ? positionBehind(references) : { place, holder: step.member },
    );
  }

  /** Tells whether a member of a resource holds any value: clients may write any object there. */
  #isFreeValue({ holder }: PathPosition, { member }: ExpansionStep): boolean {
    const shape = this.engine.resourceTypes.get(holder)?.definition.resource.properties[member];
    return shape !== undefined && !['type', 'anyOf', 'const', 'enum'].some(word => word in shape);
  }

  async #expandReferences(references: readonly ExpandableReference[], place: ReferencePlace): Promise<void> {
    const expanded = references.slice(0, this.#expansionsLeft);
    this.#expansionsLeft -= expanded.length;
    const members = await this.#neededMembers(expanded);
    await this.#fetch(expanded, place);
    for (const reference of expanded) {
      const body = this.#bodies.get(`${place}/${reference.typeId}/${reference.id}`);
      if (!body || body.length > this.#charactersLeft) continue;
      this.#charactersLeft -= body.length;
      await this.time.pause();
      reference.obj = parseUndamaged<unknown>(this.request.projectKey, reference.typeId, body, parse);
    }
    const { projectKey, query } = this.request;
    for (const [typeId, each] of members) {
      const resources = expanded.filter(reference => reference.typeId === typeId).map(({ obj }) => obj);
      await each.add(this.engine, projectKey, query, resources.filter(isJsonObject) as object[] as Base[]);
    }
  }

  /** The members that are not stored, of types that show them in references too; asked for before the resources. */
  async #neededMembers(references: readonly ExpandableReference[]): Promise<Map<string, ResponseMembers<Base>>> {
    const { projectKey, query } = this.request;
    const needed = new Map<string, ResponseMembers<Base>>();
    for (const typeId of new Set(references.map(each => each.typeId))) {
      const members = this.engine.resourceTypes.get(typeId)?.definition.derived?.responseMembers;
      if (members?.inReferences === true && (await members.areNeeded(this.engine, projectKey, query)))
        needed.set(typeId, members);
    }
    return needed;
  }

  async #fetch(references: readonly ExpandableReference[], place: ReferencePlace): Promise<void> {
    await Promise.all([...idsByType(references)].map(([typeId, ids]) => this.#fetchOfType(typeId, place, ids)));
  }

  /** A client may write any type into a value of its own: only types whose resources it may read are looked up. */
  async #fetchOfType(typeId: string, place: ReferencePlace, ids: ReadonlySet<string>): Promise<void> {
    if (this.#visibility.hidesType(typeId, place)) return;
    const unknown = [...ids].filter(id => !this.#bodies.has(`${place}/${typeId}/${id}`));
    const bodies = await this.engine.store.bodies(this.request.projectKey, typeId, unknown, 'leaveOut');
    unknown.forEach((id, index) =>
      this.#bodies.set(`${place}/${typeId}/${id}`, this.#visibleBody(typeId, place, bodies[index])),
    );
  }

  #visibleBody(typeId: string, place: ReferencePlace, body: Buffer | null | undefined): Buffer | null {
    if (body === null || body === undefined) return null;
    const { projectKey } = this.request;
    return parseUndamaged(projectKey, typeId, body, each => this.#visibility.shownBody(typeId, place, each)) ?? null;
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
  members?: ResponseMembers<Base>,
  sources?: ResponseSources,
): Promise<string[]> => {
  const time = new WorkTime(request.projectKey);
  const roots: unknown[] = [];
  for (const body of bodies) {
    await time.pause();
    const root = parseUndamaged<unknown>(request.projectKey, request.resourceType.typeId, body, parse);
    if (root !== undefined) roots.push(root);
  }
  await members?.add(engine, request.projectKey, request.query, roots as Base[], sources);
  return expandedTexts(engine, request, paths, roots, time);
};

const expandedTexts = async (
  engine: Engine,
  request: ResourceRequest,
  paths: readonly ExpansionStep[][],
  roots: readonly unknown[],
  time: WorkTime,
): Promise<string[]> => {
  const expander = new ReferenceExpander(engine, request, time);
  for (const path of paths) await expander.expand(roots, path);
  const texts: string[] = [];
  for (const root of roots) {
    await time.pause();
    texts.push(JSON.stringify(root));
  }
  return texts;
};

/** The texts of objects that were made for a response, with the references expanded that the request asks for. */
export const expandObjects = (engine: Engine, request: ResourceRequest, roots: readonly object[]): Promise<string[]> =>
  expandedTexts(engine, request, expansionPathsOf(request), roots, new WorkTime(request.projectKey));

/** The members that responses have beside the stored ones; undefined where the request needs none. */
type NeededMembers = Promise<ResponseMembers<Base> | undefined>;

/**
 * Tells which members the response needs. Reads call it before they find the bodies: the answer holds for later reads
 * only.
 */
export const neededMembers = async (
  engine: Engine,
  request: ResourceRequest,
  sources?: ResponseSources,
): NeededMembers => {
  const { responseMembers } = request.resourceType.definition.derived ?? {};
  // A response that is kept must know all that would add members later.
  const areNeeded =
    sources !== undefined || (await responseMembers?.areNeeded(engine, request.projectKey, request.query)) === true;
  return areNeeded ? responseMembers : undefined;
};

/** The bytes of a resource, with the references expanded that the request asks for. */
export const expandReferences = (
  engine: Engine,
  request: ResourceRequest,
  body: Buffer,
  needed?: NeededMembers,
  sources?: ResponseSources,
): Buffer | Promise<Buffer | string> => {
  const paths = expansionPathsOf(request);
  if (paths.length === 0 && request.resourceType.definition.derived?.responseMembers === undefined) return body;
  return completeBodies(engine, request, paths, [body], needed, sources).then(texts => {
    if (texts === undefined) return body;
    const [text] = texts;
    if (text === undefined)
      throw fail('DamagedResource', { typeId: request.resourceType.typeId, id: request.locator?.value ?? '' });
    return text;
  });
};

/** Returns the texts of resources with expanded references and response members; undefined where all are as stored. */
const completeBodies = async (
  engine: Engine,
  request: ResourceRequest,
  paths: readonly ExpansionStep[][],
  bodies: readonly Buffer[],
  needed: NeededMembers = neededMembers(engine, request),
  sources?: ResponseSources,
): Promise<string[] | undefined> => {
  const members = await needed;
  if (paths.length === 0 && members === undefined) return undefined;
  return expandBodies(engine, request, paths, bodies, members, sources);
};

/** The results of a page as texts, with expanded references and response members; undefined where there are none. */
export const expandResults = (
  engine: Engine,
  request: ResourceRequest,
  bodies: readonly Buffer[],
  needed?: NeededMembers,
  sources?: ResponseSources,
): Promise<string[] | undefined> | undefined => {
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
  if (bytes > expandableBytesMax) return undefined;
  const paths = expansionPathsOf(request);
  const isStored = paths.length === 0 && request.resourceType.definition.derived?.responseMembers === undefined;
  return isStored ? undefined : completeBodies(engine, request, paths, bodies, needed, sources);
};
