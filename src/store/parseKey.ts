/** Reads the keys that keys.ts spells. */
import { keys, serverKey } from './keys.js';

/** A key of a resource type: a body, the sealed values beside it, or a key that leads to bodies. */
export type StoredKey =
  | { readonly kind: 'body'; readonly typeId: string; readonly id: string }
  | { readonly kind: 'hidden'; readonly typeId: string; readonly id: string }
  | { readonly kind: 'unique'; readonly typeId: string; readonly path: string; readonly value: string }
  | { readonly kind: 'index'; readonly typeId: string; readonly path: string; readonly value: string }
  | { readonly kind: 'ids'; readonly typeId: string }
  | { readonly kind: 'time'; readonly typeId: string; readonly field: string }
  | { readonly kind: 'holder'; readonly target: string }
  | SearchKey
  /** A key in which nothing leads to resources, such as a token. */
  | { readonly kind: 'other' }
  /** A key that keys.ts does not spell. */
  | { readonly kind: 'unknown'; readonly key: string };

/** A document of a search index, or a key in which RediSearch 1.x holds a part of the index. */
export interface SearchKey {
  readonly kind: 'searchDocument' | 'searchIndex';
  readonly typeId: string;
  readonly number: number;
  readonly key: string;
}

const splitAt = (text: string, separator: string): [string, string] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
};

/** Matches the rest after the prefix of the project in keys without a resource type. */
const otherNames =
  /^(?:fields|fields:removed|fields:progress|refs|counts|numbers|guard|confirmed|seq|anonymous|commits:\d+|(?:token|access|scopes?|ended|rate|stamp|totals):.+|refresh:(?:records|used|own|expiry|client:.+))$/s;
/** Matches the rest after the prefix of the server in keys of the administration console. */
const serverNames = /^(?:sessions?:.+|audit|audit:(?:signins|failed|projects)|audit:(?:project|resources):.+|setup)$/s;
/** Matches the rest after the resource type in keys of histories and in keys of its search that outlive an index. */
const typeNames = /^(?:history:.+|marks|search|search:drops|search:lease|search:job:.+)$/s;
/** Matches the rest after the hash tag in the keys of an index. */
const searchDocument = /^s:(\d+):./s;
const searchIndex = /^index:(\d+)$/;
const indexNames = /^(?:guard|changes:\d+|gone:\d+:.+)$/s;
/** Keys of RediSearch 1.x: `idx:` and the name of an index, or a part of an index, such as `ft:<name>/<term>`. */
const indexPart = /^(?:idx:(.*)|(?:ft|nm|tag|geo):(.*)\/[^/]*)$/s;

/** Returns the resource type of an index, and the rest of the key after its hash tag. */
const splitSearchKey = (projectKey: string, key: string): readonly [typeId: string, rest: string] | undefined => {
  const start = `{${projectKey}/search-`;
  if (!key.startsWith(start)) return undefined;
  const [typeId, rest] = splitAt(key.slice(start.length), '}:');
  return [typeId, rest];
};

const parseSearchKey = (projectKey: string, name: string, key = name): StoredKey | undefined => {
  const [typeId, rest] = splitSearchKey(projectKey, name) ?? [];
  if (typeId === undefined || rest === undefined) return undefined;
  const [, document] = searchDocument.exec(rest) ?? [];
  if (document !== undefined) return { kind: 'searchDocument', typeId, number: Number(document), key };
  const [, index] = searchIndex.exec(rest) ?? [];
  if (index !== undefined) return { kind: 'searchIndex', typeId, number: Number(index), key };
  return indexNames.test(rest) ? { kind: 'other' } : undefined;
};

const parseTypeKey = (typeId: string, rest: string): StoredKey | undefined => {
  const [kind, name] = splitAt(rest, ':');
  const [path, value] = splitAt(name, ':');
  switch (kind) {
    case 'b':
      return { kind: 'body', typeId, id: name };
    case 'h':
      return { kind: 'hidden', typeId, id: name };
    case 'u':
      return { kind: 'unique', typeId, path, value };
    case 'x':
      return { kind: 'index', typeId, path, value };
    case 't':
      return { kind: 'time', typeId, field: name };
    case 'ids':
      return name === '' ? { kind: 'ids', typeId } : undefined;
    default:
      return typeNames.test(rest) ? { kind: 'other' } : undefined;
  }
};

/** Parses a key with the prefix of the project. */
const parseNamedKey = (name: string): StoredKey | undefined => {
  const [first, rest] = splitAt(name, ':');
  if (first === 'holder') return { kind: 'holder', target: rest };
  return otherNames.test(name) ? { kind: 'other' } : parseTypeKey(first, rest);
};

const parseIndexPart = (projectKey: string, key: string): StoredKey | undefined => {
  const [, whole, parted] = indexPart.exec(key) ?? [];
  const parsed = parseSearchKey(projectKey, whole ?? parted ?? '', key);
  return parsed?.kind === 'searchIndex' ? parsed : undefined;
};

/** Parses a key with the hash tag of a project; undefined for a key with another one. */
export const parseKey = (projectKey: string, key: string): StoredKey | undefined => {
  const prefix = keys.prefix(projectKey);
  if (projectKey === serverKey && key.startsWith(prefix) && serverNames.test(key.slice(prefix.length)))
    return { kind: 'other' };
  const parsed = key.startsWith(prefix)
    ? parseNamedKey(key.slice(prefix.length))
    : (parseSearchKey(projectKey, key) ?? parseIndexPart(projectKey, key));
  if (parsed !== undefined || key === keys.projectLock(projectKey)) return parsed ?? { kind: 'other' };
  // The first brace begins the hash tag.
  const braceAt = key.indexOf('{');
  const isOfProject = [keys.hashTag(projectKey), `{${projectKey}/`].some(start => key.startsWith(start, braceAt));
  return braceAt >= 0 && isOfProject ? { kind: 'unknown', key } : undefined;
};
