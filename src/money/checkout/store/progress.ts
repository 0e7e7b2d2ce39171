import type { Card, DeclineReason } from '../../../platform/adapters/card-processor.ts'
import {
  assignmentList,
  bytea,
  columnList,
  int4,
  nullable,
  paramList,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { cardFrom, cardRow } from '../../charges/card-columns.ts'
import type { CheckoutProgress } from '../progress/progress.ts'

// The table is called `visits`: a process of an earlier version, which may serve beside this one, knows it by that
// name.

const changingColumns = {
  phone: text,
  code_hash: nullable(bytea),
  code_sent_at: nullable(timestamptz),
  code_sends: int4,
  wrong_tries: int4,
  plan: nullable(text),
  browser_hash: nullable(bytea),
  card_token: nullable(text),
  card_brand: nullable(text),
  card_last_four: nullable(text),
  card_expiry_month: nullable(int4),
  card_expiry_year: nullable(int4),
  typed_card_token: nullable(text),
  cards_given: int4,
  declines: int4,
  last_decline: nullable(text),
  locked_at: nullable(timestamptz),
  cancelled_at: nullable(timestamptz),
}
const progressColumns = { version: int4, ...changingColumns }
/** Recorded separately, each once. */
const stepColumns = { opened_at: nullable(timestamptz), proved_at: nullable(timestamptz) }
const foundColumns = { ...progressColumns, ...stepColumns }

type ProgressRow = RowOf<typeof progressColumns>

export const findProgress = defineStatement(
  'find_progress',
  { merchantId: uuid, sessionId: uuid },
  foundColumns,
  `select ${columnList(foundColumns)} from visits where merchant_id = :merchantId and session_id = :sessionId`,
)

// Optimistic concurrency: `:version` is the version that was read, 0 for none. Writes nothing if it has changed.
export const saveProgress = defineStatement(
  'save_progress',
  { merchantId: uuid, sessionId: uuid, ...progressColumns },
  { version: int4 },
  `insert into visits (merchant_id, session_id, version, ${columnList(changingColumns)})
   values (:merchantId, :sessionId, :version::int4 + 1, ${paramList(changingColumns)})
   on conflict (merchant_id, session_id) do update set version = excluded.version, ${assignmentList(changingColumns, 'excluded')}
   where visits.version = :version
   returning version`,
)

// Removes the declined card, and locks the session at :maxDeclines. Works at any version.
export const recordDecline = defineStatement(
  'record_decline',
  { merchantId: uuid, sessionId: uuid, reason: text, maxDeclines: int4, at: timestamptz },
  {},
  `update visits set version = version + 1, declines = declines + 1, last_decline = :reason, card_token = null,
     card_brand = null, card_last_four = null, card_expiry_month = null, card_expiry_year = null,
     locked_at = case when declines + 1 >= :maxDeclines then coalesce(locked_at, :at) else locked_at end
   where merchant_id = :merchantId and session_id = :sessionId`,
)

// Works at any version: the customer or the merchant has ended the checkout.
export const recordCancel = defineStatement(
  'record_cancel',
  { merchantId: uuid, sessionId: uuid, at: timestamptz },
  {},
  `insert into visits (merchant_id, session_id, version, phone, code_sends, wrong_tries, cards_given, declines, cancelled_at)
   values (:merchantId, :sessionId, 1, '', 0, 0, 0, 0, :at)
   on conflict (merchant_id, session_id) do update set version = visits.version + 1, cancelled_at = excluded.cancelled_at`,
)

// For support: unlocks a phone's checkouts at all merchants that wrong codes or too many messages have locked. Declined
// cards keep theirs locked.
export const unlockVisits = defineStatement(
  'unlock_visits',
  { phone: text, tries: int4, sends: int4 },
  { merchant_id: uuid },
  `update visits set version = version + 1, wrong_tries = 0, code_sends = 0, code_hash = null, locked_at = null
   where phone = :phone and locked_at is not null and (wrong_tries >= :tries or code_sends >= :sends)
   returning merchant_id`,
)

export function progressFrom(row: RowOf<typeof foundColumns>): CheckoutProgress {
  return {
    version: row.version,
    phone: row.phone,
    code: { hash: row.code_hash, sentAt: row.code_sent_at, sends: row.code_sends, wrongTries: row.wrong_tries },
    plan: row.plan,
    browserHash: row.browser_hash,
    card: cardOf(row),
    typedCardToken: row.typed_card_token,
    cardsGiven: row.cards_given,
    declines: row.declines,
    lastDecline: row.last_decline as DeclineReason | null,
    lockedAt: row.locked_at,
    cancelledAt: row.cancelled_at,
    openedAt: row.opened_at,
    provedAt: row.proved_at,
  }
}

export function progressRow(progress: CheckoutProgress): ProgressRow {
  const { code, card } = progress
  return {
    version: progress.version,
    phone: progress.phone,
    code_hash: code.hash,
    code_sent_at: code.sentAt,
    code_sends: code.sends,
    wrong_tries: code.wrongTries,
    plan: progress.plan,
    browser_hash: progress.browserHash,
    ...(card === null ? noCard : cardRow(card)),
    typed_card_token: progress.typedCardToken,
    cards_given: progress.cardsGiven,
    declines: progress.declines,
    last_decline: progress.lastDecline,
    locked_at: progress.lockedAt,
    cancelled_at: progress.cancelledAt,
  }
}

const noCard = {
  card_token: null,
  card_brand: null,
  card_last_four: null,
  card_expiry_month: null,
  card_expiry_year: null,
}

function cardOf({
  card_token,
  card_brand,
  card_last_four,
  card_expiry_month,
  card_expiry_year,
}: ProgressRow): Card | null {
  if (card_token === null || card_brand === null || card_last_four === null) return null
  if (card_expiry_month === null || card_expiry_year === null) return null
  return cardFrom({ card_token, card_brand, card_last_four, card_expiry_month, card_expiry_year })
}
