import { array, bool, int4, json, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

type Details = Readonly<Record<string, string | number | boolean | null>>

const columns = {
  merchant_id: uuid,
  id: uuid,
  at: timestamptz,
  desk: text,
  person_id: uuid,
  email: text,
  what: text,
  on_kind: text,
  on_id: text,
  is_test: nullable(bool),
  address: text,
  request_id: text,
  details: json<Details>(),
}

const names = Object.keys(columns).join(', ')

export const insertActivity = defineStatement(
  'insert_activity',
  columns,
  {},
  `insert into activities (${names}) values (${Object.keys(columns)
    .map((name) => `:${name}`)
    .join(', ')})`,
)

// Newest first. `withLive` is false for developers.
export const listMerchantActivities = defineStatement(
  'list_merchant_activities',
  {
    merchantId: uuid,
    before: nullable(uuid),
    from: nullable(timestamptz),
    to: nullable(timestamptz),
    email: nullable(text),
    what: nullable(text),
    withLive: bool,
    limit: int4,
  },
  columns,
  `select ${names} from activities
   where merchant_id = :merchantId and desk = 'dashboard'
     and (:before::uuid is null or id < :before) and (:from::timestamptz is null or at >= :from)
     and (:to::timestamptz is null or at <= :to) and (:email::text is null or email = :email)
     and (:what::text is null or what = :what) and (:withLive or is_test is distinct from false)
   order by id desc limit :limit`,
)

export const listSupportActivities = defineStatement(
  'list_support_activities',
  {
    before: nullable(uuid),
    from: nullable(timestamptz),
    to: nullable(timestamptz),
    email: nullable(text),
    what: nullable(text),
    limit: int4,
  },
  columns,
  `select ${names} from activities
   where desk = 'support'
     and (:before::uuid is null or id < :before) and (:from::timestamptz is null or at >= :from)
     and (:to::timestamptz is null or at <= :to) and (:email::text is null or email = :email)
     and (:what::text is null or what = :what)
   order by id desc limit :limit`,
)

// Reads the log, so that all opened data is logged.
export const findOpening = defineStatement(
  'find_opening',
  { merchantId: uuid, opening: text },
  { at: timestamptz },
  `select at from activities where merchant_id = :merchantId and details ->> 'opening' = :opening
   order by id desc limit 1`,
)

export const listActivitiesAbout = defineStatement(
  'list_activities_about',
  { merchantId: uuid, ids: array(text) },
  { id: uuid, reason: text },
  `select id, details ->> 'reason' as reason from activities
   where merchant_id = :merchantId and on_id = any(:ids) and details ->> 'reason' is not null
   order by id for update`,
)

// Reads the whole log of the merchant: no index finds a text in it.
export const listActivitiesNaming = defineStatement(
  'list_activities_naming',
  { merchantId: uuid, digits: text },
  { id: uuid, reason: text },
  `select id, details ->> 'reason' as reason from activities
   where merchant_id = :merchantId
     and strpos(regexp_replace(details ->> 'reason', '[^0-9]', '', 'g'), :digits) > 0
   order by id for update`,
)

export const replaceReason = defineStatement(
  'replace_activity_reason',
  { merchantId: uuid, id: uuid, reason: text },
  {},
  `update activities set details = (details::jsonb || jsonb_build_object('reason', :reason::text))::json
   where merchant_id = :merchantId and id = :id`,
)
