import {
  array,
  assignmentList,
  bool,
  columnList,
  json,
  records,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { insertDeliveries, insertNotifications } from '../../../platform/webhooks/notifications-sql.ts'
import { changedColumns, disputeNames, disputeRecords, entryRecords, keyColumns, writtenEntryColumns } from './rows.ts'

const changeRecords = records({ ...keyColumns, ...changedColumns })
const notificationRecords = records({ id: uuid, body: json<object>() })

/** Parameters beside the dispute: its history entry, and at most one notification. `now` is the system's time. */
const common = {
  merchantId: uuid,
  /** The files of the history entry. They are marked as used, so that the cleanup keeps them. */
  attachmentIds: array(uuid),
  entries: entryRecords,
  notifications: notificationRecords,
  now: timestamptz,
}

const isEveryFileUsed = '(select count(*) from used) = cardinality(:attachmentIds::uuid[])'
const used = `used as (
     update attachments set is_used = true where merchant_id = :merchantId and id = any(:attachmentIds::uuid[]) returning id
   )`
const saved = 'merchant_id, id, store_id, payment_id, version, announced'
const written = `entered as (
     insert into dispute_history (merchant_id, dispute_id, version, ${columnList(writtenEntryColumns)})
     select saved.merchant_id, saved.id, saved.version, ${columnList(writtenEntryColumns, 'entry')}
     from saved cross join json_to_recordset(:entries) as entry (${entryRecords.definition})
     returning created_at
   ), event as (
     select saved.merchant_id, event.id, saved.store_id, false as is_test, saved.payment_id, saved.id as dispute_id,
       saved.announced as sequence, event.body, null::int4 as payment_version, entered.created_at
     from saved cross join entered cross join json_to_recordset(:notifications) as event (${notificationRecords.definition})
   ), announced as (
     ${insertNotifications('dispute', 'event')}
   ), due as (
     ${insertDeliveries('dispute', 'announced', ':now')}
   )
   select true as saved from saved`

export const insertDispute = defineStatement(
  'insert_dispute',
  { ...common, disputes: disputeRecords },
  { saved: bool },
  `with ${used}, saved as (
     insert into disputes (${disputeNames})
     select ${disputeNames} from json_to_recordset(:disputes) as dispute (${disputeRecords.definition}) where ${isEveryFileUsed}
     returning ${saved}
   ), ${written}`,
)

// Skips a dispute that has another version or is locked: no transaction waits for a lock.
export const updateDispute = defineStatement(
  'update_dispute',
  { ...common, changes: changeRecords },
  { saved: bool },
  `with ${used}, change as materialized (
     select * from json_to_recordset(:changes) as change (${changeRecords.definition})
   ), unlocked as (
     select change.* from change
     join disputes as dispute on dispute.merchant_id = change.merchant_id and dispute.id = change.id
     for update of dispute skip locked
   ), saved as (
     update disputes as dispute
     set version = dispute.version + 1, ${assignmentList(changedColumns, 'change')}
     from unlocked as change
     where dispute.merchant_id = change.merchant_id and dispute.id = change.id and dispute.version = change.version
       and ${isEveryFileUsed}
     returning ${saved
       .split(', ')
       .map((name) => `dispute.${name}`)
       .join(', ')}
   ), ${written}`,
)
