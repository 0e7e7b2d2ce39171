import { array, bool, int8, nullable, text, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const texts = { path: nullable(text), summary: text, request: nullable(text), answer: nullable(text) }
const ofJournal = { merchantId: uuid, isTest: bool }

// Reads the whole journal, which is kept for a few days: calls about no payment name the customer, too. Locked, because
// the erasing of another payment may replace a part of the same entry.
export const listEntriesAbout = defineStatement(
  'list_journal_entries_about',
  { ...ofJournal, paymentId: uuid, contacts: array(text) },
  { id: int8, payment_id: nullable(uuid), ...texts },
  `select id, payment_id, path, summary, request, answer from journal_entries
   where merchant_id = :merchantId and is_test = :isTest and (payment_id = :paymentId or exists (
     select from unnest(:contacts::text[]) as contact
     where strpos(lower(concat_ws(' ', path, summary, request, answer)), contact) > 0
   )) order by id for update`,
)

export const replaceEntry = defineStatement(
  'replace_journal_entry',
  { ...ofJournal, id: int8, ...texts },
  {},
  `update journal_entries set path = :path, summary = :summary, request = :request, answer = :answer
   where merchant_id = :merchantId and is_test = :isTest and id = :id`,
)
