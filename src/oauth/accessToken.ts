import { hashSecret, newSecret } from '../credentials/secrets.js';

const secretLength = 32;
const markLength = 6;

const markOf = (secret: string, projectKey: string): string =>
  hashSecret(`${secret} ${projectKey}`).slice(0, markLength);

/**
 * Makes an access token: a secret, and a mark that tells for which project it was issued to those who know both. The
 * mark protects nothing: Redis decides whether a token is valid.
 */
export const newAccessToken = (projectKey: string): string => {
  const secret = newSecret();
  return `${secret}${markOf(secret, projectKey)}`;
};

/**
 * Whether a token that Redis does not know for the project has the mark of another one. False for tokens without a
 * mark, which other programs issued.
 */
export const isMarkedForOtherProject = (token: string, projectKey: string): boolean =>
  token.length === secretLength + markLength &&
  token.slice(secretLength) !== markOf(token.slice(0, secretLength), projectKey);
