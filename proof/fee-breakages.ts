import type { Breakage } from './breakages.ts'

/** Guards of the fees of captures and refunds. */
export const feeBreakages: readonly Breakage[] = [
  {
    name: 'given_back',
    what: 'the check that a refund returns no fee twice',
    foundBy: 'P25',
    finding: /a refund of -[\d.]+: fee is -[\d.]+ and not /,
    edits: [
      {
        file: 'src/money/payments/transitions/fee.ts',
        find: 'const returned = returnable > returnedSoFar ? returnable - returnedSoFar : 0n',
        replace: 'const returned = returnedSoFar >= 0n ? returnable : 0n',
      },
    ],
  },
  {
    name: 'vat_sum',
    what: 'the rounding of VAT on the sum of a payment',
    foundBy: 'P31',
    finding: /movement \d+, a (capture|refund) of [\d.]+: fee -?\d+ and VAT -?\d+, not /,
    edits: [
      {
        file: 'src/money/payments/transitions/fee.ts',
        find: 'const change = total - vatMinor',
        replace: 'const change = rounded(exactVatOf({ feeMinor, rates }))',
      },
    ],
  },
]
