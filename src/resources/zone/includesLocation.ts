import { sameValue } from '../../engine/document/sameValue.js';
import type { Location } from './members.js';

export const includesLocation = (locations: readonly Location[], location: Location): boolean =>
  locations.some(each => sameValue(each, location));
