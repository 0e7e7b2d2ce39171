import type { DeclineReason, DeclineRetry } from '../../../platform/adapters/card-processor.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import {
  array,
  bool,
  bytea,
  columnList,
  int4,
  int8,
  json,
  nullable,
  paramList,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { msFromNow } from '../../../platform/db/database-time.ts'
import { claimDue, type LeasedTable, moveDueWhere, selectClaimable } from '../../../platform/db/lease-sql.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { clockOffsetOf } from '../../../platform/merchants/merchants-sql.ts'
import type { Agreement } from '../agreement.ts'
import { cardColumns, cardFrom, cardRow } from '../card-columns.ts'
import type { Charge, ChargeKind } from '../charge.ts'
import { freshCharges } from '../charges-sql.ts'
import { chargeState, checksColumn, stateFrom, storedState } from './stored-words.ts'

const newColumns = {
  merchant_id: uuid,
  id: uuid,
  session_id: nullable(uuid),
  payment_id: uuid,
  kind: text,
  plan: nullable(text),
  is_test: bool,
  phone: text,
  ...cardColumns,
  currency: text,
  amount_minor: int8,
  network_reference: text,
  browser_hash: nullable(bytea),
  created_at: timestamptz,
}
export const chargeColumns = {
  ...newColumns,
  state: text,
  reference: text,
  challenge_address: nullable(text),
  decline_reason: nullable(text),
  decline_retry: nullable(text),
  settled_at: nullable(timestamptz),
  [checksColumn]: int4,
  void_attempt: int4,
}

const leased: LeasedTable = { table: 'charges', alias: 'charge', dueAt: 'resolve_at' }

// Returns no row if the payment has a charge in flight, or its session an approved one.
export const insertCharge = defineStatement(
  'insert_charge',
  { ...newColumns, agreement: nullable(json<Agreement>()), exposureMinor: nullable(int8), checkInMs: int4 },
  { id: uuid },
  `insert into charges (${columnList(newColumns)}, agreement, exposure_minor, resolve_at, state)
   values (${paramList(newColumns)}, :agreement, :exposureMinor, ${msFromNow(':checkInMs')}, 'open')
   on conflict do nothing
   returning id`,
)

export const findCharge = defineStatement(
  'find_charge',
  { merchantId: uuid, id: uuid },
  chargeColumns,
  `select ${columnList(chargeColumns)} from charges where merchant_id = :merchantId and id = :id`,
)

// Of the charge that authorized the payment.
export const findAgreement = defineStatement(
  'find_agreement',
  { merchantId: uuid, paymentId: uuid, isTest: bool },
  { agreement: json<Agreement>() },
  `select agreement from charges where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest
     and kind = 'first' and state = 'approved' and agreement is not null`,
)

export const findLiveCharge = defineStatement(
  'find_live_charge',
  { merchantId: uuid, sessionId: uuid },
  chargeColumns,
  `select ${columnList(chargeColumns)} from charges
   where merchant_id = :merchantId and session_id = :sessionId and state in ('open', 'challenged', 'approved')`,
)

// Only from one of these states, so that one of two settlements counts.
export const updateChargeState = defineStatement(
  'update_charge_state',
  {
    merchantId: uuid,
    id: uuid,
    from: array(chargeState),
    to: chargeState,
    reason: nullable(text),
    retry: nullable(text),
    reference: nullable(text),
    networkReference: nullable(text),
    challengeAddress: nullable(text),
    settledAt: nullable(timestamptz),
    voidedAt: nullable(timestamptz),
    arrivedAt: nullable(timestamptz),
    dueAt: nullable(timestamptz),
    checkInMs: nullable(int4),
  },
  { id: uuid },
  `update charges set state = :to, ${checksColumn} = 0, resolve_at = ${msFromNow(':checkInMs')},
     decline_reason = coalesce(:reason, decline_reason), decline_retry = coalesce(:retry, decline_retry),
     reference = coalesce(:reference, reference), network_reference = coalesce(:networkReference, network_reference),
     challenge_address = :challengeAddress, settled_at = coalesce(:settledAt, settled_at),
     voided_at = coalesce(:voidedAt, voided_at), arrived_at = coalesce(:arrivedAt, arrived_at), due_at = :dueAt
   where merchant_id = :merchantId and id = :id and state = any(:from) returning id`,
)

