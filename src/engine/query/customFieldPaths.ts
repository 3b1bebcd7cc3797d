import { isCustomFieldPath } from '../define/customFieldIndex.js';
import { conjuncts, pathLeaf } from './predicate/conjuncts.js';
import type { Predicate } from './predicate/Predicate.js';

const leafPaths = (predicate: Predicate, outerParents: readonly string[]): string[] =>
  conjuncts(predicate, outerParents).flatMap(({ part, parents }) => {
    if (part.kind === 'or') return part.parts.flatMap(alternative => leafPaths(alternative, parents));
    const leaf = pathLeaf(part, parents);
    return leaf === undefined || !isCustomFieldPath(leaf.path) ? [] : [leaf.path];
  });

/** The custom fields whose indexes could answer parts of a predicate. */
export const customFieldPaths = (predicate: Predicate): string[] => [...new Set(leafPaths(predicate, []))];
