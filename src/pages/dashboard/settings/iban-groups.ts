/** An IBAN as banks print it: in groups of four. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Of an IBAN no more than by what its owner knows it. */
export function maskedIban(iban: string): string {
  return iban === '' ? '' : `${iban.slice(0, 2)}… ${iban.slice(-4)}`
}
