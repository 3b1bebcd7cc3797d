/**
 * Describes what commits write for a resource type: the lists, unique values, counts and sums beside its bodies, and
 * their form. A build misreads data that was written with other lines than its own, so a store keeps a digest of the
 * lines for each type (store/storedFormat.ts).
 */
import { hash } from 'node:crypto';
import { describeCompression } from '../../store/compressedBody.js';
import { keys } from '../../store/keys.js';
import { markedPaths } from '../schema/compilePaths.js';
import { hashedValue } from './compileIndexes.js';
import { indexedValueLengthMax } from './ResourceSchema.js';
import type { ResourceType } from './ResourceType.js';

type Lines = readonly string[];

/** Stands for a project, an id or a value in the spelling of a key. */
const any = '*';

const listLines = ({ typeId, definition, hasTimeOrderedIds, isImmutable }: ResourceType): Lines => [
  `ids ${keys.ids(any, typeId)}`,
  ...(hasTimeOrderedIds ? [] : [`time ${keys.time(any, typeId, 'createdAt')}`]),
  ...(isImmutable ? [] : [`time ${keys.time(any, typeId, 'lastModifiedAt')}`]),
  ...(definition.retention !== undefined && 'ownDays' in definition.retention
    ? [`time ${keys.time(any, typeId, 'endsAt')}, without ${String(definition.retention.usualDays)} days`]
    : []),
];

const indexLines = ({ typeId, indexes, hasCustomFields }: ResourceType): Lines => [
  ...indexes.map(({ path, holds, hashed, derived }) => {
    const form = hashed ? 'hashed' : `${holds}s of up to ${indexedValueLengthMax}`;
    return `index ${keys.index(any, typeId, path, any)} ${form}${derived === undefined ? '' : ', derived'}`;
  }),
  ...(hasCustomFields ? [`indexes of custom fields, such as ${keys.index(any, typeId, 'custom.fields.a', any)}`] : []),
  ...(hasCustomFields || indexes.some(({ hashed }) => hashed) ? [`the hash of 'a' is ${hashedValue('a')}`] : []),
];

const uniqueLines = ({ typeId, unique, definition }: ResourceType): Lines => [
  ...unique.map(field => `unique ${keys.unique(any, typeId, field, any)}`),
  ...(definition.claims?.values === undefined
    ? []
    : [`unique values of its own among ${keys.unique(any, definition.claims.among ?? typeId, any, any)}`]),
];

const referenceLines = ({ definition }: ResourceType): Lines =>
  markedPaths(definition.resource, 'reference').map(({ steps, mark }) => {
    const path = `reference ${steps.join('.')}`;
    if (mark === undefined) return `${path} undeclared`;
    return `${path} to ${mark.typeId} by ${mark.by ?? 'id'}${mark.exclusive === true ? ', exclusive' : ''}`;
  });

const totalLines = ({ definition }: ResourceType): Lines =>
  (definition.derived?.totals?.names ?? []).map(name => `sums ${keys.totals(any, name, 'day')}`);

const bodyLines = ({ typeId, compression }: ResourceType): Lines => [
  `body ${keys.body(any, typeId, any)}${compression === undefined ? '' : ` ${describeCompression(compression)}`}`,
];

/** The lines of each type, in the order of the types; the order of lines has no meaning. */
export const storedLayout = (resourceTypes: Iterable<ResourceType>): ReadonlyMap<string, Lines> =>
  new Map(
    [...resourceTypes].map(resourceType => [
      resourceType.typeId,
      [bodyLines, listLines, indexLines, uniqueLines, referenceLines, totalLines]
        .flatMap(describe => describe(resourceType))
        .sort(),
    ]),
  );

const digestLength = 12;

/** A short digest of the lines of each type. */
export const layoutDigests = (layout: ReadonlyMap<string, Lines>): ReadonlyMap<string, string> =>
  new Map([...layout].map(([typeId, lines]) => [typeId, hash('sha256', lines.join('\n')).slice(0, digestLength)]));
