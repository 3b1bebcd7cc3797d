import { withDerivedFields } from '../derivedFields.js';
import { readMembers } from '../document/readMembers.js';
import { showPublished } from '../publishedView.js';
import type { MemberReader } from './predicate/compileBodyFilter.js';
import type { QueryScope } from './QueryScope.js';

/** Reads members as they are stored. */
export const storedMembers: MemberReader = {
  isDerived: () => false,
  read: names => body => readMembers(body, names),
};

/** Tells what predicates and sorts see of stored bodies: derived fields too, and published data alone where so asked. */
export const memberReader = ({
  resourceType: { derivedFields, published },
  publishedOnly,
}: Pick<QueryScope, 'resourceType' | 'publishedOnly'>): MemberReader => {
  const view = publishedOnly === true ? published : undefined;
  if (derivedFields.size === 0 && view === undefined) return storedMembers;
  return {
    isDerived: name => derivedFields.has(name),
    read: names => {
      const stored = new Set([...names].map(name => derivedFields.get(name)?.from ?? name));
      const derived = new Map([...derivedFields].filter(([name]) => names.has(name)));
      return body => {
        const members = withDerivedFields(derived, readMembers(body, stored));
        return view === undefined ? members : showPublished(view, members);
      };
    },
  };
};
