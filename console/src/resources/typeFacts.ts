/** The facts of resource types that lists, links and requests of any type ask for. A type without a row has none. */
interface TypeFacts {
  /** The member by which a list is sorted at first, instead of the last change. */
  readonly sortedBy?: string;
  /** True if the amounts of all selected resources are added up. */
  readonly isSummed?: boolean;
  /** True if lists on pages of other types show the items and the amount of a resource. */
  readonly showsItems?: boolean;
  /** The column for the order of a resource, which refers to the resource and is loaded by its id. */
  readonly orderColumn?: string;
  /** The member of the response to a creation that has the new resource. */
  readonly createdMember?: string;
}

const facts: ReadonlyMap<string, TypeFacts> = new Map<string, TypeFacts>([
  // The response is the result of a sign-in.
  ['customers', { createdMember: 'customer' }],
  // An order keeps its position when it is changed.
  ['orders', { sortedBy: 'createdAt', isSummed: true, showsItems: true }],
  ['payments', { orderColumn: 'order' }],
]);

export const typeFacts = (path: string): TypeFacts => facts.get(path) ?? {};
