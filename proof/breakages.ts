/** A guard that can be taken out of the service, for the proof of the proof; see `break.ts`. */
export interface Breakage {
  readonly name: string
  readonly what: string
  /** Which proof must find that it is missing. */
  readonly foundBy: string
  /** Each text is there exactly once, or the service does not start. */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
  /** Run on the migrated database. */
  readonly sql?: string
}

export const breakages: readonly Breakage[] = [
  {
    name: 'version',
    what: 'the check that a payment is still at the version that was read',
    foundBy: 'P4',
    edits: [
      {
        file: 'src/payments/store/payments.ts',
        find: 'where merchant_id = $1 and id = $2 and version = $3\n',
        replace: 'where merchant_id = $1 and id = $2 and $3::int4 is not null\n',
      },
    ],
  },
  {
    name: 'replay',
    what: 'the check for a reference that was used already, and its unique index',
    foundBy: 'P5',
    edits: [
      {
        file: 'src/payments/moves.ts',
        find: "return referenceId !== '' && moved.some(",
        replace: "return referenceId === 'no such reference' && moved.some(",
      },
    ],
    sql: 'drop index captures_by_reference; drop index refunds_by_reference',
  },
  {
    name: 'outbox',
    what: 'the writing of notifications in the statement that saves a change',
    foundBy: 'P9',
    edits: [
      {
        file: 'src/payments/store/payments.ts',
        find: 'from saved, unnest($30::uuid[], $31::int4[], $32::text[]) as event (id, sequence, body)\n',
        replace:
          'from saved, unnest($30::uuid[], $31::int4[], $32::text[]) as event (id, sequence, body) where false\n',
      },
    ],
  },
  {
    name: 'tenant',
    what: "the condition that a payment is the caller's",
    foundBy: 'P10',
    edits: [
      {
        file: 'src/payments/store/payments.ts',
        find: 'where payment.merchant_id = $1 and payment.id = $2 and payment.is_test = $3`',
        replace: 'where payment.id = $2 and payment.is_test = $3`',
      },
    ],
  },
]
