import {
  bool,
  columnList,
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { storeNames } from '../../../platform/merchants/merchants-sql.ts'
import type { OrderBody } from '../../payments/order.ts'
import type { Payment } from '../../payments/payment.ts'
import type { PaymentLink } from '../links/payment-link.ts'
import { foundColumns, selectFound, sessionFrom } from './sessions.ts'

const key = { merchantId: uuid, id: uuid }

// Of two equal requests one creates the link; an abandoned link is created by the next request.
export const insertLink = defineStatement(
  'insert_payment_link',
  { ...key, isTest: bool, madeBy: text, madeAt: timestamptz, abandonedAt: timestamptz },
  { id: uuid },
  `insert into payment_links as link (merchant_id, id, is_test, made_by, made_at)
   values (:merchantId, :id, :isTest, :madeBy, :madeAt)
   on conflict (merchant_id, id) do update set made_by = excluded.made_by, made_at = excluded.made_at
   where link.is_test = excluded.is_test and link.session_id is null and link.made_at <= :abandonedAt
   returning id`,
)

// The start time identifies the attempt: an attempt that was taken over changes nothing any more.
const isOwn = 'merchant_id = :merchantId and id = :id and made_at = :madeAt and session_id is null'

export const bindLink = defineStatement(
  'bind_payment_link',
  {
    ...{ ...key, madeAt: timestamptz, sessionId: uuid, token: nullable(uuid), endsAt: nullable(timestamptz) },
    orderBody: nullable(json<OrderBody>()),
  },
  { id: uuid },
  `update payment_links set session_id = :sessionId, token = :token, ends_at = :endsAt, order_body = :orderBody
   where ${isOwn} returning id`,
)

export const forgetLink = defineStatement(
  'forget_payment_link',
  { ...key, madeAt: timestamptz },
  {},
  `delete from payment_links where ${isOwn}`,
)

export const findLinkOfPayment = defineStatement(
  'find_link_of_payment',
  { merchantId: uuid, isTest: bool, paymentId: uuid },
  { made_at: timestamptz, sends: int4, sent_at: nullable(timestamptz), ends_at: nullable(timestamptz) },
  `select link.made_at, link.sends, link.sent_at, link.ends_at
   from sessions as session
   join payment_links as link
     on link.merchant_id = :merchantId and (link.session_id = session.id or link.id = session.link_id)
   where session.merchant_id = :merchantId and session.payment_id = :paymentId and link.is_test = :isTest limit 1`,
)

// Only if the number of sends is the expected one, so that one of two sends.
export const countSend = defineStatement(
  'count_payment_link_send',
  { ...key, expectedSends: int4, at: timestamptz },
  { sends: int4 },
  `update payment_links set sends = sends + 1, sent_at = :at
   where merchant_id = :merchantId and id = :id and sends = :expectedSends returning sends`,
)

export const takeBackSend = defineStatement(
  'take_back_payment_link_send',
  { ...key, sends: int4, sentAt: nullable(timestamptz) },
  {},
  `update payment_links set sends = sends - 1, sent_at = :sentAt
   where merchant_id = :merchantId and id = :id and sends = :sends`,
)

const ownColumns = {
  made_by: text,
  made_at: timestamptz,
  ends_at: nullable(timestamptz),
  cancelled_at: nullable(timestamptz),
  paid_at: nullable(timestamptz),
  sends: int4,
  sent_at: nullable(timestamptz),
  opens: int4,
  opened_at: nullable(timestamptz),
  order_body: nullable(json<OrderBody>()),
}
const linkColumns = { payment_link_id: uuid, link_token: nullable(uuid), ...ownColumns, ...foundColumns }

/** SQL: `from`: which links, as the alias `link`. A session has a token, too. */
const selectLinks = (from: string): string => `select link.id as payment_link_id, link.token as link_token,
     ${columnList(ownColumns, 'link')},
     ${selectFound}
   from ${from}
   join sessions as session on session.merchant_id = :merchantId and session.id = link.session_id
   join (${storeNames}) as store on store.merchant_id = :merchantId and store.store_id = session.store_id`

export const findLinkRow = defineStatement(
  'find_payment_link',
  { ...key, isTest: bool },
  linkColumns,
  `${selectLinks('payment_links as link')}
   where link.merchant_id = :merchantId and link.id = :id and link.is_test = :isTest`,
)

const listed = { merchantId: uuid, isTest: bool }
const isListed = 'merchant_id = :merchantId and is_test = :isTest and session_id is not null'

export const countLinks = defineStatement(
  'count_payment_links',
  listed,
  { count: int4 },
  `select count(*)::int4 as count from payment_links where ${isListed}`,
)

export const listLinkRows = defineStatement(
  'list_payment_links',
  { ...listed, limit: int4, offset: int4 },
  linkColumns,
  `with link as materialized (
     select * from payment_links where ${isListed} order by made_at desc, id desc limit :limit offset :offset
   )
   ${selectLinks('link')} order by link.made_at desc, link.id desc`,
)

/** Returns the link. The order that it keeps stands in place of its session's, which may have been emptied. */
export function linkFrom(row: RowOf<typeof linkColumns>, payment: Payment): PaymentLink {
  const { order_body: order } = row
  return {
    id: row.payment_link_id,
    token: row.link_token,
    madeBy: row.made_by,
    madeAt: row.made_at,
    endsAt: row.ends_at,
    cancelledAt: row.cancelled_at,
    paidAt: row.paid_at,
    sends: row.sends,
    sentAt: row.sent_at,
    opens: row.opens,
    openedAt: row.opened_at,
    session: sessionFrom(row, order === null || row.paid_at !== null ? payment : { ...payment, order }),
  }
}
