/** Whom the bank pays what a store is owed. Both are empty where nobody has been named. */
export interface Beneficiary {
  readonly name: string
  /** As banks pass it on: no spaces, capital letters. */
  readonly iban: string
}

export const noBeneficiary: Beneficiary = { name: '', iban: '' }

/** A beneficiary as somebody has written it, in the form in which it is kept; not judged yet. */
export function beneficiaryFrom(name: string, iban: string): Beneficiary {
  return { name: name.trim(), iban: iban.replace(/[\s-]/g, '').toUpperCase() }
}
