import type { Answer } from '../testkit/client.ts'
import { uploadAttachment } from '../testkit/uploads.ts'
import { livePayment, merchantOf, type SoakWorker } from './soak-lives.ts'

type Call = (what: string, path: string, body?: unknown) => Promise<Answer | undefined>

/** Plays a dispute: the customer opens it, the merchant answers with files, and support or the merchant ends it. */
export async function liveDispute(worker: SoakWorker): Promise<void> {
  const { tally, random } = worker
  const id = await livePayment(worker)
  if (id === undefined) return
  const merchant = merchantOf(worker)
  // A move whose answer was lost is refused when it is repeated.
  const call: Call = (what, path, body) => tally.retry(what, random, () => merchant.call('POST', path, body))
  const opened = await call('a dispute', '/sandbox/disputes', { payment_id: id, reason: 'product_issue' })
  if (opened?.status !== 200) return
  const dispute: string = opened.body.dispute.id
  const files = await uploadSome(worker, random.between(0, 3))
  const end = random.pick(['withdraw', 'approve', 'refund', 'decline'])
  if (end === 'withdraw') await call('a withdrawal', `/sandbox/disputes/${dispute}/withdraw`, {})
  else if (end === 'approve') await call('an approval', '/api/v1/disputes/approve', { dispute_ids: [dispute] })
  else await arbitrate(call, dispute, files, end)
  const path = `/api/v1/disputes/${dispute}`
  const last = await tally.retry('a look at a dispute', random, () => merchant.call('GET', path))
  const { status } = last?.body?.dispute ?? {}
  if (['refunded', 'declined', 'cancelled'].includes(status)) tally.note('disputes ended')
  else if (last !== undefined) tally.violate(`a dispute that was ended with ${end} is ${status}`)
}

async function arbitrate(call: Call, dispute: string, files: readonly string[], end: string): Promise<void> {
  const description = 'It was delivered'
  const challenge = { dispute_id: dispute, reason: 'merchant_reason_other', description, attachment_ids: files }
  await call('a challenge', '/api/v1/disputes/challenge', challenge)
  await call('a question', `/sandbox/disputes/${dispute}/request-evidence`, { from: 'merchant' })
  await call('evidence', `/api/v1/disputes/${dispute}/provide-evidence`, { content: 'Here it is' })
  await call('a decision', `/sandbox/disputes/${dispute}/${end}`, { comment: 'So be it' })
}

/** Uploads files. Some stay unused, as when a merchant changes its mind. */
async function uploadSome(worker: SoakWorker, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let left = count; left > 0; left -= 1) {
    const answer = await worker.tally.call('an upload', () => uploadAttachment(merchantOf(worker)))
    if (answer?.status === 200) ids.push(answer.body.id)
  }
  if (ids.length > 0) worker.tally.note('uploads')
  return ids
}
