import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'

/** The beneficiary of a store's payouts. Both members are empty without one. */
export interface Beneficiary {
  readonly name: string
  /** Without spaces, in capital letters. */
  readonly iban: string
}

export const noBeneficiary: Beneficiary = { name: '', iban: '' }

/** Returns a typed beneficiary in its stored form. Checks nothing. */
export function beneficiaryFrom(name: string, iban: string): Beneficiary {
  return { name: name.trim(), iban: iban.replace(/[\s-]/g, '').toUpperCase() }
}

/** Returns what is wrong with an IBAN in its stored form, as a sentence; undefined if nothing is. */
export function ibanProblem(iban: string): string | undefined {
  const { errorCodes } = validateIBAN(iban)
  const country = iban.slice(0, 2)
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return 'the IBAN begins with no country that has IBANs'
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) {
    return `an IBAN of ${country} has ${countrySpecs[country]?.chars} characters, and this one ${iban.length}`
  }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) {
    return `the IBAN has letters where one of ${country} has digits, or digits where it has letters`
  }
  return errorCodes.length > 0 ? 'the check digits of the IBAN are wrong: something in it is mistyped' : undefined
}
