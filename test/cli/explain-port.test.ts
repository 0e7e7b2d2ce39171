import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pageOf } from '../../src/entries/cli/explain/page.ts'
import { tellStory } from '../../src/money/explain/story.ts'
import { storyWire } from '../../src/money/explain/wire.ts'
import { openStage, type Stage } from '../support/rich-life.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

/** Orders with this answer in place of the scoring service. Returns the payment's id. */
async function order(double: object): Promise<string> {
  const { status } = await stage.shop.call('PUT', '/sandbox/decision', double)
  assert.equal(status, 200)
  const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: '+971500009001' }
  return (await stage.shop.checkout('340.00', { buyer })).body.payment.id
}

async function tell(id: string, isAll = true) {
  const story = (await tellStory(stage.service.app, id)) ?? assert.fail('no such payment')
  const page = pageOf(story, { width: 100, isAll, paint: (_, text) => text })
  // Lines are broken at the page's width.
  return { story, page: page.replaceAll(/\s+/g, ' '), wire: storyWire(story) }
}

test('a declined order names the answer and the reasons of the scoring service', async () => {
  const id = await order({ decision: 'decline', reasons: ['thin file', 'new\u202e phone\n number'] })
  const { story, page, wire } = await tell(id)
  assert.equal(story.summary, 'Refused before the page opened (not_available).')
  assert.match(page, /refused not_available; the scoring service answered decline \(thin file, new phone number\)/)
  assert.match(page, /its reason: thin file /)
  assert.match(page, /decision [0-9a-f-]{36} of the scoring service, \d+ ms/)
  const [first = assert.fail('no event')] = wire.events
  const { outcome, port } = first.details as { outcome: string; port: Record<string, unknown> }
  assert.deepEqual([outcome, port['answer'], port['fallback']], ['rejected', 'decline', null])
  assert.deepEqual(Object.keys(port).sort(), [
    ...['answer', 'decision_id', 'duration_ms', 'failure', 'fallback', 'limit', 'reasons', 'terms'],
  ])
})

test('a limit, terms and a failure are named', async () => {
  const above = await tell(await order({ decision: 'approve', limit: '100.00' }))
  assert.match(above.page, /answered approve, above its limit of 100\.00/)
  const none = await tell(await order({ decision: 'approve', terms: ['12xP1M'] }))
  assert.match(none.page, /answered approve, none of its plans is offered/)
  const broken = await tell(await order({ decision: 'approve', broken: 'reset' }))
  assert.match(broken.page, /the scoring service gave no answer: decline instead/)
})

test('a referred order: who decides, what happens otherwise, and how it ended', async () => {
  const refer = { decision: 'refer', reasons: ['no file'] }
  const id = await order(refer)
  const { story, page } = await tell(id, false)
  assert.equal(story.summary, 'At checkout: support decides about the order.')
  assert.deepEqual(
    story.next.map(({ text }) => text),
    ['it is rejected, unless support has decided by then'],
  )
  assert.match(page, /referred to support, after 3 risk rules; the scoring service answered refer \(no file\)/)
  await stage.post(`/sandbox/payments/${id}/decide`, { decision: 'approve' })
  const approved = await tell(id)
  assert.equal(approved.story.summary, 'At checkout: the customer has not finished.')
  assert.match(approved.page, /approved by support: the customer may pay/)
  const declined = await order(refer)
  await stage.post(`/sandbox/payments/${declined}/decide`, { decision: 'decline' })
  assert.equal((await tell(declined)).story.summary, 'Refused after it was referred to support.')
  const forgotten = await order(refer)
  stage.wait(16)
  const late = await tell(forgotten)
  assert.equal(late.story.summary, 'Refused: support has not decided in time.')
  assert.match(late.page, /rejected nobody has decided about it in time/)
})
