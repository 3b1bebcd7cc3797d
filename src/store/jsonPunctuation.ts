/** The characters that give a JSON text its structure, as bytes of UTF-8 and as code units. */
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const space = 0x20;
