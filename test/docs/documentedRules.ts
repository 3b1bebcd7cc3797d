/**
 * The rules that the doc comments of the SDK's models state: each sentence that tells what is refused, required, set by
 * default, bounded, unique, ignored, produced, updated, kept or conditional. The id of a rule is made of its area (a
 * file of models) and its sentence; the same sentence at several places is one rule.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const models = new URL(
  '../../../node_modules/@commercetools/platform-sdk/dist/declarations/src/generated/models/',
  import.meta.url,
);
/** A word of code in a sentence. */
const code = String.raw`${'`'}\w+${'`'}`;
/** One of these phrases makes a sentence a rule. */
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
/** What the operator of the hosted service decides, and phrases that occur everywhere. */
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

const sentencesOf = (comment: string): string[] =>
  comment
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!])\s+(?=[A-Z`-])/);

/** The doc comments of types and members. */
const commentsIn = (text: string): string[] => {
  const comments: string[] = [];
  let open: string[] | undefined;
  let last: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*\/\*\*/.test(line)) open = [];
    else if (open === undefined) {
      const isDocumented = /^export (?:interface|type|declare enum|enum|declare const) \w+|^\s+readonly \w+\??:/.test(
        line,
      );
      if (isDocumented && last !== undefined) comments.push(last);
      if (isDocumented || line.trim() !== '') last = undefined;
    } else if (/^\s*\*\//.test(line)) {
      last = open.join('\n');
      open = undefined;
    } else open.push(line.replace(/^\s*\*\s?/, ''));
  }
  return comments;
};

export interface Rule {
  readonly area: string;
  readonly sentence: string;
}

/** All sentences of the doc comments by id: those that are rules, and others that a test may name. */
export const readSentences = (): ReadonlyMap<string, Rule> => {
  const sentences = new Map<string, Rule>();
  for (const file of readdirSync(models).filter(name => name.endsWith('.d.ts'))) {
    const area = file.slice(0, -'.d.ts'.length);
    for (const sentence of commentsIn(readFileSync(new URL(file, models), 'utf8')).flatMap(sentencesOf)) {
      const hash = createHash('sha1').update(area + sentence);
      sentences.set(`${area}.${hash.digest('hex').slice(0, 5)}`, { area, sentence });
    }
  }
  return sentences;
};

const isRule = ({ sentence }: Rule): boolean =>
  sentence.length >= lengthMin && behaviour.test(sentence) && !noise.test(sentence);

/** All rules by id. */
export const rulesAmong = (sentences: ReadonlyMap<string, Rule>): ReadonlyMap<string, Rule> =>
  new Map([...sentences].filter(([, sentence]) => isRule(sentence)));
