import { array, bool, bytea, int4, int8, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

// A transaction that adds an upload of the merchant holds this lock until its end. Otherwise two uploads could both
// pass the count.
export const lockUploads = defineStatement(
  'lock_uploads',
  { merchantId: uuid },
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(hashtextextended(:merchantId::uuid::text, 5))`,
)

const fileColumns = { file_name: uuid, content_type: text, bytes: int4, sha256: bytea }

// How many bytes and how many files that nothing refers to a merchant may have is counted along their own index.
export const insertAttachment = defineStatement(
  'insert_attachment',
  {
    merchantId: uuid,
    id: uuid,
    fileName: uuid,
    contentType: text,
    bytes: int4,
    sha256: bytea,
    uploadedAt: timestamptz,
    maxUnusedBytes: int8,
    maxUnusedFiles: int4,
  },
  { id: uuid },
  `insert into attachments (merchant_id, id, file_name, content_type, bytes, sha256, uploaded_at)
   select :merchantId, :id, :fileName, :contentType, :bytes::int4, :sha256, :uploadedAt
   from (
     select coalesce(sum(bytes), 0) as bytes, count(*) as files from attachments
     where merchant_id = :merchantId and not is_used
   ) as unused
   where :bytes::int4 + unused.bytes <= :maxUnusedBytes and unused.files < :maxUnusedFiles::int4
   returning id`,
)

export const findAttachmentRow = defineStatement(
  'find_attachment',
  { merchantId: uuid, id: uuid },
  fileColumns,
  `select ${Object.keys(fileColumns).join(', ')} from attachments where merchant_id = :merchantId and id = :id`,
)

export const countAttachments = defineStatement(
  'count_attachments',
  { merchantId: uuid, ids: array(uuid) },
  { known: int4 },
  `select count(*)::int as known from attachments where merchant_id = :merchantId and id = any(:ids)`,
)

export const listAttachmentRows = defineStatement(
  'list_attachments',
  { merchantId: uuid, ids: array(uuid) },
  { id: uuid, content_type: text, bytes: int4 },
  'select id, content_type, bytes from attachments where merchant_id = :merchantId and id = any(:ids)',
)

// Deletes an attachment only while nothing refers to it. A reference that is saved first keeps it.
export const deleteUnusedAttachment = defineStatement(
  'delete_unused_attachment',
  { merchantId: uuid, id: uuid },
  { id: uuid },
  `delete from attachments where merchant_id = :merchantId and id = :id and not is_used returning id`,
)

export const takeAttachments = defineStatement(
  'take_attachments',
  { merchantId: uuid, limit: int4 },
  { id: uuid, file_name: uuid },
  `delete from attachments as attachment
   where attachment.merchant_id = :merchantId and attachment.id = any(array(
     select id from attachments where merchant_id = :merchantId limit :limit
   ))
   returning attachment.id, attachment.file_name`,
)

// A sweep checks the files of all merchants.
export const listUnusedAttachments = defineStatement(
  'list_unused_attachments',
  { before: timestamptz, limit: int4 },
  { merchant_id: uuid, id: uuid, file_name: uuid },
  `select merchant_id, id, file_name from attachments where uploaded_at < :before and not is_used
   order by uploaded_at limit :limit`,
)

export const listStoredFileRows = defineStatement(
  'list_kept_files',
  { afterMerchant: uuid, afterAttachment: uuid, limit: int4 },
  { merchant_id: uuid, id: uuid, file_name: uuid, sha256: bytea, is_used: bool },
  `select merchant_id, id, file_name, sha256, is_used from attachments
   where (merchant_id, id) > (:afterMerchant, :afterAttachment) order by merchant_id, id limit :limit`,
)
