import { array, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const ofPayment = { merchantId: uuid, paymentId: uuid }
// No index leads from a payment to its closed disputes: reads the merchant's.
const disputesOfPayment = 'select id from disputes where merchant_id = :merchantId and payment_id = :paymentId'
const filesOfPayment = `select unnest(attachment_ids) from disputes
     where merchant_id = :merchantId and payment_id = :paymentId`

export const listFilesOfDisputes = defineStatement(
  'list_files_of_disputes',
  { merchantId: uuid, ids: array(uuid) },
  { file_name: uuid },
  `select file_name from attachments where merchant_id = :merchantId and id = any(array(
     select unnest(attachment_ids) from disputes where merchant_id = :merchantId and id = any(:ids)
   ))`,
)

export const listDisputeTexts = defineStatement(
  'list_dispute_texts',
  ofPayment,
  { email: text, comment: text },
  'select customer_email as email, comment from disputes where merchant_id = :merchantId and payment_id = :paymentId',
)

export const listHistoryTexts = defineStatement(
  'list_dispute_history_texts',
  ofPayment,
  { content: text, note: text },
  `select content, note from dispute_history
   where merchant_id = :merchantId and dispute_id = any(array(${disputesOfPayment}))`,
)

export const eraseDisputeHistory = defineStatement(
  'erase_dispute_history',
  { ...ofPayment, pseudonym: text },
  {},
  `update dispute_history set created_by = case source when 'customer' then :pseudonym else created_by end,
     content = case when content ~ '^(merchant_reason_[a-z_]{1,80})?$' then content else :pseudonym end,
     note = case note when '' then '' else :pseudonym end,
     attachment_ids = '{}'
   where merchant_id = :merchantId and dispute_id = any(array(${disputesOfPayment}))`,
)

// The rows of the files go, too: the files are removed by now.
export const eraseDisputes = defineStatement(
  'erase_disputes',
  { ...ofPayment, pseudonym: text },
  {},
  `with files as (
     delete from attachments where merchant_id = :merchantId and id = any(array(${filesOfPayment}))
   )
   update disputes set customer_email = :pseudonym, comment = case comment when '' then '' else :pseudonym end,
     attachment_ids = '{}'
   where merchant_id = :merchantId and payment_id = :paymentId`,
)

export const correctEmail = defineStatement(
  'correct_dispute_email',
  { ...ofPayment, email: text },
  {},
  'update disputes set customer_email = :email where merchant_id = :merchantId and payment_id = :paymentId',
)
