/** Every kind of body at its limits. */
import { draftBodies } from './drafts.js';
import type { HostileBody } from './HostileBody.js';
import { jsonShapes } from './jsonShapes.js';
import { updateBodies } from './updates.js';
import { visitorBodies } from './visitors.js';

export const bodies: readonly HostileBody[] = [...visitorBodies, ...jsonShapes, ...draftBodies, ...updateBodies];
