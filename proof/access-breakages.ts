import type { Breakage } from './breakages.ts'

/** Guards against strangers: too much access, guessed codes, stored bytes, costly pages, and forged documents. */
export const accessBreakages: readonly Breakage[] = [
  {
    name: 'marks',
    what: 'the marks on rows that a sandbox writes',
    foundBy: 'P28',
    finding: /a stranger's key is left in production/,
    edits: [
      {
        file: 'src/platform/db/connection.ts',
        find: 'const mark = marksSandbox ? ',
        replace: 'const mark = !marksSandbox ? [] : limits.statementMs < 0 ? ',
      },
    ],
  },
  {
    name: 'code_tries',
    what: 'the limit on wrong codes for one phone',
    foundBy: 'P29',
    finding: /(?:2[6-9]|[3-9]\d) wrong codes were judged for one phone and not 25/,
    edits: [
      {
        file: 'src/money/checkout/store/message-quotas.ts',
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
        file: 'src/money/checkout/card/card-factor.ts',
        find: 'card === null || card.token === typedCardToken',
        replace: "card === null || typedCardToken !== 'no such token'",
      },
    ],
  },
  {
    name: 'permission',
    what: 'the check that a key has the permission that the operation needs',
    foundBy: 'P30',
    finding: /without the permission \w+: answered \d+ and not 403/,
    edits: [
      { file: 'src/platform/merchants/guards.ts', find: '!holder.permissions.includes(permission)', replace: 'false' },
    ],
  },
  {
    name: 'stored_bytes',
    what: 'the limit on bytes that a public key stores in a day from one address',
    foundBy: 'P32',
    finding: /\d+ addresses stored [\d,]+ bytes of orders, more than/,
    edits: [
      {
        file: 'src/money/checkout/store/stored-bytes.ts',
        find: '{ofDay} <= $',
        replace: '{ofDay} is not null or 0 <= $',
      },
    ],
  },
  {
    name: 'page_rows',
    what: 'the limit of attempts that a page reads of the notifications of one payment',
    foundBy: 'P33',
    finding: /payments\/\S+all=notifications, \w+: answered with [\d,]+ bytes/,
    edits: [
      {
        file: 'src/platform/webhooks/story/store.ts',
        find: 'case when event.place <= :whole::int4 then :attempts::int4 else 1 end',
        replace: ':attempts::int4 + 0 * :whole::int4',
      },
    ],
  },
  {
    name: 'canonical',
    what: 'the canonical form that a signature is over',
    foundBy: 'P34',
    finding: /the evidence of .* is not valid: the signature does not belong to this content/,
    edits: [
      {
        file: 'src/platform/signing/sign-document.ts',
        find: 'key.sign(canonicalJson(signed))',
        replace: 'key.sign(JSON.stringify(signed))',
      },
    ],
  },
  {
    name: 'erased_messages',
    what: 'the erasing of text messages',
    foundBy: 'P35',
    finding: /an erased customer is left in customer_messages\.phone/,
    edits: [
      {
        file: 'src/money/collections/store/personal.ts',
        find: 'update customer_messages set phone = :pseudonym,',
        replace: 'update customer_messages set phone = phone || left(:pseudonym::text, 0),',
      },
    ],
  },
  {
    name: 'visited_pages',
    what: 'the judgement of the page after a success redirect',
    foundBy: 'P36',
    finding: /says paid after redirects, seed \d+: it did not fail P2, but has passed/,
    edits: [
      {
        file: 'src/rehearsal/certificate/judge/unpaid.ts',
        find: '[...violations, ...claimed]',
        replace: 'violations',
      },
    ],
  },
]
