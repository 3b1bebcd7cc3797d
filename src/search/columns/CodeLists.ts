import { withRoom } from './withRoom.js';

/** Lists are kept while documents share them: at most one list for this number of documents. */
const documentsPerList = 4;
const spareLists = 2_000;

/**
 * The codes that the rows or elements of each document have in a column, as the number of a list. Documents share
 * lists, so that a facet over whole documents reads one number for each.
 */
export class CodeLists {
  numbers = new Int32Array(0);
  readonly lists: (readonly number[])[] = [];
  readonly #numbersByKey = new Map<string, number>();
  /** False where there are too many distinct lists. */
  isUseful = true;

  set(document: number, codes: Int32Array): void {
    if (!this.isUseful) return;
    this.numbers = withRoom(this.numbers, document);
    this.numbers[document] = this.#numberOf(codes);
    if (this.lists.length <= (document + 1) / documentsPerList + spareLists) return;
    this.isUseful = false;
    this.numbers = new Int32Array(0);
    this.lists.length = 0;
    this.#numbersByKey.clear();
  }

  #numberOf(codes: Int32Array): number {
    const key = codes.join();
    let number = this.#numbersByKey.get(key);
    if (number === undefined) {
      number = this.lists.push([...codes]) - 1;
      this.#numbersByKey.set(key, number);
    }
    return number;
  }
}
