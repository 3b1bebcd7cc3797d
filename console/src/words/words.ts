/**
 * Labels of members, values and update actions. A name without a row in the table of a language is put together from
 * names that have one, otherwise split into words, so that a new member is readable before it has a label.
 */
export interface WordTable {
  readonly members: Readonly<Record<string, string>>;
  /** Members that mean something else in a type: by its name, then by theirs. */
  readonly ofTypes: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  /** Values of enums, by the member that has them. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  /** What follows the object of an update action, by the verb that its name begins with: `set` → `setzen`. */
  readonly verbs?: Readonly<Record<string, string>>;
  /** Descriptions of the API description, which is English; empty for one that forms do not show. */
  readonly hints?: Readonly<Record<string, string>>;
}

export const noWords: WordTable = { members: {}, ofTypes: {}, values: {} };

const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Short forms are written in large letters. */
const shortForms: ReadonlySet<string> = new Set(['id', 'sku', 'url', 'json']);

/** `Order number` for `orderNumber`, `Partly shipped` for `PartlyShipped`, `Tax category` for `tax-category`. */
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

/** `Position: Eigenes Feld` for `lineItemCustomField`: the longest first part that has a label, with the rest. */
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

/** The label of a member; of the last one in a path such as `address.city`. */
export const memberLabel = (table: WordTable, path: string, typeName?: string): string => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  // Only a language with verbs has another order of words than the names have.
  const put = table.verbs === undefined ? undefined : composed(table, name);
  return knownMember(table, name, typeName) ?? put ?? splitWords(name);
};

/** What a form says of a field; undefined where the language has no words for it. */
export const hintLabel = ({ hints }: WordTable, description: string): string | undefined =>
  hints === undefined ? description : own(hints, description) || undefined;

/** Values of enums are one word: texts that people wrote are not translated. */
const enumValuePattern = /^[\p{L}-]+$/u;

/** The label of an enum's value; undefined where the table has no enum of the member. */
export const valueLabel = (table: WordTable, member: string, value: string): string | undefined => {
  const labels = own(table.values, member);
  if (labels === undefined || !enumValuePattern.test(value)) return undefined;
  return own(labels, value) ?? splitWords(value);
};

const actionPattern = /^(\p{Ll}+)(.*)$/u;

/** The label of an update action: `Change order state`, `Bestellstatus ändern`. */
export const actionLabel = (table: WordTable, action: string, typeName?: string): string => {
  const [, verb = '', object = ''] = actionPattern.exec(action) ?? [];
  const word = own(table.verbs ?? {}, verb);
  if (word === undefined) return splitWords(action);
  return object === '' ? upperFirst(word) : `${memberLabel(table, lowerFirst(object), typeName)} ${word}`;
};
