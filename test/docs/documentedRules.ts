/**
 * The rules in the doc comments of the SDK's models: each sentence that tells what is refused, required, a default,
 * bounded, unique, ignored, produced, updated, kept or conditional. The id of a rule is made of its area (a file of
 * models) and its sentence; the same sentence in several places is one rule.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const models = new URL(
  '../../../node_modules/@commercetools/platform-sdk/dist/declarations/src/generated/models/',
  import.meta.url,
);
/** Matches a word of code in a sentence. */
const code = String.raw`${'`'}\w+${'`'}`;
/** A sentence with one of these phrases is a rule. */
const behaviour = new RegExp(
  String.raw`\b(${[
    'is returned|are returned|returns an?|must|cannot|can only|only if|by default|default|maximum|minimum|at most',
    'at least|unique|ignored|not allowed|fails|removes? the|is removed|is set to|are merged|increased|not be empty',
    'required (?:if|when|for)|(?:is|are|be) required|(?:will|can) be removed|are removed',
    'will be (?:updated|deleted|set|added|created|ignored|used|applied|removed)|produces|generates|automatically',
    'only (?:present|available|applies|applicable|applied|used|returned)|takes precedence|overrides',
    String.raw`recalculat\w+|retained|remains|falls? back|otherwise`,
    'if (?:not |it is not |this is not )?(?:set|provided|specified|empty|absent|omitted|`?(?:true|false|null)`?)',
    'also (?:deletes|removes|updates|sets)',
  ].join('|')})\b`,
  'i',
);
/** Matches decisions of the operator of the hosted service, and phrases that occur everywhere. */
const noise = new RegExp(
  [
    '^(?:User-defined |System-generated )?unique identifier',
    String.raw`\b(beta|deprecat|see also|for more information|contact (?:our )?support|Merchant Center)\b`,
    String.raw`\b(restricted by a limit|expected version of the|limit for)\b`,
    '^If `(?:true|false)`,? (?:only the staged|both the current and staged)',
    String.raw`^Either ${code} or ${code} is required|^Required if ${'`(?:id|key)`'} is absent`,
    String.raw`^If (?:absent|empty|not set|${code} is absent or ${'`null`'}), (?:any existing|this field will)`,
    String.raw`^If (?:absent|empty|not set|${code} is absent or ${'`null`'}), the existing key`,
    '^(?:Only )?present in responses to requests with Reference Expansion',
  ].join('|'),
  'i',
);
const lengthMin = 15;

/** Returns the message type that a link leads to. */
const linkedMessage = (target: string): string | undefined => {
  const anchor = /^\/projects\/messages\/.*#([a-z-]+)$/.exec(target)?.[1];
  return (
    /^ctp:api:type:(\w+)Message$/.exec(target)?.[1] ??
    anchor?.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
};

interface Sentence {
  readonly text: string;
  readonly messages: readonly string[];
}

/** Splits a comment into sentences; until then, the message type of a link follows the link in braces. */
const sentencesOf = (comment: string): Sentence[] =>
  comment
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label: string, target: string) => {
      const message = linkedMessage(target);
      return message === undefined ? label : `${label}{{${message}}}`;
    })
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!])\s+(?=[A-Z`-])/)
    .map(marked => ({
      text: marked.replace(/\{\{\w+\}\}/g, ''),
      messages: [...marked.matchAll(/\{\{(\w+)\}\}/g)].map(([, message]) => message!),
    }));

interface Comment {
  /** The type that has the comment or the commented member. */
  readonly type: string;
  readonly text: string;
}

/** Returns the doc comments of types and members. */
const commentsIn = (text: string): Comment[] => {
  const comments: Comment[] = [];
  let open: string[] | undefined;
  let last: string | undefined;
  let type = '';
  for (const line of text.split('\n')) {
    if (/^\s*\/\*\*/.test(line)) open = [];
    else if (open === undefined) {
      const [, typeName] = /^export (?:interface|type|declare enum|enum|declare const) (\w+)/.exec(line) ?? [];
      type = typeName ?? type;
      const isDocumented = typeName !== undefined || /^\s+readonly \w+\??:/.test(line);
      if (isDocumented && last !== undefined) comments.push({ type, text: last });
      if (isDocumented || line.trim() !== '') last = undefined;
    } else if (/^\s*\*\//.test(line)) {
      last = open.join('\n');
      open = undefined;
    } else open.push(line.replace(/^\s*\*\s?/, ''));
  }
  return comments;
};

const actionType = /^export interface (\w+) extends I(\w+)UpdateAction \{\s*readonly action: '(\w+)'/gm;

/** Returns the update actions by their types, such as `Customer.addAddress` for CustomerAddAddressAction. */
const actionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(actionType)].map(([, type = '', owner, action]) => [type, `${owner}.${action}`]));

export interface Rule {
  readonly area: string;
  readonly sentence: string;
  /** The update actions that the sentence is about, such as `Customer.addAddress`. */
  readonly actions: readonly string[];
  /** The message types that the sentence links to. */
  readonly messages: readonly string[];
}

/** Returns all sentences of the doc comments by id: rules, and others that a test may name. */
export const readSentences = (): ReadonlyMap<string, Rule> => {
  const sentences = new Map<string, Rule>();
  for (const file of readdirSync(models).filter(name => name.endsWith('.d.ts'))) {
    const area = file.slice(0, -'.d.ts'.length);
    const source = readFileSync(new URL(file, models), 'utf8');
    const actions = actionsIn(source);
    for (const { type, text } of commentsIn(source))
      for (const { text: sentence, messages } of sentencesOf(text)) {
        const hash = createHash('sha1').update(area + sentence);
        const id = `${area}.${hash.digest('hex').slice(0, 5)}`;
        const action = actions.get(type);
        const known = sentences.get(id)?.actions ?? [];
        sentences.set(id, { area, sentence, messages, actions: action === undefined ? known : [...known, action] });
      }
  }
  return sentences;
};

/** Returns the rules about the messages of update actions. */
export const messageRulesAmong = (sentences: ReadonlyMap<string, Rule>): ReadonlyMap<string, Rule> =>
  new Map(
    [...sentences].filter(
      ([, { sentence, actions, messages }]) =>
        actions.length > 0 && messages.length > 0 && /\b(?:produces?|generates?)\b/i.test(sentence),
    ),
  );

const isRule = ({ sentence }: Rule): boolean =>
  sentence.length >= lengthMin && behaviour.test(sentence) && !noise.test(sentence);

/** Returns all rules by id. */
export const rulesAmong = (sentences: ReadonlyMap<string, Rule>): ReadonlyMap<string, Rule> =>
  new Map([...sentences].filter(([, sentence]) => isRule(sentence)));
