/** What a cart costs, as a test expects it. */
export const cost = (centAmount: number) => ({ totalPrice: { centAmount } });

export const taxed = (totalNet: number, totalGross: number) => ({
  totalNet: { centAmount: totalNet },
  totalGross: { centAmount: totalGross },
  totalTax: { centAmount: totalGross - totalNet },
});
