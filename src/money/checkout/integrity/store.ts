import { array, bool, int4, nullable, type RowOf, uuid } from '../../../platform/db/columns.ts'
import { inOrder, onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { moneyOfPayments } from '../../payments/payments-sql.ts'

const columns = {
  merchant_id: uuid,
  id: uuid,
  is_paid: bool,
  /** The payment of the session that the link names. */
  payment_id: nullable(uuid),
  authorized: array(uuid),
}

export type LinkIntegrityRow = RowOf<typeof columns>

// The next links with a token, with the authorized payments of their sessions.
export const listLinksForIntegrity = onEachShard(
  defineStatement(
    'list_payment_links_for_integrity',
    { afterMerchant: uuid, afterLink: uuid, limit: int4 },
    columns,
    `with page as (
     select merchant_id, id, session_id, paid_at from payment_links
     where (merchant_id, id) > (:afterMerchant, :afterLink) and token is not null order by merchant_id, id limit :limit
   )
   select page.merchant_id, page.id, page.paid_at is not null as is_paid,
     (select session.payment_id from sessions as session
      where session.merchant_id = page.merchant_id and session.id = page.session_id) as payment_id,
     array(
       select session.payment_id from sessions as session
       join (${moneyOfPayments}) as payment on payment.merchant_id = session.merchant_id and payment.payment_id = session.payment_id
       where session.merchant_id = page.merchant_id and session.link_id = page.id order by session.payment_id
     ) as authorized
   from page order by page.merchant_id, page.id`,
  ),
  inOrder('merchant_id', 'id'),
)
