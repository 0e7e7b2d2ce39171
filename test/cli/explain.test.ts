import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pageOf } from '../../src/entries/cli/explain/page.ts'
import { pageWidth } from '../../src/entries/cli/explain/text.ts'
import { type Story, tellStory } from '../../src/money/explain/story.ts'
import { storyWire } from '../../src/money/explain/wire.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { printedEvents } from '../support/printed-events.ts'
import { liveRichly, openStage, type Stage } from '../support/rich-life.ts'

const root = join(import.meta.dirname, '..', '..')
const document = join(root, 'docs', 'explain.md')
const golden = join(root, 'test', 'cli', 'explain.jsonl')
/** `UPDATE_GOLDEN=1 npm test -- test/cli/explain.test.ts` rewrites the example of the document and the golden file. */
const isUpdate = process.env['UPDATE_GOLDEN'] === '1'

let stage: Stage
let id: string
before(async () => {
  stage = await openStage()
  id = await liveRichly(stage)
})
after(() => stage.close())

const explain = (...args: string[]): Promise<CommandResult> =>
  runQist(stage.service.database.url, stage.service.app.config.dataDir, 'explain', ...args)

const plain = (_style: string, text: string): string => text
const pageIn = (story: Story, width: number, isAll = false): string => pageOf(story, { width, isAll, paint: plain })

async function tell(paymentId: string): Promise<Story> {
  return (await tellStory(stage.service.app, paymentId)) ?? assert.fail('no such payment')
}

/** Numbers the ids, keys and references that differ in every run, in their order, and replaces the port. */
function normalised(text: string): string {
  const ids: string[] = []
  const numberOf = (found: string): number => {
    if (!ids.includes(found)) ids.push(found)
    return ids.indexOf(found) + 1
  }
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (found) => {
      return `00000000-0000-4000-8000-${String(numberOf(found)).padStart(12, '0')}`
    })
    .replaceAll(/QIST[0-9A-Z]{12}/g, 'QIST7K2M9P4XQ1ZT')
    .replaceAll(/key …[0-9a-f]{4}/g, 'key …1111')
    .replaceAll(/"key_last_four":"[0-9a-f]{4}"/g, '"key_last_four":"1111"')
    .replaceAll(/(after |"duration_ms":)\d+/g, '$112')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
}

test("the example of docs/explain.md equals the command's output", async () => {
  const page = normalised(pageIn(await tell(id), 100))
  const text = readFileSync(document, 'utf8')
  const block = /(?<=<!-- example -->\n\n```text\n)[\s\S]*?(?=\n```)/
  if (isUpdate)
    writeFileSync(
      document,
      text.replace(block, () => page),
    )
  assert.equal(block.exec(isUpdate ? readFileSync(document, 'utf8') : text)?.[0], page)
  const { code, stdout, stderr } = await explain(id)
  assert.equal(code, 0, stderr)
  assert.equal(normalised(stdout.trimEnd()), page)
})

test('the form for programs has the same content, under stable names', async () => {
  const { events, ...rest } = storyWire(await tell(id))
  const lines = [...Object.entries(rest).map(([name, value]) => ({ [name]: value })), ...events]
  const story = normalised(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  if (isUpdate) writeFileSync(golden, story)
  assert.deepEqual(story.split('\n'), readFileSync(golden, 'utf8').split('\n'))
  const { stdout } = await explain(id, '--json')
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify({ ...rest, events })))
})

