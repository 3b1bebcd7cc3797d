import type { ChangeSet } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { BeforeCommitResult } from '../define/BeforeCommit.js';
import type { Document } from '../document/Document.js';
import type { CombinedChange } from './CombinedChange.js';

/** A composed change set, its document, and its resource. */
export interface ComposedWrite {
  readonly changeSet: ChangeSet;
  readonly document: Document;
  readonly resource: Base;
}

/** A write that is ready to be committed. */
export interface Proposal extends ComposedWrite {
  /** The changes, with those of the beforeCommit hook. */
  readonly change: CombinedChange;
  readonly result: BeforeCommitResult<Base>;
}
