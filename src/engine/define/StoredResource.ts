import type { Document } from '../document/Document.js';
import type { Base } from './Base.js';

/** A stored resource: its bytes, and a view of its members. */
export interface StoredResource {
  readonly document: Document;
  readonly resource: Base;
}
