import { array, bool, bytea, int4, int8, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

// Whoever adds an upload of the merchant holds this until its transaction ends, so that counting and inserting are one.
export const lockUploads = defineStatement(
  'lock_uploads',
  [uuid],
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(hashtextextended($1::uuid::text, 5))`,
)

// $8, $9: how many bytes and how many files that nothing refers to a merchant may have, counted along their own index.
export const insertAttachment = defineStatement(
  'insert_attachment',
  [uuid, uuid, uuid, text, int4, bytea, timestamptz, int8, int4],
  { id: uuid },
  `insert into attachments (merchant_id, id, file_name, content_type, bytes, sha256, uploaded_at)
   select $1, $2, $3, $4, $5::int4, $6, $7
   from (
     select coalesce(sum(bytes), 0) as bytes, count(*) as files from attachments where merchant_id = $1 and not is_used
   ) as unused
   where $5::int4 + unused.bytes <= $8 and unused.files < $9::int4
   returning id`,
)

export const findAttachmentRow = defineStatement(
  'find_attachment',
  [uuid, uuid],
  { file_name: uuid, content_type: text, bytes: int4, sha256: bytea },
  `select file_name, content_type, bytes, sha256 from attachments where merchant_id = $1 and id = $2`,
)

export const countAttachments = defineStatement(
  'count_attachments',
  [uuid, array(uuid)],
  { known: int4 },
  `select count(*)::int as known from attachments where merchant_id = $1 and id = any($2)`,
)

// Takes it out only while nothing refers to it: whoever refers to it first has it.
export const deleteUnusedAttachment = defineStatement(
  'delete_unused_attachment',
  [uuid, uuid],
  { id: uuid },
  `delete from attachments where merchant_id = $1 and id = $2 and not is_used returning id`,
)

// A sweep looks at the files of all merchants.
export const listUnusedAttachments = defineStatement(
  'list_unused_attachments',
  [timestamptz, int4],
  { merchant_id: uuid, id: uuid, file_name: uuid },
  `select merchant_id, id, file_name from attachments where uploaded_at < $1 and not is_used order by uploaded_at limit $2`,
)