// Only in one of these states: a charge that was settled meanwhile stays settled.
export const scheduleChargeCheck = defineStatement(
  'schedule_charge_check',
  { merchantId: uuid, id: uuid, states: array(chargeState), inMs: int4 },
  {},
  moveDueWhere(
    leased,
    'merchant_id = :merchantId and id = :id and state = any(:states) and resolve_at is not null',
    msFromNow(':inMs'),
  ),
)

// Over all merchants by time. Only lists: each charge is claimed separately.
export const listDueCharges = onEachShard(
  defineStatement(
    'list_due_charges',
    { kinds: array(text), limit: int4 },
    { merchant_id: uuid, id: uuid },
    selectClaimable(leased, 'merchant_id, id', 'kind = any(:kinds)'),
  ),
)

export const listChargesOfPayment = defineStatement(
  'list_charges_of_payment',
  { merchantId: uuid, paymentId: uuid, isTest: bool },
  chargeColumns,
  `select ${columnList(chargeColumns)} from charges
   where merchant_id = :merchantId and payment_id = :paymentId and is_test = :isTest order by id`,
)

export const findFreshCharge = defineStatement(
  'find_fresh_charge',
  { merchantId: uuid, lostMs: int4 },
  { payment_id: uuid },
  `select payment_id from (${freshCharges}) as fresh limit 1`,
)

// A claim moves the time on by a lease, so that two processes do not check the same charge. Skips a locked row.
export const claimCharge = defineStatement(
  'claim_charge',
  { merchantId: uuid, id: uuid, leaseMs: int4 },
  { ...chargeColumns, clock_offset_ms: int8 },
  `${claimDue(leased, 'merchant_id = :merchantId and id = :id', {
    to: msFromNow(':leaseMs'),
    set: [`${checksColumn} = charge.${checksColumn} + 1`],
  })}
   returning ${columnList(chargeColumns, 'charge')}, ${clockOffsetOf('charge')} as clock_offset_ms`,
)

export function chargeFrom(row: RowOf<typeof chargeColumns>): Charge {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    sessionId: row.session_id,
    paymentId: row.payment_id,
    kind: row.kind as ChargeKind,
    plan: row.plan,
    isTest: row.is_test,
    state: stateFrom(row.state),
    phone: row.phone,
    card: cardFrom(row),
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    reference: row.reference,
    networkReference: row.network_reference,
    browserHash: row.browser_hash,
    challengeAddress: row.challenge_address,
    declineReason: row.decline_reason as DeclineReason | null,
    declineRetry: row.decline_retry as DeclineRetry | null,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    checks: row[checksColumn],
    voidAttempt: row.void_attempt,
  }
}

export function chargeRow(charge: Charge): RowOf<typeof newColumns> {
  return {
    merchant_id: charge.merchantId,
    id: charge.id,
    session_id: charge.sessionId,
    payment_id: charge.paymentId,
    kind: charge.kind,
    plan: charge.plan,
    is_test: charge.isTest,
    phone: charge.phone,
    ...cardRow(charge.card),
    currency: charge.currency,
    amount_minor: charge.amountMinor,
    network_reference: charge.networkReference,
    browser_hash: charge.browserHash,
    created_at: charge.createdAt,
  }
}

// Written-off charges are not counted: they wait for days, and no customer waits. A failed void waits for its next
// attempt (`voids`).
export const waitingCharges = defineStatement(
  'measure_unknown_charges',
  waitingParams,
  waitingRow,
  countWaiting(
    `select created_at as since from (
       select created_at, state, void_attempt from charges where resolve_at < 'infinity' order by resolve_at limit :limit
     ) as charge where state in ('open', '${storedState('to_void')}') and void_attempt = 1 and created_at <= :now`,
  ),
)
