import { latinDigits } from '../../../platform/base/texts.ts'

const largest = 999_999_999_999n

/** Why a text is no amount. */
export type AmountProblem = 'not an amount' | 'too many decimals' | 'too large'

/** Parses an amount into thousandths of a currency unit. Accepts Arabic digits and separators of thousands. */
export function parseThousandths(text: string): bigint | AmountProblem {
  const [, whole, fraction = ''] =
    /^\+?(\d+)(?:\.(\d+))?$/.exec(
      latinDigits(text)
        .replaceAll(/[\s,٬]/g, '')
        .replace('٫', '.'),
    ) ?? []
  if (whole === undefined) return 'not an amount'
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > 3) return 'too many decimals'
  const thousandths = BigInt(whole + decimals.padEnd(3, '0'))
  return thousandths > largest ? 'too large' : thousandths
}

/** Returns thousandths as an amount without trailing zeros. */
export function formatThousandths(thousandths: bigint): string {
  const digits = thousandths.toString().padStart(4, '0')
  const decimals = digits.slice(-3).replace(/0+$/, '')
  return digits.slice(0, -3) + (decimals === '' ? '' : `.${decimals}`)
}
