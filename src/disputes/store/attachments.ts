import { array, bytea, int4, int8, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

// $8: how many bytes of files that nothing refers to a merchant may have. Counted in the same statement, along its own index.
export const insertAttachment = defineStatement(
  'insert_attachment',
  [uuid, uuid, uuid, text, int4, bytea, timestamptz, int8],
  { id: uuid },
  `insert into attachments (merchant_id, id, file_name, content_type, bytes, sha256, uploaded_at)
   select $1, $2, $3, $4, $5::int4, $6, $7
   where $5::int4 + (select coalesce(sum(bytes), 0) from attachments where merchant_id = $1 and not is_used) <= $8
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
