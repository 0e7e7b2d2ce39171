import { bool, int4 } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

// What the service may do about triggers is in these two functions alone.
export const followChanges = defineStatement(
  'follow_changes',
  {},
  { was_other: bool },
  'select follow_changes() as was_other',
)

export const stopFollowingChanges = defineStatement(
  'stop_following_changes',
  {},
  { was_other: bool },
  'select stop_following_changes() as was_other',
)

// The journals of all merchants, when the sandbox is left.
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
