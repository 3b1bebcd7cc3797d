import type { ValueTest } from './equalityTest.js';
import { ownMember } from './ownMember.js';

/** Mean radius of the earth (IUGG). */
const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const haversine = (angle: number): number => Math.sin(angle / 2) ** 2;

/**
 * Tests whether a value is a GeoJSON Point (RFC 7946 section 3.1.2) within a distance from the centre, along the great
 * circle.
 */
export const circleTest = (longitude: number, latitude: number, radiusMeters: number): ValueTest => {
  const centerLatitude = radians(latitude);
  const centerCosine = Math.cos(centerLatitude);
  return value => {
    const coordinates = ownMember(value, 'type') === 'Point' ? ownMember(value, 'coordinates') : undefined;
    if (!Array.isArray(coordinates)) return false;
    const [pointLongitude, pointLatitude] = coordinates as unknown[];
    if (typeof pointLongitude !== 'number' || typeof pointLatitude !== 'number') return false;
    const pointRadians = radians(pointLatitude);
    const chord =
      haversine(pointRadians - centerLatitude) +
      centerCosine * Math.cos(pointRadians) * haversine(radians(pointLongitude - longitude));
    return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(chord))) <= radiusMeters;
  };
};
