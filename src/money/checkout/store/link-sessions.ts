import { bool, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { hasOpenPayment } from '../../payments/payments-sql.ts'

const ofLink = { merchantId: uuid, linkId: uuid }

// A link's token is unguessable and opens it. This statement finds its merchant, so it cannot name one.
export const findLinkOwner = defineStatement(
  'find_payment_link_owner',
  { token: uuid },
  { merchant_id: uuid, id: uuid, is_test: bool, region: text, clock_offset_ms: int8, has_risk_rules: bool },
  `select link.merchant_id, link.id, link.is_test, merchant.region, merchant.clock_offset_ms, merchant.has_risk_rules
   from payment_links as link join (${shownMerchants}) as merchant using (merchant_id)
   where link.token = :token limit 1`,
)

export const findLinkState = defineStatement(
  'find_payment_link_state',
  ofLink,
  {
    token: nullable(uuid),
    paid_at: nullable(timestamptz),
    cancelled_at: nullable(timestamptz),
    charge_id: nullable(uuid),
  },
  `select token, paid_at, cancelled_at, charge_id from payment_links
   where merchant_id = :merchantId and id = :linkId`,
)

const isOpen = 'paid_at is null and cancelled_at is null and ends_at > :now'

// The row stays locked until the transaction ends: openings, first charges and a cancellation of one link run one
// after the other. Returns no row once the link is over.
export const lockOpenLink = defineStatement(
  'lock_open_payment_link',
  { ...ofLink, now: timestamptz },
  { charge_id: nullable(uuid) },
  `select charge_id from payment_links where merchant_id = :merchantId and id = :linkId and ${isOpen} for update`,
)

export const countOpening = defineStatement(
  'count_payment_link_opening',
  { ...ofLink, sessionId: uuid, now: timestamptz },
  {},
  `update payment_links set opens = opens + 1, opened_at = :now, session_id = :sessionId
   where merchant_id = :merchantId and id = :linkId`,
)

// A first charge holds the link while it is in flight. The caller has locked the row.
export const setLinkCharge = defineStatement(
  'set_payment_link_charge',
  { ...ofLink, chargeId: uuid },
  {},
  'update payment_links set charge_id = :chargeId where merchant_id = :merchantId and id = :linkId',
)

// Also after its end: the charge began before. Only once, and not after a cancellation.
export const setLinkPaid = defineStatement(
  'set_payment_link_paid',
  { ...ofLink, paymentId: uuid, chargeId: uuid, at: timestamptz },
  { id: uuid },
  `update payment_links set paid_at = :at, charge_id = :chargeId, session_id = (
     select id from sessions where merchant_id = :merchantId and payment_id = :paymentId)
   where merchant_id = :merchantId and id = :linkId and paid_at is null and cancelled_at is null returning id`,
)

export const setLinkCancelled = defineStatement(
  'set_payment_link_cancelled',
  { ...ofLink, at: timestamptz },
  {},
  'update payment_links set cancelled_at = :at where merchant_id = :merchantId and id = :linkId',
)

const isOfLink = 'session.merchant_id = :merchantId and session.link_id = :linkId'

export const countLinkSessions = defineStatement(
  'count_payment_link_sessions',
  { ...ofLink, now: timestamptz },
  { all: int4, open: int4 },
  `select count(*)::int4 as all, (count(*) filter (where expires_at > :now))::int4 as open
   from sessions as session where ${isOfLink}`,
)

// Each payment may still be authorized, also that of a session that expired a moment ago.
export const listOpenLinkSessions = defineStatement(
  'list_open_payment_link_sessions',
  ofLink,
  { id: uuid },
  `select session.id from sessions as session where ${isOfLink} and ${hasOpenPayment('session')} order by session.id`,
)

export const findSessionOfBrowser = defineStatement(
  'find_payment_link_session_of_browser',
  { ...ofLink, browser: text },
  { id: uuid },
  `select session.id from sessions as session where ${isOfLink} and opened_by = :browser
   order by created_at desc, id limit 1`,
)

const take = (which: string): string => `update sessions set opened_by = :browser
   where merchant_id = :merchantId and id = (
     select session.id from sessions as session
     where ${isOfLink} and expires_at > :now and ${hasOpenPayment('session')} and ${which}
     order by created_at, id limit 1 for update skip locked
   )
   returning id`

// The session that was made with the link.
export const takeFreshSession = defineStatement(
  'take_fresh_payment_link_session',
  { ...ofLink, browser: text, now: timestamptz },
  { id: uuid },
  take('opened_by is null'),
)

// The oldest session on whose page nothing was typed.
export const takeIdleSession = defineStatement(
  'take_idle_payment_link_session',
  { ...ofLink, browser: text, now: timestamptz },
  { id: uuid },
  take(`not exists (
       select from visits as visit
       where visit.merchant_id = :merchantId and visit.session_id = session.id and visit.phone <> ''
     )`),
)

// Of all merchants, by time: orders of links that are over. Locked rows stay for a later round.
export const emptyLinks = onEachShard(
  defineStatement(
    'empty_payment_links',
    { before: timestamptz, limit: int4 },
    { id: uuid },
    `update payment_links as link set order_body = null
     from (
       select merchant_id, id from payment_links where order_body is not null and ends_at < :before
       order by ends_at limit :limit for update skip locked
     ) as over
     where link.merchant_id = over.merchant_id and link.id = over.id returning link.id`,
  ),
)
