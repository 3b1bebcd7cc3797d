import type { Base } from '../define/Base.js';
import type { MessageDraft } from '../define/Change.js';
import type { Context } from '../define/Context.js';
import type { Creation } from '../define/Creation.js';
import type { StoredResource } from '../define/StoredResource.js';
import type { Document } from '../document/Document.js';
import type { ResourceRequest } from '../ResourceRequest.js';

/** A resource as its draft makes it: all members but those that the engine counts. */
export interface DraftedResource {
  readonly values: Base & Readonly<Record<string, unknown>>;
  readonly messages?: (resource: Base) => readonly MessageDraft[];
  /** As in a CreationResult. */
  readonly source?: Document;
}

interface HookedWrite {
  /** Counts the runs of the beforeCommit hook. */
  hookRuns?: number;
}

/** A new resource on its way through the pipeline. */
export interface PendingCreate extends HookedWrite {
  readonly kind: 'create';
  readonly request: ResourceRequest;
  readonly context: Context;
  readonly creation: Creation<Base>;
  readonly draft: unknown;
  readonly drafted: DraftedResource;
}

/** A changed resource on its way through the pipeline. */
export interface PendingUpdate extends HookedWrite {
  readonly kind: 'update';
  readonly request: ResourceRequest;
  readonly context: Context;
  readonly stored: StoredResource;
}

/** Everything about a write that the stages behind `apply` need; the changes themselves are a CombinedChange. */
export type PendingWrite = PendingCreate | PendingUpdate;
