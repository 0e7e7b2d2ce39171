import { Type } from '../../../../platform/http/type.ts'
import type { JournalAnswer, JournalLine } from '../../beside/journal-lines.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { offset, shortText, uuid, wholeNumber } from '../inputs.ts'
import { fittingRows, pieceOf } from '../pieces.ts'
import { defineTool } from '../tool.ts'

const usualRows = 20
const maxRows = 50
const cursor = shortText(64, 'the cursor of an earlier answer or entry; what comes after it is answered, oldest first')

/** Tools that read the journal. */
export const journalTools = [
  defineTool({
    name: 'list_journal',
    title: 'List what happened',
    description:
      "Answers entries of the journal, oldest first: the shop's calls, attempts of notifications, changes, actions of customers, the clock, and injected faults. Without since and payment_id: the newest ones. has_more: go on with since = cursor.",
    effect: 'reads',
    input: {
      payment_id: Type.Optional(uuid('only entries about this payment')),
      since: Type.Optional(cursor),
      limit: Type.Optional(wholeNumber(1, maxRows, `the most entries; absent: ${usualRows}`)),
    },
    async run({ payment_id: id, since, limit = usualRows }, context) {
      const isNewest = id === undefined && since === undefined
      const query = new URLSearchParams({
        ...(isNewest && { newest: String(limit) }),
        ...(id !== undefined && { payment_id: id }),
        ...(since !== undefined && { since }),
      })
      const page = await askSandbox<JournalAnswer>(context, 'GET', `/sandbox/journal?${query}`)
      const entries = fittingRows(page.entries.slice(0, limit))
      const hasMore = entries.length < page.entries.length
      return { entries, cursor: hasMore ? entries.at(-1)?.cursor : page.cursor, has_more: hasMore }
    },
  }),
  defineTool({
    name: 'read_journal_entry',
    title: 'Read a request or a notification whole',
    description:
      'Answers all entries of an X-Request-Id, or every attempt of a Webhook-Id, as JSON with headers and bodies. The journal has removed keys, secrets, codes and card numbers. A longer text comes in pieces: go on with offset.',
    effect: 'reads',
    input: { request_id: shortText(128, 'the request_id of an entry'), offset },
    async run({ request_id: id, offset: from }, context) {
      const answer = await askSandbox(context, 'GET', `/sandbox/journal/${encodeURIComponent(id)}`)
      return pieceOf(JSON.stringify(answer, undefined, 1), from)
    },
  }),
  defineTool({
    name: 'explain_payment',
    title: "Tell a payment's story",
    description:
      "Answers what happened to a payment, a line per event, oldest first, from the journal: what the shop asked and what it was answered, how the payment changed and by whom, which notifications left and how the shop answered them, which faults were injected. Reading it leaves no trace, unlike the shop's own call getPayment.",
    effect: 'reads',
    input: { payment_id: uuid('the payment'), offset },
    async run({ payment_id: id, offset: from }, context) {
      const path = `/sandbox/journal?payment_id=${encodeURIComponent(id)}`
      const { entries, cursor: end } = await askSandbox<JournalAnswer>(context, 'GET', path)
      if (entries.length === 0) return 'The journal has nothing about this payment in the mode of the key.'
      const rest = entries.length < 500 ? [] : [`The first 500 entries; list_journal goes on with since ${end}.`]
      return pieceOf([...entries.map(describeLine), ...rest].join('\n'), from)
    },
  }),
]

function describeLine({ at, kind, summary, request_id: requestId, fault_id: faultId }: JournalLine): string {
  const fault = faultId === null ? '' : ` [fault ${faultId}]`
  const request = requestId === null ? '' : ` (request_id ${requestId})`
  return `${at} ${kind}: ${summary}${fault}${request}`
}
