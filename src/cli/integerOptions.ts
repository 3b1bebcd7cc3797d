/** Numbers as options of the command take them. */
import { InvalidArgumentError } from 'commander';

const from =
  (least: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`Expected an integer from ${least}.`);
    return number;
  };

export const positiveInteger = from(1);
export const nonNegativeInteger = from(0);
