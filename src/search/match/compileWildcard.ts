/**
 * Compiles a wildcard pattern: `*` stands for one or more characters, `?` for exactly one; the whole text must match
 * (SEARCH027). The time is at most proportional to pattern times text, because after a mismatch only the last `*` takes
 * one more character.
 */
export const compileWildcard = (pattern: string): ((text: string) => boolean) => {
  // One or more characters are one character, followed by any number of them.
  const parts = Array.from(pattern).flatMap(character => (character === '*' ? ['?', '*'] : [character]));
  return text => {
    const characters = Array.from(text);
    let at = 0;
    let part = 0;
    let starPart = -1;
    let starAt = 0;
    while (at < characters.length) {
      if (part < parts.length && (parts[part] === '?' || (parts[part] !== '*' && parts[part] === characters[at]))) {
        at++;
        part++;
      } else if (parts[part] === '*') {
        starPart = part++;
        starAt = at;
      } else if (starPart >= 0) {
        part = starPart + 1;
        at = ++starAt;
      } else return false;
    }
    while (parts[part] === '*') part++;
    return part === parts.length;
  };
};
