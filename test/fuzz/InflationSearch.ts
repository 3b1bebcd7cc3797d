/**
 * Chooses which requests the search for slow ones measures next: first each inflation once, then by turns a longer form
 * of the request that took the most for each of its bytes, two of the dearest inflations of one request together, and
 * an inflation by chance.
 */
import { inflateAt, type Inflation } from './inflate.js';

export type InflatedPart = { readonly inflation: Inflation; readonly count: number };

export interface Candidate {
  /** The place of the request in the list of templates. */
  readonly template: number;
  readonly parts: readonly InflatedPart[];
}

type Measured = { readonly candidate: Candidate; readonly costPerByte: number; isGrown: boolean };
const growth = 4;
const firstCount = 100;
/** The dearest inflations of one request that are combined, so that a search meets all of their pairs. */
const combinedMax = 12;
/** Longest factor of an inflation by chance: 4⁷ = 16,384. */
const exponentMax = 7;
/** The measurements that are remembered: the cheapest are dropped. */
const rememberedMax = 2_000;

const startsWith = (path: Inflation['path'], start: Inflation['path']): boolean =>
  start.every((name, at) => path[at] === name);

const isSeparate = (a: InflatedPart, b: InflatedPart): boolean =>
  !startsWith(a.inflation.path, b.inflation.path) && !startsWith(b.inflation.path, a.inflation.path);

const at = <T>(list: readonly T[], random: number): T | undefined => list[Math.floor(random * list.length)];

export class InflationSearch {
  readonly #first: Candidate[];
  readonly #measured: Measured[] = [];
  #turn = 0;

  /**
   * @param inflations the inflations of each template
   * @param random a number from 0 to below 1
   */
  constructor(
    private readonly inflations: readonly (readonly Inflation[])[],
    private readonly random: () => number,
  ) {
    this.#first = inflations.flatMap((each, template) =>
      each.map(inflation => ({ template, parts: [{ inflation, count: firstCount }] })),
    );
  }

  next(): Candidate {
    const first = this.#first.shift();
    if (first !== undefined) return first;
    this.#turn = (this.#turn + 1) % 3;
    const chosen = this.#turn === 0 ? this.#grown() : this.#turn === 1 ? this.#combined() : undefined;
    return chosen ?? this.#byChance();
  }

  /** Leaves out requests of the first round, at equal distances, so that a short search meets each template. */
  thinOut(firstMax: number): void {
    const step = Math.max(1, this.#first.length / firstMax);
    const kept = this.#first.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
    this.#first.splice(0, this.#first.length, ...kept);
  }

  add(candidate: Candidate, costPerByte: number): void {
    const place = this.#measured.findIndex(each => each.costPerByte < costPerByte);
    this.#measured.splice(place < 0 ? this.#measured.length : place, 0, { candidate, costPerByte, isGrown: false });
    if (this.#measured.length > rememberedMax) this.#measured.pop();
  }

  #grown(): Candidate | undefined {
    const dearest = this.#measured.find(({ isGrown }) => !isGrown);
    if (dearest === undefined) return undefined;
    dearest.isGrown = true;
    const { template, parts } = dearest.candidate;
    return { template, parts: parts.map(({ inflation, count }) => ({ inflation, count: count * growth })) };
  }

  #combined(): Candidate | undefined {
    const template = at(this.#measured.slice(0, combinedMax), this.random())?.candidate.template;
    const parts = this.#measured
      .filter(({ candidate }) => candidate.template === template)
      .slice(0, combinedMax)
      .flatMap(({ candidate }) => candidate.parts);
    const one = at(parts, this.random());
    const other =
      one &&
      at(
        parts.filter(part => isSeparate(part, one)),
        this.random(),
      );
    return template === undefined || one === undefined || other === undefined
      ? undefined
      : { template, parts: [one, other] };
  }

  #byChance(): Candidate {
    const template = Math.floor(this.random() * this.inflations.length);
    const inflation = at(this.inflations[template] ?? [], this.random());
    const count = growth ** (1 + Math.floor(this.random() * exponentMax));
    return { template, parts: inflation === undefined ? [] : [{ inflation, count }] };
  }
}

export const inflate = (body: unknown, { parts }: Candidate): unknown =>
  parts.reduce((inflated, { inflation, count }) => inflateAt(inflated, inflation, count), body);

export const describeParts = ({ parts }: Candidate): string =>
  parts.map(({ inflation: { path, kind }, count }) => `${count} × ${kind} at ${path.join('.')}`).join(' and ');
