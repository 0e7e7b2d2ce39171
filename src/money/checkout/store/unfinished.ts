import { array, int4, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { foundBy } from '../../payments/payments-sql.ts'
import { removeUnfinished, selectUnfinished, tidyOrders } from '../../payments/unfinished/unfinished-sql.ts'
import { localDate } from '../../plans/local-time-sql.ts'

const keys = 'merchant_id, is_test, currency, date'

// Removes sessions with their payments and all their rows. A session with any locked row stays whole for a later round.
// The figures of their days stay, and record the removal: the caller holds the lock of the figures.
export const removeUnfinishedSessions = defineStatement(
  'remove_unfinished_sessions',
  { merchantId: uuid, ids: array(uuid), versions: array(int4), terms: foundBy, now: timestamptz },
  { removed: int4 },
  `with found as materialized (
     ${selectUnfinished}
   ), opened as materialized (
     select session.id, session.payment_id, session.created_at from sessions as session
     where session.merchant_id = :merchantId and session.payment_id = any(array(select id from found)) for update of session skip locked
   ), visited as materialized (
     select visit.session_id, visit.opened_at, visit.proved_at from visits as visit
     where visit.merchant_id = :merchantId and visit.session_id = any(array(select id from opened)) for update of visit skip locked
   ), held as (
     select session.payment_id from sessions as session
     where session.merchant_id = :merchantId and session.payment_id = any(array(select id from found))
       and session.id <> all(array(select id from opened))
     union all
     select payment_id from opened where id = any(array(
       select visit.session_id from visits as visit
       where visit.merchant_id = :merchantId and visit.session_id = any(array(select id from opened))
         and visit.session_id <> all(array(select session_id from visited))
     ))
   ), gone as materialized (
     select * from found where id <> all(array(select payment_id from held))
   ), gone_sessions as (
     delete from sessions where merchant_id = :merchantId and payment_id = any(array(select id from gone)) returning id, payment_id, created_at
   ), gone_visits as (
     delete from visits where merchant_id = :merchantId and session_id = any(array(select id from gone_sessions))
     returning session_id, opened_at, proved_at
   ), gone_links as (
     delete from payment_links where merchant_id = :merchantId and session_id = any(array(select id from gone_sessions))
   ), figured as (
     insert into visit_figures as figures (${keys}, opened, proved, removed_opened, removed_proved)
     select :merchantId, gone.is_test, gone.currency, ${localDate('session.created_at', 'gone.currency')}, 0, 0,
       count(visit.opened_at), count(visit.proved_at)
     from gone_visits as visit join gone_sessions as session on session.id = visit.session_id
     join gone on gone.id = session.payment_id
     group by 2, 3, 4
     on conflict (${keys}) do update set removed_opened = figures.removed_opened + excluded.removed_opened,
       removed_proved = figures.removed_proved + excluded.removed_proved
   ), ${removeUnfinished}
   select count(*)::int4 as removed from gone`,
)

// Empties the orders of unfinished payments, and the long members of their sessions.
export const emptyUnfinishedSessions = defineStatement(
  'empty_unfinished_sessions',
  { merchantId: uuid, ids: array(uuid), now: timestamptz },
  { tidied: int4 },
  `with ${tidyOrders}, sessions_tidied as (
     update sessions set success_url = null, cancel_url = null, failure_url = null, token = null
     where merchant_id = :merchantId and payment_id = any(array(select id from tidied))
   )
   select count(*)::int4 as tidied from found`,
)
