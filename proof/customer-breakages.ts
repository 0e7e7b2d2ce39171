import type { Breakage } from './breakages.ts'

/** The guards of the pages of customers. */
export const customerBreakages: readonly Breakage[] = [
  {
    name: 'code_tries',
    what: 'the bound of wrong codes for one phone',
    foundBy: 'P29',
    finding: /(?:2[6-9]|[3-9]\d) wrong codes were judged for one phone and not 25/,
    edits: [
      {
        file: 'src/checkout/store/message-quotas.ts',
        find: ') < :most::int4\n',
        replace: ') < :most::int4 + 1000\n',
      },
    ],
  },
  {
    name: 'card_factor',
    what: 'the further factor that a saved card needs in a new browser',
    foundBy: 'P29',
    finding: /a saved card was charged in a new browser/,
    edits: [
      {
        file: 'src/checkout/card/card-factor.ts',
        find: 'card === null || card.token === typedCardToken',
        replace: "card === null || typedCardToken !== 'no such token'",
      },
    ],
  },
]
