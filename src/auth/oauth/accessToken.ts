import { hashSecret, newSecret } from '../../base/credentials/secrets.js';

const secretLength = 32;
const markLength = 3;

const markOf = (text: string): string => hashSecret(text).slice(0, markLength);
const projectMarkOf = (secret: string, projectKey: string): string => markOf(`${secret} ${projectKey}`);

/**
 * Makes an access token:
 *
 *     secret          32 characters
 *     check mark      3 characters: tells a token of this service from any other text, such as one with a typing error
 *     project mark    3 characters: shows whether the token was issued for a given project
 *
 * The marks protect nothing: Redis decides whether a token is valid.
 */
export const newAccessToken = (projectKey: string): string => {
  const secret = newSecret();
  return `${secret}${markOf(secret)}${projectMarkOf(secret, projectKey)}`;
};

/** Tells whether a token that Redis does not know for the project is one of this service for another project. */
export const isMarkedForOtherProject = (token: string, projectKey: string): boolean => {
  const secret = token.slice(0, secretLength);
  const marks = token.slice(secretLength);
  return (
    marks.length === 2 * markLength &&
    marks.startsWith(markOf(secret)) &&
    !marks.endsWith(projectMarkOf(secret, projectKey))
  );
};
