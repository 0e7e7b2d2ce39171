import type { Card } from '../../adapters/card-processor.ts'
import type { Currency } from '../../base/money.ts'
import { array, bool, int4, int8, nullable, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { SessionCharge } from '../charge.ts'
import type { ChargeState } from '../states.ts'

const chargeColumns = {
  merchant_id: uuid,
  id: uuid,
  session_id: uuid,
  payment_id: uuid,
  is_test: bool,
  state: text,
  phone: text,
  card_token: text,
  card_brand: text,
  card_last_four: text,
  card_expiry_month: int4,
  card_expiry_year: int4,
  currency: text,
  amount_minor: int8,
  created_at: timestamptz,
  looks: int4,
}

type ChargeRow = { [K in keyof typeof chargeColumns]: TypeOf<(typeof chargeColumns)[K]> }

// Times at which a charge falls due are the database's, whichever process asks: a machine whose clock is ahead must not look
// before the others' requests are over (decisions/0043).

// Answers nothing when the session has a charge under way or approved: somebody else is paying it already.
export const insertCharge = defineStatement(
  'insert_charge',
  [
    ...([uuid, uuid, uuid, uuid, bool, text, text, text, text, int4, int4, text, int8] as const),
    ...([timestamptz, int4] as const),
  ],
  { id: uuid },
  `insert into charges (merchant_id, id, session_id, payment_id, is_test, phone, card_token, card_brand, card_last_four,
     card_expiry_month, card_expiry_year, currency, amount_minor, created_at, resolve_at, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
     statement_timestamp() + $15::int4 * interval '1 millisecond', 'open')
   on conflict (merchant_id, session_id) where state in ('open', 'challenged', 'approved') do nothing
   returning id`,
)

export const findLiveCharge = defineStatement(
  'find_live_charge',
  [uuid, uuid],
  chargeColumns,
  `select merchant_id, id, session_id, payment_id, is_test, state, phone, card_token, card_brand, card_last_four,
     card_expiry_month, card_expiry_year, currency, amount_minor, created_at, looks
   from charges where merchant_id = $1 and session_id = $2 and state in ('open', 'challenged', 'approved')`,
)

// From one of the states $3 to $4, to be looked at in $6 milliseconds: of two that settle the same charge, one does.
export const moveCharge = defineStatement(
  'move_charge',
  [uuid, uuid, array(text), text, nullable(text), nullable(int4)],
  { id: uuid },
  `update charges set state = $4, decline_reason = coalesce($5, decline_reason), looks = 0,
     resolve_at = statement_timestamp() + $6::int4 * interval '1 millisecond'
   where merchant_id = $1 and id = $2 and state = any($3) returning id`,
)

// Only while it is still in one of the states $3: what has been settled in between stays as it was settled.
export const lookAtChargeIn = defineStatement(
  'look_at_charge_in',
  [uuid, uuid, array(text), int4],
  {},
  `update charges set resolve_at = statement_timestamp() + $4::int4 * interval '1 millisecond'
   where merchant_id = $1 and id = $2 and state = any($3) and resolve_at is not null`,
)

// A sweep by time over all merchants. Claiming moves the time on by a lease, so that two processes do not ask about the same charge.
export const claimDueCharges = defineStatement(
  'claim_due_charges',
  [int4, int4],
  { ...chargeColumns, clock_offset_ms: int8 },
  `with due as (
     select merchant_id, id from charges where resolve_at <= statement_timestamp()
     order by resolve_at limit $2 for update skip locked
   )
   update charges set resolve_at = statement_timestamp() + $1::int4 * interval '1 millisecond', looks = looks + 1
   from due join merchants using (merchant_id)
   where charges.merchant_id = due.merchant_id and charges.id = due.id
   returning charges.merchant_id, charges.id, charges.session_id, charges.payment_id, charges.is_test, charges.state,
     charges.phone, charges.card_token, charges.card_brand, charges.card_last_four, charges.card_expiry_month,
     charges.card_expiry_year, charges.currency, charges.amount_minor, charges.created_at, charges.looks,
     merchants.clock_offset_ms`,
)

export function chargeFrom(row: ChargeRow): SessionCharge {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    sessionId: row.session_id,
    paymentId: row.payment_id,
    isTest: row.is_test,
    state: row.state as ChargeState,
    phone: row.phone,
    card: {
      token: row.card_token,
      brand: row.card_brand as Card['brand'],
      lastFour: row.card_last_four,
      expiryMonth: row.card_expiry_month,
      expiryYear: row.card_expiry_year,
    },
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    createdAt: row.created_at,
    looks: row.looks,
  }
}
