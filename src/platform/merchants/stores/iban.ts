import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'

/** What is wrong with an IBAN without spaces and in capital letters, in words; undefined where nothing is. */
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
