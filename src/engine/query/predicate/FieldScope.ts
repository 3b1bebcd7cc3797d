import { languageOfMember, rootLanguage } from '../../collation.js';
import { canonicalLanguageTag, isLanguageTag } from '../../schema/languageTags.js';
import { abbreviate, type ApiError, invalidInput } from '../../../base/errors/ApiError.js';
import { nearestNames } from '../../../base/errors/nearestNames.js';
import { textPosition } from './predicateLimits.js';
import { underSpellings, withSpellings } from './spellings.js';
import { comparedTexts, type Literal, type Predicate } from './Predicate.js';
import { declaredValue, type FieldShape, type NameSource } from '../../define/FieldShape.js';
import { type TimeFormat, timeFormats } from '../../schema/dateTimes.js';

/** A name in a query that must be declared by resources of the project. */
export interface ProjectName {
  readonly source: NameSource;
  readonly name: string;
  /** Makes the error for a name that is not among the declared ones. */
  readonly refusal: (declared: Iterable<string>) => ApiError;
  /** Makes the error for a text that the field is compared with, and that is no time of the declared format. */
  readonly timeRefusal?: (format: TimeFormat) => ApiError | undefined;
}

const suggestion = (wrong: string, known: Iterable<string>): string => {
  const near = nearestNames(wrong, known).map(name => `'${name}'`);
  const last = near.pop();
  if (last === undefined) return '';
  return ` Did you mean ${near.length === 0 ? last : `${near.join(', ')} or ${last}`}?`;
};

/** The texts that a condition wants a field to equal. */
const wantedTexts = (condition: Predicate): readonly Literal[] => {
  if (condition.kind === 'compare') return condition.operator === '=' ? [condition.value] : [];
  return condition.kind === 'in' && !condition.negated ? condition.values : [];
};

/** Puts the texts of a condition on a field into the form that the field has. */
const normalizeTexts = (condition: Predicate, normalize: (text: string) => string): Predicate => {
  const normalized = (literal: Literal): Literal => (typeof literal === 'string' ? normalize(literal) : literal);
  if (condition.kind === 'compare') return { ...condition, value: normalized(condition.value) };
  if (condition.kind === 'in' || condition.kind === 'contains')
    return { ...condition, values: condition.values.map(normalized) };
  return condition;
};

const mayBePoint = (shape: FieldShape): boolean =>
  shape.kind === 'object' ? shape.members.has('coordinates') : shape.kind !== 'plain';

/** The language that a name stands for; under a custom field only the name tells one. */
const tagIn = (shape: FieldShape, name: string): string | undefined => {
  if (shape.kind === 'any') return isLanguageTag(name) ? canonicalLanguageTag(name) : undefined;
  const isTag = shape.kind === 'object' && !shape.members.has(name) && shape.others?.pattern?.test(name) === true;
  return isTag ? canonicalLanguageTag(name) : undefined;
};

/** Members of any JSON, such as that of a custom object, are no texts by language. */
const isStoredTag = (shape: FieldShape): boolean => shape.kind !== 'any' || shape.isDeclared === true;

/** The language in which the texts of a member are sorted; undefined for identifiers. */
const languageIn = (shape: FieldShape, name: string): string | undefined =>
  shape.kind === 'declared' ? rootLanguage : (tagIn(shape, name) ?? languageOfMember(name));

/** Puts the names and the texts of a condition on a field into the form that is stored. */
const normalized = (condition: Predicate, holder: FieldShape, field: FieldShape, name: string): Predicate => {
  const tag = isStoredTag(holder) ? tagIn(holder, name) : undefined;
  if (tag !== undefined && tag !== name) return underSpellings(condition, tag);
  if (field.kind !== 'plain') return condition;
  if (field.isLanguage === true) return withSpellings(condition);
  return field.normalize === undefined ? condition : normalizeTexts(condition, field.normalize);
};

/**
 * Follows the field names of one text through the declared shape of its resources, and throws InvalidInput for a name
 * that no resource can have.
 */
export class FieldScope {
  #shape: FieldShape;
  #path = '';

  /** Names that the project must declare are added to `projectNames`: whether it does is known only in Redis. */
  constructor(
    private readonly parameter: 'where' | 'sort',
    private readonly text: string,
    shape: FieldShape,
    private readonly projectNames: ProjectName[],
  ) {
    this.#shape = shape;
  }

