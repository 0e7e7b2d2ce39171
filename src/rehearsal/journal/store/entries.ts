import {
  bool,
  bytea,
  columnList,
  int4,
  nullable,
  type RowOf,
  records,
  type TypeOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

/** Columns of an entry without its messages, which are stored as JSON texts. */
export const entryColumns = {
  kind: text,
  at: timestamptz,
  operation: nullable(text),
  method: nullable(text),
  path: nullable(text),
  status: nullable(int4),
  request_id: nullable(text),
  reference_id: nullable(text),
  payment_id: nullable(uuid),
  fault_id: nullable(uuid),
  duration_ms: nullable(int4),
  summary: text,
}

export const messageColumns = { request: nullable(text), answer: nullable(text) }

/** The position of a message in the joined texts of all entries: first byte, counted from 1, and length in bytes. */
const messageRanges = {
  ...{ request_from: nullable(int4), request_bytes: nullable(int4) },
  ...{ answer_from: nullable(int4), answer_bytes: nullable(int4) },
}

const insertedColumns = { merchant_id: uuid, is_test: bool, ...entryColumns }
const entries = records({ ...insertedColumns, ...messageRanges })

export type InsertedRecord = TypeOf<typeof entries>[number]
export type EntryRecord = Omit<InsertedRecord, keyof typeof messageRanges> & RowOf<typeof messageColumns>

const textAt = (name: 'request' | 'answer'): string =>
  `convert_from(substring(:messages::bytea from entry.${name}_from for entry.${name}_bytes), 'UTF8')`

// Readers number the entries, so writers do not contend for a counter. The commit does not wait for the disk: entries
// that a database crash loses are acceptable. Messages are passed as one bytea: inside the JSON each letter would be
// escaped and parsed again, a third of an entry's cost.
export const insertEntries = defineStatement(
  'insert_journal_entries',
  { entries, messages: bytea },
  {},
  `with setting as materialized (
     select set_config('synchronous_commit', 'off', true)
   )
   insert into journal_entries (id, ${columnList(insertedColumns)}, request, answer) overriding system value
   select nextval('journal_entries_id_seq'), ${columnList(insertedColumns, 'entry')}, ${textAt('request')}, ${textAt('answer')}
   from setting cross join json_to_recordset(:entries) as entry (${entries.definition})`,
)

// The service's role may change triggers only through these two functions.
// One process changes the triggers at a time: PostgreSQL refuses concurrent changes of one trigger. The number is this
// lock's own.
export const lockFollowing = defineStatement(
  'lock_following',
  {},
  { locked: text },
  'select pg_advisory_xact_lock(7307)::text as locked',
)

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
