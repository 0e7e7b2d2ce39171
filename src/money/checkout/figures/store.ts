import { bool, int4, int8, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { storeCurrencies } from '../../../platform/merchants/merchants-sql.ts'
import { localDate } from '../../plans/local-time-sql.ts'

const visit = {
  merchantId: uuid,
  sessionId: uuid,
  isTest: bool,
  currency: text,
  createdAt: timestamptz,
  at: timestamptz,
}

const tellChange = (step: string): string =>
  `insert into visit_changes (merchant_id, is_test, currency, created_at, step)
   select merchant_id, :isTest, :currency, :createdAt, '${step}' from noted`

// Each step once for a session.
export const noteOpened = defineStatement(
  'note_visit_opened',
  visit,
  {},
  `with noted as (
     insert into visits (merchant_id, session_id, version, phone, code_sends, wrong_tries, cards_given, declines, opened_at)
     values (:merchantId, :sessionId, 1, '', 0, 0, 0, 0, :at)
     on conflict (merchant_id, session_id) do update set opened_at = excluded.opened_at where visits.opened_at is null
     returning merchant_id
   )
   ${tellChange('opened')}`,
)
export const noteProved = defineStatement(
  'note_visit_proved',
  visit,
  {},
  `with noted as (
     update visits set proved_at = :at where merchant_id = :merchantId and session_id = :sessionId and proved_at is null
     returning merchant_id
   )
   ${tellChange('proved')}`,
)

const keys = 'merchant_id, is_test, currency, date'
const sumOf = (changes: string): string =>
  `select merchant_id, is_test, currency, ${localDate('created_at', 'currency')} as date,
       count(*) filter (where step = 'opened') as opened, count(*) filter (where step = 'proved') as proved
     from ${changes} group by 1, 2, 3, 4`

// One process counts at a time; others skip. The number is this lock's own.
export const tryLockVisits = defineStatement(
  'try_lock_visit_figures',
  {},
  { locked: bool },
  'select pg_try_advisory_xact_lock(7306) as locked',
)

// At most :limit changes of all merchants. The rows have no key, so they are selected by ctid.
export const countVisits = defineStatement(
  'count_visit_changes',
  { limit: int4 },
  { counted: int4 },
  `with change as (
     delete from visit_changes where ctid = any (array (select ctid from visit_changes limit :limit))
     returning merchant_id, is_test, currency, created_at, step
   ), counted as (
     insert into visit_figures as figures (${keys}, opened, proved) ${sumOf('change')}
     on conflict (${keys}) do update set opened = figures.opened + excluded.opened, proved = figures.proved + excluded.proved
   )
   select count(*)::int4 as counted from change`,
)

const figures = { currency: text, date: text, opened: int8, proved: int8 }

// The stored figures, and the changes that are not added yet.
export const listVisitFigures = defineStatement(
  'list_visit_figures',
  { merchantId: uuid, isTest: bool, from: text, to: text },
  figures,
  `with uncounted as (
     ${sumOf('(select * from visit_changes where merchant_id = :merchantId and is_test = :isTest) as change')}
   ), figure as (
     select currency, date, opened, proved from visit_figures
     where merchant_id = :merchantId and is_test = :isTest and date between :from::text::date and :to::text::date
     union all
     select currency, date, opened, proved from uncounted where date between :from::text::date and :to::text::date
   )
   select currency, date::text, sum(opened)::int8 as opened, sum(proved)::int8 as proved from figure group by 1, 2`,
)

export const lockVisits = defineStatement(
  'lock_visit_figures',
  {},
  { locked: text },
  'select pg_advisory_xact_lock(7306)::text as locked',
)

const ofMode = { merchantId: uuid, isTest: bool }
const isOfMode = 'where merchant_id = :merchantId and is_test = :isTest'

export const forgetModeVisits = defineStatement(
  'forget_visit_figures_of_mode',
  ofMode,
  {},
  `delete from visit_figures ${isOfMode}`,
)

const visited = `select session.merchant_id, session.is_test, store.currency::text, session.created_at, step.step
     from visits as visit
     join sessions as session on session.merchant_id = visit.merchant_id and session.id = visit.session_id
     join (${storeCurrencies}) as store on store.merchant_id = session.merchant_id and store.store_id = session.store_id
     cross join lateral (values ('opened', visit.opened_at), ('proved', visit.proved_at)) as step (step, at)
     where step.at is not null`

// Recounts one merchant and mode as of now.
export const recountModeVisits = defineReport(
  'recount_visits_of_mode',
  ofMode,
  {},
  `with forgotten as (
     delete from visit_changes ${isOfMode}
   )
   insert into visit_figures (${keys}, opened, proved)
   ${sumOf(`(select * from (${visited}) as step ${isOfMode}) as visited`)}`,
)

// For the doctor, over all merchants: the missing amount of each figure.
export const listWrongVisitFigures = defineReport(
  'list_wrong_visit_figures',
  { limit: int4 },
  { merchant_id: uuid, is_test: bool, ...figures },
  `with visited as (
     ${visited}
   ), figure as (
     ${sumOf('visited')}
     union all select ${keys}, removed_opened - opened, removed_proved - proved from visit_figures
     union all select ${keys}, -opened, -proved from (${sumOf('visit_changes')}) as uncounted
   )
   select merchant_id, is_test, currency, date::text, sum(opened)::int8 as opened, sum(proved)::int8 as proved from figure
   group by merchant_id, is_test, currency, date having sum(opened) <> 0 or sum(proved) <> 0
   order by 1, 2, 3, 4 limit :limit`,
)
