import { bool, int4, int8, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

// One process removes at a time; others skip the round. The number identifies this lock.
export const tryLockRemoval = defineStatement(
  'try_lock_journal_removal',
  {},
  { locked: bool },
  'select pg_try_advisory_xact_lock(7307) as locked',
)

// A cursor before removed entries becomes unknown, so a reader cannot miss entries unnoticed. Entries that were removed
// before they had a number count as the newest.
const removing = (old: string): string => `with old as (
     ${old}
     for update skip locked
   ), removed as (
     delete from journal_entries as entry using old
     where entry.merchant_id = old.merchant_id and entry.id = old.id
     returning entry.merchant_id, entry.is_test, entry.number
   ), bound as (
     select merchant_id, is_test, max(number) as number, bool_or(number is null) as is_unread from removed
     group by merchant_id, is_test
   ), journal_marks as (
     update journals as journal
     set last_number = journal.last_number + bound.is_unread::int4,
       removed_number = case when bound.is_unread then journal.last_number + 1
         else greatest(journal.removed_number, bound.number) end
     from bound where journal.merchant_id = bound.merchant_id and journal.is_test = bound.is_test
   )
   select count(*)::int4 as removed from removed`

// For all merchants, oldest first.
export const removeEntriesBefore = defineStatement(
  'remove_old_journal_entries',
  { before: timestamptz, limit: int4 },
  { removed: int4 },
  removing('select merchant_id, id from journal_entries where at < :before order by at limit :limit'),
)

// Returns the newest surplus entry of each merchant that has more than :max.
export const listFullJournals = defineStatement(
  'list_full_journals',
  { max: int4 },
  { merchant_id: uuid, id: int8 },
  `select merchant.merchant_id, bound.id from (${shownMerchants}) as merchant
   cross join lateral (
     select entry.id from journal_entries as entry where entry.merchant_id = merchant.merchant_id
     order by entry.id desc offset :max limit 1
   ) as bound`,
)

export const removeEntriesUpTo = defineStatement(
  'remove_journal_entries_up_to',
  { merchantId: uuid, id: int8, limit: int4 },
  { removed: int4 },
  removing(
    'select merchant_id, id from journal_entries where merchant_id = :merchantId and id <= :id order by id limit :limit',
  ),
)

const ofJournal = { merchantId: uuid, isTest: bool }
const isOfJournal = 'merchant_id = :merchantId and is_test = :isTest'

export const removeEntries = defineStatement(
  'remove_journal_entries',
  ofJournal,
  {},
  `delete from journal_entries where ${isOfJournal}`,
)

export const removeJournalRow = defineStatement(
  'remove_journal',
  ofJournal,
  {},
  `delete from journals where ${isOfJournal}`,
)

// Used when production starts on a sandbox's database.
export const removeSomeEntries = defineStatement(
  'remove_some_journal_entries',
  { limit: int4 },
  { removed: int4 },
  `with chosen as (
     select merchant_id, id from journal_entries limit :limit
   ), removed as (
     delete from journal_entries as entry using chosen where entry.merchant_id = chosen.merchant_id and entry.id = chosen.id
     returning entry.id
   )
   select count(*)::int4 as removed from removed`,
)

export const removeJournals = defineStatement('remove_journals', {}, {}, 'delete from journals')