test('every event has a line, each kind of it', async () => {
  const events = printedEvents(await tell(id))
  const what = new Set(events.map((event) => event.what))
  const all = ['decision', 'change', 'charge', 'return', 'card', 'message', 'notification', 'attempt', 'dispute']
  assert.deepEqual([...what].sort(), [...all, 'settlement', 'payout'].sort())
  const changes = events.filter((event) => event.what === 'change').map(({ details }) => details['transition'])
  const collected = ['collect', 'collect', 'refund', 'open_dispute', 'refund']
  assert.deepEqual(changes, ['create', 'authorize', 'capture', 'update_reference', 'capture', ...collected])
  const charges = events
    .filter((event) => event.what === 'charge')
    .map(({ details }) => [details['kind'], details['state']])
  assert.deepEqual(charges, [
    ['first', 'declined'],
    ['first', 'approved'],
    ['scheduled', 'declined'],
    ['scheduled', 'approved'],
    ['early', 'approved'],
  ])
  const retried = events.filter(({ what, at }) => what === 'attempt' && at < Date.parse('2026-03-01T10:30:00Z'))
  assert.deepEqual(
    retried.map(({ at, details }) => [new Date(at).toISOString().slice(11, 16), details['status']]),
    [
      ['10:02', 200],
      ['10:20', 503],
      ['10:21', 503],
      ['10:23', 200],
    ],
  )
})

test('--all adds requests, ledger entries, texts, references and every attempt', async () => {
  const { code, stdout } = await explain(id, '--all')
  assert.equal(code, 0)
  for (const expected of [
    /request \S+ with key …[0-9a-f]{4}\n/,
    /debit {3}customer_receivable {2}170\.00\n +credit {2}merchant_payable {5}170\.00\n +debit {3}merchant_payable {7}9\.50\n/,
    /“We received AED.75\.00 for Marina Mall\. /,
    /network's reference network_/,
    /14:20:00 shop\.test\/hook answered 503 after \d+ ms: busy\n +14:21:00 .*\n +14:23:00 shop\.test\/hook answered 200/,
    /credit {2}card_clearing {4}25\.00\n/,
  ])
    assert.match(stdout, expected)
})

test('only the last digits of phone and card are printed, and no secret of a webhook', async () => {
  const story = await tell(id)
  for (const text of [pageIn(story, 100), pageIn(story, 100, true)]) {
    assert.match(text, /phone …0001, visa …4242/)
    assert.doesNotMatch(text, /\+97|971500000001|Sara|@example|4242424242424242|secret=1|sleeve/)
  }
  const { events: _, ...rest } = storyWire(story)
  assert.doesNotMatch(JSON.stringify(rest), /971500000001|Sara|@example/)
})

test('the last digits of the phone are printed in any script of digits', async () => {
  const shop = openShop(stage.service.urls.uae, demoKey(1))
  const { body } = await shop.checkout('12.00', { buyer: { name: 'S', email: 'a@b.test', phone: '٠٥٠٠٠٠٤٣٢١' } })
  assert.equal((await tell(body.payment.id)).head.phoneEnd, '4321')
})

test('no line is wider than the terminal, or than a readable width', async () => {
  const story = await tell(id)
  for (const [columns, most] of [
    [80, 80],
    [120, 100],
    [undefined, 100],
  ] as const) {
    for (const isAll of [false, true]) {
      const lines = pageIn(story, pageWidth(columns), isAll).split('\n')
      const widest = Math.max(...lines.map((line) => line.length))
      assert.ok(widest <= most && widest > most - 20, `${widest} of ${columns}`)
      assert.ok(lines.every((line) => line === line.trimEnd()))
    }
  }
})

test("explain: the operator reads any merchant's payment, in either mode", async () => {
  for (const key of [demoKey(1), demoKey(2), demoKey(2, 'sk_')]) {
    const shop = openShop(stage.service.urls.uae, key, { merchantCode: key.includes('1111') ? 'demo_ae' : 'other_ae' })
    const payment = await shop.capturedPayment('12.00')
    const { code, stdout } = await explain(payment)
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^Payment ${payment}  CLOSED  ${key.startsWith('sk_test') ? 'test' : 'live'}\n`))
    assert.match(stdout, key.includes('1111') ? /Demo UAE/ : /Other UAE/)
  }
})

test('an unknown payment is one line', async () => {
  const unknown = await explain('00000000-0000-4000-8000-000000000000')
  assert.deepEqual([unknown.code, unknown.stderr.trim().split('\n').length, unknown.stdout], [1, 1, ''])
  assert.match(unknown.stderr, /^qist: no such payment: 0{8}-/)
  assert.match((await explain('x')).stderr, /Not a UUID/)
})
