/** Names the master that serves the keys of a project, or the record of an API client; '' while it is not known. */
export type MasterOf = (owner: string) => string;

/**
 * One limit for each master of a cluster, so that calls that wait for a master that is away do not count against the
 * projects of the others. A single server has one.
 */
export class MasterGates<Gate> {
  readonly #create: (master: string) => Gate;
  readonly #masterOf: MasterOf | undefined;
  readonly #gates = new Map<string, Gate>();
  readonly #first: Gate;

  constructor(masterOf: MasterOf | undefined, create: (master: string) => Gate) {
    this.#masterOf = masterOf;
    this.#create = create;
    this.#first = this.#of('');
  }

  /** The gate of a project, or of an API client by its id. */
  of(owner: string): Gate {
    return this.#masterOf === undefined || owner === '' ? this.#first : this.#of(this.#masterOf(owner));
  }

  /** The gate of calls that concern a project and an API client, which may lie on two masters. */
  ofBoth(owner: string, client: string): Gate {
    if (this.#masterOf === undefined) return this.#first;
    return this.#of(`${owner === '' ? '' : this.#masterOf(owner)} ${this.#masterOf(client)}`);
  }

  sum(count: (gate: Gate) => number): number {
    let sum = 0;
    for (const gate of this.#gates.values()) sum += count(gate);
    return sum;
  }

  /** True if there are several masters, one of which may not use up the capacity that all share. */
  get areSeveral(): boolean {
    return this.#masterOf !== undefined;
  }

  #of(master: string): Gate {
    let gate = this.#gates.get(master);
    if (gate === undefined) {
      gate = this.#create(master);
      this.#gates.set(master, gate);
    }
    return gate;
  }
}
