import { accessBreakages } from './access-breakages.ts'
import { feeBreakages } from './fee-breakages.ts'

/** A guard that can be taken out of the service, for the proof of the proof; see `break.ts`. */
export interface Breakage {
  readonly name: string
  readonly what: string
  /** Which proof must find that it is missing, and what it has to say: another violation does not count. */
  readonly foundBy: string
  readonly finding: RegExp
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
    finding: /\d+ (captured|refunded) of \d+/,
    edits: [
      {
        file: 'src/money/payments/store/saving.ts',
        find: '\n       and payment.version = change.version\n',
        replace: '\n',
      },
    ],
  },
  {
    name: 'replay',
    what: 'the check for a reference that was used already, and its unique index',
    foundBy: 'P5',
    finding: /reference only-\d+ has more than one/,
    edits: [
      {
        file: 'src/money/payments/transitions/movement.ts',
        find: "return referenceId !== '' && movements.some(",
        replace: "return referenceId === 'no such reference' && movements.some(",
      },
    ],
    sql: 'drop index payment_timeline_by_reference',
  },
  {
    name: 'outbox',
    what: 'the writing of notifications in the statement that saves a change',
    foundBy: 'P9',
    finding: /\d+ of \d+ notifications arrived/,
    edits: [
      {
        file: 'src/money/payments/store/saving.ts',
        find: ' on event.number = saved.number\n',
        replace: ' on event.number = saved.number and false\n',
      },
    ],
  },
  {
    name: 'counts',
    what: 'the counting of moves for lists',
    foundBy: 'P4',
    finding: /the counts miss/,
    edits: [
      {
        file: 'src/money/payments/store/saving.ts',
        find: ' from saved where listed_as <> listed_before or move in ',
        replace: ' from saved where listed_as <> listed_before and false or false and move in ',
      },
    ],
  },
  {
    name: 'tenant',
    what: "the condition that a payment is the caller's",
    foundBy: 'P10',
    finding: /with other merchant: answered 200 and not 404/,
    edits: [
      {
        file: 'src/money/payments/store/payments.ts',
        find: "selectPayments('wanted', 'wanted.merchant_id')",
        replace: "selectPayments('wanted', 'payment.merchant_id')",
      },
      // Whose a row is is looked at once more when it has been read.
      { file: 'src/money/payments/get-payment.ts', find: '{merchantId} $', replace: '{id} $' },
    ],
  },
  {
    name: 'roles',
    what: 'the question whether a role may send a form of the dashboard',
    foundBy: 'P10',
    finding: /POST \/dashboard\/live\/\S+ as analyst: answered \d+ and not 403/,
    edits: [
      {
        file: 'src/pages/back-office/routes.ts',
        find: 'spec.requirePermission?.(visit, form)\n    const {',
        replace: 'const {',
      },
    ],
  },
  {
    name: 'refusals',
    what: 'the bound of what is told of wrong amounts, and the index by which a field is known',
    foundBy: 'P16',
    finding: /took [\d,]+ steps/,
    edits: [
      {
        file: 'src/money/payments/amounts.ts',
        find: 'this.#wrong.size < maxWrongFields && !this.#wrong.has(wrong.field)',
        replace: '![...this.#wrong.keys()].some((known) => known === wrong.field)',
      },
    ],
  },
  {
    name: 'names',
    what: "the space of references that only the service's own captures have",
    foundBy: 'P15',
    finding: /with a reserved name was answered with 500|is AUTHORIZED with \d+ of \d+ captured/,
    edits: [
      {
        file: 'src/money/payments/transitions/capture.ts',
        find: 'isByService: true, amountMinor, body: emptyBody(payment)',
        replace: 'isByService: false, amountMinor, body: emptyBody(payment)',
      },
    ],
  },
  {
    name: 'size',
    what: 'the bound of what the captures and refunds of a payment add up to',
    foundBy: 'P17',
    finding: /a payment takes \d+ captures/,
    edits: [
      {
        file: 'src/money/payments/transitions/movement.ts',
        find: 'if (bytes > movementLimits.bodyBytes) throw',
        replace: 'if (bytes < 0) throw',
      },
    ],
  },
  {
    name: 'locks',
    what: 'that whoever saves a payment passes by what somebody holds',
    foundBy: 'P18',
    finding: /somebody waited for a row that is held/,
    edits: [
      { file: 'src/money/payments/store/saving.ts', find: ' of payment skip locked\n', replace: ' of payment\n' },
    ],
  },
  {
    name: 'deadlines',
    what: 'the deadline of what is asked of the database',
    foundBy: 'P19',
    finding: /after every connection fell silent: .* not within/,
    edits: [
      {
        file: 'src/platform/db/pool.ts',
        find: 'armDeadline(limitMs, () => late.reject(',
        replace: 'armDeadline(3_600_000, () => late.reject(',
      },
    ],
  },
  {
    name: 'late_charges',
    what: 'that what was written off and is charged later goes back',
    foundBy: 'P20',
    finding: /was taken, pays for nothing and did not go back/,
    edits: [
      {
        file: 'src/money/charges/states.ts',
        find: "written_off: { rule_out: ['declined'], arrive_late: ['to_void'] }",
        replace: "written_off: { rule_out: ['declined'] }",
      },
    ],
  },
  {
    name: 'later_failures',
    what: 'that the processor is asked again about a return that it has confirmed',
    foundBy: 'P20',
    finding: /return \S+ is confirmed, and at the processor it came back/,
    edits: [
      { file: 'src/money/charges/send-return.ts', find: 'dueAt = next', replace: 'dueAt = at > 0 ? null : next' },
    ],
  },
  {
    name: 'claim',
    what: 'that whoever charges a part contends for its collection',
    foundBy: 'P24',
    finding: /its second part was (charged|tried) \d+ times/,
    edits: [
      {
        file: 'src/money/collections/store/collections.ts',
        find: 'where merchant_id = :merchant_id and id = :id and version = :version returning id',
        replace: 'where merchant_id = :merchant_id and id = :id and :version::int4 > 0 returning id',
      },
    ],
  },
  {
    name: 'secrets_key',
    what: 'the refusal to start with a key that opens nothing',
    foundBy: 'P21',
    finding: /a key that opens nothing: it started/,
    edits: [{ file: 'src/entries/processes/open-alone.ts', find: '    await requireSecrets(app)\n', replace: '' }],
  },
  {
    name: 'queue',
    what: 'the adding up of what is counted for lists',
    foundBy: 'P22',
    finding: /after the soak every change is counted for lists: not within/,
    edits: [
      {
        file: 'src/entries/workers.ts',
        find: 'run: (app) => countPaymentChanges(app).then((done) => (done < countBatch ? 0 : done)),',
        replace: 'run: async (app) => (app ? 0 : countPaymentChanges(app).then(() => countBatch)),',
      },
    ],
  },
  {
    name: 'collectable',
    what: 'that a customer pays no more early than is captured',
    foundBy: 'P23',
    finding: /history \d+: step \d+, \{"do":"pay"/,
    edits: [
      {
        file: 'src/money/plans/charge-amounts.ts',
        find: 'facts.collectableMinor <= 0n ? 0n : chargeable(least(left, facts.collectableMinor), facts.card.limits)',
        replace: 'chargeable(left, facts.card.limits)',
      },
    ],
  },
  ...feeBreakages,
  {
    name: 'lets_go',
    what: 'that a migration waits for a lock for an instant only',
    foundBy: 'P27',
    finding: /a migration stands in everybody's way/,
    edits: [
      {
        file: 'src/platform/db/migration-locks.ts',
        find: 'set local lock_timeout = ',
        replace: 'set local application_name = of_',
      },
    ],
  },
  ...accessBreakages,
]
