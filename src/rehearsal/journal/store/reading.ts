import { paymentOfSession } from '../../../money/checkout/checkout-sql.ts'
import {
  bool,
  columnList,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  records,
  text,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { ChangeDetails } from '../change-summary.ts'
import { entryColumns, messageColumns } from './entries.ts'

const ofJournal = { merchantId: uuid, isTest: bool }
const isOfJournal = 'merchant_id = :merchantId and is_test = :isTest'

export const findJournal = defineStatement(
  'find_journal',
  ofJournal,
  { name: text, last_number: int8, removed_number: int8, has_unread: bool },
  `select name, last_number, removed_number,
     exists (select from journal_entries where ${isOfJournal} and number is null) as has_unread
   from journals where ${isOfJournal}`,
)

// Of several concurrent first readers one inserts the row.
export const openJournal = defineStatement(
  'open_journal',
  { ...ofJournal, name: text },
  {},
  `insert into journals (merchant_id, is_test, name) values (:merchantId, :isTest, :name)
   on conflict (merchant_id, is_test) do nothing`,
)

export const lockJournal = defineStatement(
  'lock_journal',
  ofJournal,
  { last_number: int8 },
  `select last_number from journals where ${isOfJournal} for update`,
)

// Runs under the journal's lock, so earlier commits are numbered before later readers continue. Rows that are being
// removed are skipped, not waited for.
export const numberEntries = defineStatement(
  'number_journal_entries',
  { ...ofJournal, limit: int4 },
  { last_number: int8 },
  `with unread as (
     select merchant_id, id, at from journal_entries where ${isOfJournal} and number is null
     order by at, id limit :limit
     for update skip locked
   ), place as (
     select merchant_id, id, row_number() over (order by at, id) as place from unread
   ), numbered as (
     update journal_entries as entry set number = journal.last_number + place.place
     from place, journals as journal
     where entry.merchant_id = place.merchant_id and entry.id = place.id
       and journal.merchant_id = :merchantId and journal.is_test = :isTest
     returning entry.id
   )
   update journals set last_number = last_number + (select count(*) from numbered)
   where ${isOfJournal}
   returning last_number`,
)

const numberedColumns = { number: int8, ...entryColumns, change: nullable(json<ChangeDetails>()) }
const fullColumns = { ...numberedColumns, number: nullable(int8), ...messageColumns }

export type EntryRow = RowOf<typeof numberedColumns>
/** A numbered row with its messages. */
export type FullEntryRow = RowOf<typeof numberedColumns & typeof messageColumns>

export const listNumberedEntries = defineStatement(
  'list_journal_entries',
  { ...ofJournal, after: int8, limit: int4 },
  numberedColumns,
  `select ${columnList(numberedColumns)} from journal_entries where ${isOfJournal} and number > :after
   order by number limit :limit`,
)

export const listNewestEntries = defineStatement(
  'list_newest_journal_entries',
  { ...ofJournal, before: int8, limit: int4 },
  numberedColumns,
  `select ${columnList(numberedColumns)} from journal_entries where ${isOfJournal} and number < :before
   order by number desc limit :limit`,
)

export const listEntriesOfPayment = defineStatement(
  'list_journal_entries_of_payment',
  { ...ofJournal, paymentId: uuid, after: int8, limit: int4 },
  numberedColumns,
  `select ${columnList(numberedColumns)} from journal_entries
   where ${isOfJournal} and payment_id = :paymentId and number > :after
   order by number limit :limit`,
)

export const listEntriesOfRequest = defineStatement(
  'list_journal_entries_of_request',
  { ...ofJournal, requestId: text, limit: int4 },
  fullColumns,
  `select ${columnList(fullColumns)} from journal_entries where ${isOfJournal} and request_id = :requestId
   order by number, id limit :limit`,
)

export const listEntriesBetween = defineStatement(
  'list_journal_entries_between',
  { ...ofJournal, after: int8, upTo: int8 },
  fullColumns,
  `select ${columnList(fullColumns)} from journal_entries where ${isOfJournal} and number > :after and number <= :upTo
   order by number`,
)

export const findPaymentOfSession = defineStatement(
  'find_payment_of_session',
  { ...ofJournal, id: uuid },
  { payment_id: uuid },
  paymentOfSession,
)

const waiting = records({ waiter: int4, merchant_id: uuid, is_test: bool, name: text, number: int8 })

// Returns the waiters whose journal has a new entry or was reset.
export const findNews = defineStatement(
  'find_journal_news',
  { waiting },
  { waiter: int4 },
  `select waiting.waiter from json_to_recordset(:waiting) as waiting (${waiting.definition})
   left join journals as journal on journal.merchant_id = waiting.merchant_id and journal.is_test = waiting.is_test
   where journal.name is distinct from waiting.name or journal.last_number > waiting.number
     or exists (
       select from journal_entries as entry
       where entry.merchant_id = waiting.merchant_id and entry.is_test = waiting.is_test and entry.number is null
     )`,
)
