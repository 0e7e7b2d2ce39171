import { accessBreakages } from './access-breakages.ts'
import { feeBreakages } from './fee-breakages.ts'

/** A guard that the proof can remove from the service to test itself; see `break.ts`. */
export interface Breakage {
  readonly name: string
  readonly what: string
  /** The proof that must notice the missing guard, and its finding. Another violation does not count. */
  readonly foundBy: string
  readonly finding: RegExp
  /** Each text must be in its file exactly once. Otherwise the service does not start. */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[]
  /** Runs on the migrated database. */
  readonly sql?: string
}

export const breakages: readonly Breakage[] = [
  {
    name: 'version',
    what: 'the check that a payment still has the version that was read',
    foundBy: 'P4',
    finding: /\d+ (captured|refunded) of \d+/,
    edits: [
      {
        file: 'src/money/payments/store/saving.ts',
        find: '\n       and payment.version = change.version and payment.change_id is not distinct from change.former_change_id\n',
        replace: '\n',
      },
    ],
  },
  {
    name: 'replay',
    what: 'the check for a used reference, and its unique index',
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
    what: 'the notifications in the statement that saves a change',
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
    what: 'the count of changes for lists',
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
    what: "the condition that a payment belongs to the caller's merchant",
    foundBy: 'P10',
    finding: /with other merchant: answered 200 and not 404/,
    edits: [
      {
        file: 'src/money/payments/store/payments.ts',
        find: "selectPayments('requested', 'requested.merchant_id')",
        replace: "selectPayments('requested', 'payment.merchant_id')",
      },
      // The row's merchant is checked again after the row is read.
      { file: 'src/money/payments/get-payment.ts', find: '{merchantId} $', replace: '{id} $' },
    ],
  },
  {
    name: 'roles',
    what: 'the check that a role may send a form of the dashboard',
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
    what: 'the limit on errors about wrong amounts, and the index of known fields',
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
    what: "the namespace of the references of the service's own captures",
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
    what: "the size limit of a payment's captures and refunds",
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
    what: 'the refusal to wait for a locked payment',
    foundBy: 'P18',
    finding: /somebody waited for a row that is held/,
    edits: [
      { file: 'src/money/payments/store/saving.ts', find: ' of payment skip locked\n', replace: ' of payment\n' },
    ],
  },
  {
    name: 'deadlines',
    what: 'the deadline of database queries',
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
    what: 'the return of a written-off charge that is charged later',
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
    what: 'the later queries to the processor about a confirmed return',
    foundBy: 'P20',
    finding: /return \S+ is confirmed, and at the processor it came back/,
    edits: [
      { file: 'src/money/charges/send-return.ts', find: 'dueAt = next', replace: 'dueAt = at > 0 ? null : next' },
    ],
  },
  {
    name: 'claim',
    what: 'the claim of an instalment before its charge',
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
    what: 'the refusal to start with a key that opens no stored secret',
    foundBy: 'P21',
    finding: /a key that opens nothing: it started/,
    edits: [{ file: 'src/entries/processes/open-alone.ts', find: '    await requireSecrets(app)\n', replace: '' }],
  },
  {
    name: 'queue',
    what: 'the sum of the counts for lists',
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
    what: 'the limit of early payments to the captured amount',
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
    what: "the short limit on a migration's wait for a lock",
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
