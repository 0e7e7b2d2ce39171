import { bool, bytea, int4, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'

const key = { merchantId: uuid, region: text, isTest: bool, browserHash: bytea }
const isIt = 'merchant_id = :merchantId and region = :region and is_test = :isTest and browser_hash = :browserHash'
const signInColumns = { id: uuid, phone: text, sent_at: timestamptz, sends: int4, tries: int4 }
const columns = 'id, phone, sent_at, sends, tries'

export const findSignIn = defineStatement(
  'find_customer_sign_in',
  { ...key, now: timestamptz },
  signInColumns,
  `select ${columns} from customer_sign_ins where ${isIt} and kept_until > :now`,
)

// Saves only if `sends` is the value that was read: of two concurrent requests one sends a code. An ended sign-in
// starts again.
export const saveSignIn = defineStatement(
  'save_customer_sign_in',
  {
    ...key,
    id: uuid,
    phone: text,
    codeHash: bytea,
    now: timestamptz,
    sends: int4,
    tries: int4,
    keptUntil: timestamptz,
    expectedSends: int4,
  },
  { id: uuid },
  `insert into customer_sign_ins as known (merchant_id, region, is_test, browser_hash, id, phone, code_hash, sent_at, sends, tries, kept_until)
   values (:merchantId, :region, :isTest, :browserHash, :id, :phone, :codeHash, :now, :sends, :tries, :keptUntil)
   on conflict (merchant_id, region, is_test, browser_hash) do update
   set id = excluded.id, phone = excluded.phone, code_hash = excluded.code_hash, sent_at = excluded.sent_at,
     sends = excluded.sends, tries = greatest(excluded.tries, case when known.kept_until <= :now then 0 else known.tries end),
     kept_until = excluded.kept_until, in_sandbox = excluded.in_sandbox
   where known.sends = :expectedSends or known.kept_until <= :now
   returning id`,
)

// Counts before the code is judged, so that concurrent tries cannot exceed the limit.
export const takeTry = defineStatement(
  'take_customer_code_try',
  { ...key, most: int4, now: timestamptz },
  { ...signInColumns, code_hash: bytea },
  `update customer_sign_ins set tries = tries + 1
   where ${isIt} and tries < :most and code_hash is not null and kept_until > :now returning ${columns}, code_hash`,
)

// Deletes the row, so that a code opens one session only.
export const useCode = defineStatement(
  'use_customer_code',
  { ...key, codeHash: bytea },
  { phone: text },
  `delete from customer_sign_ins where ${isIt} and code_hash = :codeHash returning phone`,
)

// Several processes may sweep at once: `skip locked` gives each its own rows.
export const deleteOldSignIns = defineStatement(
  'delete_old_customer_sign_ins',
  { merchantId: uuid, now: timestamptz, most: int4 },
  { id: uuid },
  `delete from customer_sign_ins as sign_in using (
     select merchant_id, region, is_test, browser_hash from customer_sign_ins
     where merchant_id = :merchantId and kept_until <= :now
     order by kept_until limit :most for update skip locked
   ) as over
   where sign_in.merchant_id = over.merchant_id and sign_in.region = over.region and sign_in.is_test = over.is_test
     and sign_in.browser_hash = over.browser_hash
   returning sign_in.id`,
)

// For support: resets the sign-ins of a phone in every browser.
export const deleteSignInsOf = defineStatement(
  'delete_customer_sign_ins_of_phone',
  { merchantId: uuid, phone: text },
  { id: uuid },
  `delete from customer_sign_ins where merchant_id = :merchantId and phone = :phone returning id`,
)

export const listSignInsOfMode = defineStatement(
  'list_customer_sign_ins_of_mode',
  { merchantId: uuid, isTest: bool, phone: text },
  { region: text, sent_at: timestamptz, sends: int4, tries: int4 },
  `select region, sent_at, sends, tries from customer_sign_ins
   where merchant_id = :merchantId and is_test = :isTest and phone = :phone order by sent_at`,
)

// For a customer who is erased, in one mode.
export const deleteSignInsOfMode = defineStatement(
  'delete_customer_sign_ins_of_mode',
  { merchantId: uuid, isTest: bool, phone: text },
  {},
  'delete from customer_sign_ins where merchant_id = :merchantId and is_test = :isTest and phone = :phone',
)

export const listSignInsOfSandbox = defineStatement(
  'list_customer_sign_ins_of_sandbox',
  { merchantId: uuid, now: timestamptz, isUnmarkedToo: bool },
  remainingColumns,
  `select merchant_id, count(*)::int4 as count, '' as what from customer_sign_ins
   where merchant_id = :merchantId and kept_until > :now and (in_sandbox or :isUnmarkedToo) group by merchant_id`,
)

export const deleteSignInsOfSandbox = defineStatement(
  'delete_customer_sign_ins_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  'delete from customer_sign_ins where merchant_id = :merchantId and (in_sandbox or :isUnmarkedToo)',
)
