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

export const count = from(1);
export const whole = from(0);
