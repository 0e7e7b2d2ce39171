import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  // The command is a separate process and uses the system's clock.
  service = await startTestService({ startAt: Date.now() })
  shop = await openDisputeShop(service)
})
after(() => service.close())

function qist(command: string, ...args: string[]): Promise<CommandResult> {
  const { url } = service.database
  return runQist(url, service.app.config.dataDir, 'dispute', command, '--merchant', shop.merchantId, ...args)
}

async function succeed(command: string, ...args: string[]) {
  const { code, stdout, stderr } = await qist(command, ...args, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('a whole dispute is played from the command line, and the merchant sees the same', async () => {
  const payment = await shop.capturedPayment('340.00')
  const about = ['--reason', 'not_delivered', '--amount', '100', '--comment', 'where is it?']
  const { dispute } = await succeed('open', '--payment', payment, ...about)
  assert.deepEqual([dispute.status, dispute.amount, dispute.comment], ['new', '100.00', 'where is it?'])
  const challenge = { dispute_id: dispute.id, reason: 'merchant_reason_order_on_its_way', description: 'it is coming' }
  assert.equal((await shop.call('POST', '/api/v1/disputes/challenge', challenge)).status, 200)
  const requested = await succeed(
    'request-evidence',
    '--dispute',
    dispute.id,
    '--from',
    'customer',
    '--text',
    'since when?',
  )
  assert.equal(requested.dispute.status, 'evidence_customer')
  await succeed('provide-evidence', '--dispute', dispute.id, '--text', 'two weeks')
  const listed = await succeed('list', '--status', 'in_progress', 'new')
  assert.deepEqual(
    listed.map((one: { id: string }) => one.id),
    [dispute.id],
  )
  const decided = await succeed('refund', '--dispute', dispute.id)
  const shown = await shop.dispute(dispute.id)
  assert.deepEqual([decided.dispute.status, decided.dispute.history], ['refunded', shown.history])
  const table = await qist('show', '--dispute', dispute.id)
  assert.match(table.stdout, /100\.00 AED[\s\S]*merchant_reason_order_on_its_way: it is coming[\s\S]*dispute_approved/)
})

test('a refusal is one line', async () => {
  const { id } = await shop.openDispute()
  const cases: readonly [string[], RegExp][] = [
    [['decline', '--dispute', id], /^qist: not possible while the dispute is new\n$/],
    [['withdraw', '--dispute', shop.merchantId], /^qist: dispute not found\n$/],
    [['open', '--payment', shop.merchantId, '--reason', 'not_delivered'], /^qist: no such payment\n$/],
    [['open', '--payment', shop.merchantId, '--reason', 'boredom'], /Allowed choices are unreceived_refund/],
    [['show', '--dispute', '1'], /Not a UUID/],
  ]
  for (const [[command = '', ...args], message] of cases) {
    const { code, stderr } = await qist(command, ...args)
    assert.equal(code, 1)
    assert.match(stderr, message)
  }
})
