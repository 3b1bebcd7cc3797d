/** Expected totals and taxed prices of carts. */
export const cost = (centAmount: number) => ({ totalPrice: { centAmount } });

export const taxed = (totalNet: number, totalGross: number) => ({
  totalNet: { centAmount: totalNet },
  totalGross: { centAmount: totalGross },
  totalTax: { centAmount: totalGross - totalNet },
});
