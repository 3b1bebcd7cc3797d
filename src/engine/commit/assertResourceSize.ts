import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Document } from '../document/Document.js';

/** Returns the body of a document; throws for one that is longer than a resource may be (ERR030, LIM011). */
export const assertResourceSize = ({ body }: Document): Buffer => {
  if (body.length > limits.resourceBytesMax)
    throw fail('ResourceSizeLimitExceeded', { bytes: body.length, bytesMax: limits.resourceBytesMax });
  return body;
};
