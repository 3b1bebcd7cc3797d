/** Parsers of integer options. */
import { InvalidArgumentError } from 'commander';

const integerFrom =
  (minimum: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(number) || number < minimum)
      throw new InvalidArgumentError(`Expected an integer of at least ${minimum}.`);
    return number;
  };

export const positiveInteger = integerFrom(1);
export const nonNegativeInteger = integerFrom(0);
