import type { Breakage } from './breakages.ts'

/** The guard that P32 must miss. */
export const storedBytes: Breakage = {
  name: 'stored_bytes',
  what: 'the budget of what a public key stores in a day from one address',
  foundBy: 'P32',
  finding: /\d+ addresses stored [\d,]+ bytes of orders, more than/,
  edits: [
    {
      file: 'src/checkout/store/stored-bytes.ts',
      find: '{ofDay} <= $',
      replace: '{ofDay} is not null or 0 <= $',
    },
  ],
}