  /** Enters a field whose name stands at an offset of the text, reads its condition, and leaves the field. */
  inField(name: string, at: number, readCondition: () => Predicate): Predicate {
    const shape = this.#shape;
    const path = this.#path;
    this.#move(name, at);
    const condition = readCondition();
    if (condition.kind === 'within' && !mayBePoint(this.#shape))
      throw this.#refusal(at, `The field '${abbreviate(this.#path)}' is no point.`);
    const plain = this.#shape.kind === 'plain' ? this.#shape : undefined;
    if (plain?.names !== undefined) this.#addTexts(plain.names, condition, at);
    if (shape.kind === 'declared') this.#addField(shape.names, name, condition, at);
    const refusal = plain?.format && this.#timeRefusal(plain.format, condition, this.#path, at);
    if (refusal !== undefined) throw refusal;
    const field = this.#shape;
    this.#shape = shape;
    this.#path = path;
    return normalized(condition, shape, field, name);
  }

  /** Enters a field for good; returns its name as it is stored, and the language in which its texts are sorted. */
  enter(name: string, at: number): { readonly name: string; readonly language: string | undefined } {
    const shape = this.#shape;
    this.#move(name, at);
    if (shape.kind === 'declared') this.#addField(shape.names, name, undefined, at);
    const tag = isStoredTag(shape) ? tagIn(shape, name) : undefined;
    return { name: tag ?? name, language: languageIn(shape, name) };
  }

  #move(name: string, at: number): void {
    const shape = this.#shape;
    this.#shape = this.#memberShape(shape, name, at);
    this.#path = this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #memberShape(shape: FieldShape, name: string, at: number): FieldShape {
    switch (shape.kind) {
      case 'any':
        return shape;
      case 'declared':
        return declaredValue;
      case 'plain':
        throw this.#refusal(at, `${this.#missing(name)} '${abbreviate(this.#path)}' has no members.`);
      case 'object': {
        const { others, members } = shape;
        const member = members.get(name) ?? (others?.pattern?.test(name) === false ? undefined : others?.shape);
        if (member !== undefined) return member;
        const expected = others === undefined ? suggestion(name, members.keys()) : ' Expected an IETF language tag.';
        throw this.#refusal(at, `${this.#missing(name)}${expected}`);
      }
    }
  }

  #pathOf(name: string): string {
    return abbreviate(this.#path === '' ? name : `${this.#path}.${name}`);
  }

  #missing(name: string): string {
    return `The field '${this.#pathOf(name)}' does not exist.`;
  }

  #refusal(at: number, problem: string): ApiError {
    return invalidInput(`Malformed parameter: ${this.parameter}: ${problem} ${textPosition(this.text, at)}`);
  }

  #nameOf(source: NameSource, name: string, subject: string, at: number): ProjectName {
    const problem = `No ${source.typeId} of the project declares ${subject}.`;
    return { source, name, refusal: declared => this.#refusal(at, `${problem}${suggestion(name, declared)}`) };
  }

  /** Adds the field that was just entered, which the project must declare. */
  #addField(source: NameSource, name: string, condition: Predicate | undefined, at: number): void {
    const path = this.#path;
    const declared = this.#nameOf(source, name, `the field '${abbreviate(path)}'`, at);
    this.projectNames.push(
      condition === undefined
        ? declared
        : { ...declared, timeRefusal: format => this.#timeRefusal(format, condition, path, at) },
    );
  }

  /** The error for a time that the calendar does not have: compared as a text it would find anything. */
  #timeRefusal(format: TimeFormat, condition: Predicate, path: string, at: number): ApiError | undefined {
    const { test, expected } = timeFormats[format];
    const wrong = comparedTexts(condition).find(text => !test(text));
    return wrong === undefined
      ? undefined
      : this.#refusal(at, `The field '${abbreviate(path)}' cannot be '${abbreviate(wrong)}'. Expected ${expected}.`);
  }

  #addTexts(source: NameSource, condition: Predicate, at: number): void {
    for (const text of wantedTexts(condition))
      if (typeof text === 'string')
        this.projectNames.push(this.#nameOf(source, text, `'${abbreviate(text)}' as '${abbreviate(this.#path)}'`, at));
  }
}
