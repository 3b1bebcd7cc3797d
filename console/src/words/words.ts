/**
 * Labels of members, values and update actions. A name without a row in the table of a language is composed of names
 * that have one, otherwise split into words, so that a new member is readable before it has a label.
 */
export interface WordTable {
  readonly members: Readonly<Record<string, string>>;
  /** Members with another meaning in a type: by the name of the type, then of the member. */
  readonly ofTypes: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  /** Values of enums, by the member that has them. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  /** Words that follow the object of an update action, by the verb in its name: `set` → `setzen`. */
  readonly verbs?: Readonly<Record<string, string>>;
  /** Translations of the English descriptions in the API description; empty for a description that forms hide. */
  readonly hints?: Readonly<Record<string, string>>;
}

export const noWords: WordTable = { members: {}, ofTypes: {}, values: {} };

const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Short forms that are written in capital letters. */
const shortForms: ReadonlySet<string> = new Set(['id', 'sku', 'url', 'json']);

/** Splits names: `Order number` for `orderNumber`, `Partly shipped` for `PartlyShipped`. */
export const splitWords = (name: string): string =>
  upperFirst(
    name
      .replaceAll(/[-_]+/g, ' ')
      .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .split(' ')
      .map(word => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
      .map(word => (shortForms.has(word) ? word.toUpperCase() : word))
      .join(' '),
  );

/** Returns `Position: Eigenes Feld` for `lineItemCustomField`: the longest first part with a label, and the rest. */
const composed = (table: WordTable, name: string): string | undefined => {
  for (let at = name.length - 1; at > 0; at--) {
    if (!/\p{Lu}/u.test(name.charAt(at))) continue;
    const [first, rest] = [own(table.members, name.slice(0, at)), own(table.members, lowerFirst(name.slice(at)))];
    if (first !== undefined && rest !== undefined) return `${first}: ${rest}`;
  }
  return undefined;
};

const knownMember = (table: WordTable, name: string, typeName = ''): string | undefined =>
  own(own(table.ofTypes, typeName) ?? {}, name) ?? own(table.members, name);

/** Returns the label of a member; for a path such as `address.city` that of the last one. */
export const memberLabel = (table: WordTable, path: string, typeName?: string): string => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  // Only in a language with verbs the order of words differs from that in names.
  const put = table.verbs === undefined ? undefined : composed(table, name);
  return knownMember(table, name, typeName) ?? put ?? splitWords(name);
};

/** Returns the hint for a field in a form; undefined if the language has none. */
export const hintLabel = ({ hints }: WordTable, description: string): string | undefined =>
  hints === undefined ? description : own(hints, description) || undefined;

/** Matches values of enums, which are one word: texts that people wrote are not translated. */
const enumValuePattern = /^[\p{L}-]+$/u;

/** Returns the label of an enum's value; undefined if the table has no enum of the member. */
export const valueLabel = (table: WordTable, member: string, value: string): string | undefined => {
  const labels = own(table.values, member);
  if (labels === undefined || !enumValuePattern.test(value)) return undefined;
  return own(labels, value) ?? splitWords(value);
};

const actionPattern = /^(\p{Ll}+)(.*)$/u;

/** Returns the label of an update action: `Change order state`, `Bestellstatus ändern`. */
export const actionLabel = (table: WordTable, action: string, typeName?: string): string => {
  const [, verb = '', object = ''] = actionPattern.exec(action) ?? [];
  const word = own(table.verbs ?? {}, verb);
  if (word === undefined) return splitWords(action);
  return object === '' ? upperFirst(word) : `${memberLabel(table, lowerFirst(object), typeName)} ${word}`;
};
