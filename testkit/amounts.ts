/** Returns an amount of a currency with two decimals as text: 1050 is `10.50`. */
export function formatMinor(minor: number): string {
  return (minor / 100).toFixed(2)
}

export function minorOf(amount: string): number {
  return Number(amount.replace('.', ''))
}
