/**
 * Members of drafts and update actions that the hosted API has and this server does not: validators refuse them by
 * name, where they drop members without any declaration (GEN068).
 */
import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { packageFile } from '../../base/config/packageFile.js';

const file = packageFile('assets/missing/members.txt');

/** The paths of the members by the draft or action: `cart`, `me/cart`, `order/import`, `cart#addLineItem`. */
const readPaths = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const [place = '', ...paths] = line.split(' ');
        return [place, paths];
      }),
  );

let pathsByPlace: ReadonlyMap<string, readonly string[]> | undefined;

/** The schema with the mark at one path; elements of a list have the path of the list. */
const withMark = (schema: TSchema, [name = '', ...rest]: readonly string[]): TSchema => {
  if (schema.items !== undefined) return { ...schema, items: withMark(schema.items as TSchema, [name, ...rest]) };
  if (rest.length === 0) return { ...schema, notOffered: [...((schema.notOffered ?? []) as string[]), name] };
  const properties = schema.properties as Readonly<Record<string, TSchema>>;
  const member = properties[name];
  // The file is older than the declaration; npm run docs, which builds on this, writes it anew.
  if (member === undefined) return schema;
  return { ...schema, properties: { ...properties, [name]: withMark(member, rest) } };
};

/** The schema of a draft or an action, as its validator sees it. */
export const withMissingMembers = (place: string, schema: TSchema): TSchema =>
  ((pathsByPlace ??= readPaths()).get(place) ?? []).reduce((marked, path) => withMark(marked, path.split('.')), schema);
