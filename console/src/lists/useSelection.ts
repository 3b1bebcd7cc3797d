import { useState } from 'react';
import type { Resource } from '../api/Resource';
import type { Selected } from './changeAll';
import type { Selection as Results } from './resourcesOf';

export interface ListSelection {
  readonly ids: ReadonlySet<string>;
  readonly selected: Selected;
  readonly count: number;
  readonly isWholePage: boolean;
  /** True if all results are selected, not only those of the page. */
  readonly isAll: boolean;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The selected resources of a page, or all results of a list with `total` resources. */
export const useSelection = (page: readonly Resource[], results: Results, total: number): ListSelection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const ofPage = page.filter(({ id }) => ids.has(id));
  const select = (next: ReadonlySet<string>): void => {
    setIds(next);
    setIsAll(false);
  };
  return {
    ids,
    selected: isAll ? results : ofPage,
    count: isAll ? total : ofPage.length,
    isWholePage: ofPage.length > 0 && ofPage.length === page.length,
    isAll,
    select,
    selectAll: () => setIsAll(true),
    clear: () => select(new Set()),
  };
};
