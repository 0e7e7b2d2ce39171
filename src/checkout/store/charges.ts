import type { Currency } from '../../base/money.ts'
import { array, bool, int4, int8, nullable, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { Card } from '../../effects/card-processor.ts'
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
}

type ChargeRow = { [K in keyof typeof chargeColumns]: TypeOf<(typeof chargeColumns)[K]> }

// Answers nothing when the session has a charge under way or approved: somebody else is paying it already.
export const insertCharge = defineStatement(
  'insert_charge',
  [
    ...([uuid, uuid, uuid, uuid, bool, text, text, text, text, int4, int4, text, int8] as const),
    ...([timestamptz, timestamptz] as const),
  ],
  { id: uuid },
  `insert into charges (merchant_id, id, session_id, payment_id, is_test, phone, card_token, card_brand, card_last_four,
     card_expiry_month, card_expiry_year, currency, amount_minor, created_at, resolve_at, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'open')
   on conflict (merchant_id, session_id) where state in ('open', 'challenged', 'approved') do nothing
   returning id`,
)

export const findLiveCharge = defineStatement(
  'find_live_charge',
  [uuid, uuid],
  chargeColumns,
  `select merchant_id, id, session_id, payment_id, is_test, state, phone, card_token, card_brand, card_last_four,
     card_expiry_month, card_expiry_year, currency, amount_minor, created_at
   from charges where merchant_id = $1 and session_id = $2 and state in ('open', 'challenged', 'approved')`,
)

// From one of the states $3 to $4: of two that settle the same charge, one does.
export const moveCharge = defineStatement(
  'move_charge',
  [uuid, uuid, array(text), text, nullable(text), nullable(timestamptz)],
  { id: uuid },
  `update charges set state = $4, decline_reason = coalesce($5, decline_reason), resolve_at = $6
   where merchant_id = $1 and id = $2 and state = any($3) returning id`,
)

export const lookAtChargeAt = defineStatement(
  'look_at_charge_at',
  [uuid, uuid, timestamptz],
  {},
  `update charges set resolve_at = $3 where merchant_id = $1 and id = $2 and resolve_at is not null`,
)

// A sweep by time over all merchants. Claiming moves the time on, so that two processes do not ask about the same charge.
export const claimDueCharges = defineStatement(
  'claim_due_charges',
  [timestamptz, timestamptz, int4],
  { ...chargeColumns, clock_offset_ms: int8 },
  `with due as (
     select merchant_id, id from charges where resolve_at <= $1 order by resolve_at limit $3 for update skip locked
   )
   update charges set resolve_at = $2
   from due join merchants using (merchant_id)
   where charges.merchant_id = due.merchant_id and charges.id = due.id
   returning charges.merchant_id, charges.id, charges.session_id, charges.payment_id, charges.is_test, charges.state,
     charges.phone, charges.card_token, charges.card_brand, charges.card_last_four, charges.card_expiry_month,
     charges.card_expiry_year, charges.currency, charges.amount_minor, charges.created_at, merchants.clock_offset_ms`,
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
  }
}
