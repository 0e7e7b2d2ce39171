import type { Card, DeclineReason } from '../../adapters/card-processor.ts'
import type { Instant } from '../../base/times.ts'
import { bool, bytea, int4, nullable, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { Visit } from '../visit.ts'

const visitColumns = {
  version: int4,
  phone: text,
  code_hash: nullable(bytea),
  code_sent_at: nullable(timestamptz),
  code_sends: int4,
  wrong_tries: int4,
  browser_hash: nullable(bytea),
  card_token: nullable(text),
  card_brand: nullable(text),
  card_last_four: nullable(text),
  card_expiry_month: nullable(int4),
  card_expiry_year: nullable(int4),
  cards_given: int4,
  declines: int4,
  last_decline: nullable(text),
  locked_at: nullable(timestamptz),
  cancelled_at: nullable(timestamptz),
}

type VisitRow = { [K in keyof typeof visitColumns]: TypeOf<(typeof visitColumns)[K]> }

export const findVisit = defineStatement(
  'find_visit',
  [uuid, uuid],
  visitColumns,
  `select version, phone, code_hash, code_sent_at, code_sends, wrong_tries, browser_hash, card_token, card_brand,
     card_last_four, card_expiry_month, card_expiry_year, cards_given, declines, last_decline, locked_at, cancelled_at
   from visits where merchant_id = $1 and session_id = $2`,
)

// $3 is the version that was read, 0 for none: whoever changed it in between wins, and nothing is written here.
export const saveVisit = defineStatement(
  'save_visit',
  [
    ...([uuid, uuid, int4, text, nullable(bytea), nullable(timestamptz), int4, int4, nullable(bytea)] as const),
    ...([nullable(text), nullable(text), nullable(text), nullable(int4), nullable(int4)] as const),
    ...([int4, int4, nullable(text), nullable(timestamptz), nullable(timestamptz)] as const),
  ],
  { version: int4 },
  `insert into visits (merchant_id, session_id, version, phone, code_hash, code_sent_at, code_sends, wrong_tries,
     browser_hash, card_token, card_brand, card_last_four, card_expiry_month, card_expiry_year, cards_given, declines,
     last_decline, locked_at, cancelled_at)
   values ($1, $2, $3::int4 + 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
   on conflict (merchant_id, session_id) do update
   set version = excluded.version, phone = excluded.phone, code_hash = excluded.code_hash,
     code_sent_at = excluded.code_sent_at, code_sends = excluded.code_sends, wrong_tries = excluded.wrong_tries,
     browser_hash = excluded.browser_hash, card_token = excluded.card_token, card_brand = excluded.card_brand,
     card_last_four = excluded.card_last_four, card_expiry_month = excluded.card_expiry_month,
     card_expiry_year = excluded.card_expiry_year, cards_given = excluded.cards_given, declines = excluded.declines,
     last_decline = excluded.last_decline, locked_at = excluded.locked_at, cancelled_at = excluded.cancelled_at
   where visits.version = $3
   returning version`,
)

/** The parameters of `saveVisit`. */
export function visitParams(merchantId: string, sessionId: string, visit: Visit) {
  const { code, card } = visit
  return [
    ...([merchantId, sessionId, visit.version, visit.phone, code.hash, code.sentAt, code.sends] as const),
    ...([
      code.wrongTries,
      visit.browserHash,
      card?.token ?? null,
      card?.brand ?? null,
      card?.lastFour ?? null,
    ] as const),
    ...([card?.expiryMonth ?? null, card?.expiryYear ?? null, visit.cardsGiven, visit.declines] as const),
    ...([visit.lastDecline, visit.lockedAt, visit.cancelledAt] as const),
  ] as const
}

// A declined card is forgotten, and so many of them lock the session ($4, at $5). Whatever else changed stays changed.
export const recordDecline = defineStatement(
  'record_decline',
  [uuid, uuid, text, int4, timestamptz],
  {},
  `update visits set version = version + 1, declines = declines + 1, last_decline = $3, card_token = null,
     card_brand = null, card_last_four = null, card_expiry_month = null, card_expiry_year = null,
     locked_at = case when declines + 1 >= $4 then coalesce(locked_at, $5) else locked_at end
   where merchant_id = $1 and session_id = $2`,
)

// Whatever else changed about the visit, somebody ended it: the customer or the merchant.
export const recordCancel = defineStatement(
  'record_cancel',
  [uuid, uuid, timestamptz],
  {},
  `insert into visits (merchant_id, session_id, version, phone, code_sends, wrong_tries, cards_given, declines, cancelled_at)
   values ($1, $2, 1, '', 0, 0, 0, 0, $3)
   on conflict (merchant_id, session_id) do update set version = visits.version + 1, cancelled_at = excluded.cancelled_at`,
)

const cardColumns = { token: text, brand: text, last_four: text, expiry_month: int4, expiry_year: int4 }

export const findSavedCard = defineStatement(
  'find_saved_card',
  [uuid, bool, text],
  cardColumns,
  `select token, brand, last_four, expiry_month, expiry_year from saved_cards
   where merchant_id = $1 and is_test = $2 and phone = $3`,
)

export const saveCard = defineStatement(
  'save_card',
  [uuid, bool, text, text, text, text, int4, int4, timestamptz],
  {},
  `insert into saved_cards (merchant_id, is_test, phone, token, brand, last_four, expiry_month, expiry_year, saved_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (merchant_id, is_test, phone) do update
   set token = excluded.token, brand = excluded.brand, last_four = excluded.last_four,
     expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year, saved_at = excluded.saved_at`,
)

export function visitFrom(row: VisitRow): Visit {
  return {
    version: row.version,
    phone: row.phone,
    code: { hash: row.code_hash, sentAt: row.code_sent_at, sends: row.code_sends, wrongTries: row.wrong_tries },
    browserHash: row.browser_hash,
    card: cardOf(row),
    cardsGiven: row.cards_given,
    declines: row.declines,
    lastDecline: row.last_decline as DeclineReason | null,
    lockedAt: row.locked_at,
    cancelledAt: row.cancelled_at,
  }
}

function cardOf(row: VisitRow): Card | null {
  const { card_token, card_last_four, card_expiry_month, card_expiry_year } = row
  if (card_token === null || card_last_four === null || card_expiry_month === null || card_expiry_year === null)
    return null
  return {
    token: card_token,
    brand: row.card_brand as Card['brand'],
    lastFour: card_last_four,
    expiryMonth: card_expiry_month,
    expiryYear: card_expiry_year,
  }
}

type SavedCardRow = { [K in keyof typeof cardColumns]: TypeOf<(typeof cardColumns)[K]> }

export function cardFrom(row: SavedCardRow): Card {
  const { token, brand, last_four, expiry_month, expiry_year } = row
  return {
    token,
    brand: brand as Card['brand'],
    lastFour: last_four,
    expiryMonth: expiry_month,
    expiryYear: expiry_year,
  }
}

export function cardParams(merchantId: string, isTest: boolean, phone: string, card: Card, at: Instant) {
  return [
    ...([merchantId, isTest, phone, card.token, card.brand, card.lastFour] as const),
    ...([card.expiryMonth, card.expiryYear, at] as const),
  ] as const
}
