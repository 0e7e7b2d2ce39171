import { type Answer, type Client, openClient } from '../testkit/client.ts'
import { type Operation, openReference } from '../testkit/conform.ts'
import type { Context, Verdict } from './context.ts'
import { acquire, type Belongings, bodyOf, pathOf, storeHeader } from './fixtures.ts'
import type { Records } from './records.ts'
import { newMerchant, newPayment, succeed } from './shop.ts'
import { openStand } from './test-environment.ts'

const allEyes = [
  'no key',
  'public key',
  "another merchant's public key",
  'other region',
  'other mode',
  'other merchant',
  'merchant of another region',
] as const
type Eyes = (typeof allEyes)[number]

/** P10: every operation of the reference with every key that must not do: refused, nothing seen, nothing changed. */
export async function run(context: Context): Promise<Verdict> {
  const stand = await openStand(context, 'p10', { env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  const ksa = openClient(stand.service.urls.ksa, '', 4)
  const violations: string[] = []
  let calls = 0
  try {
    const { operations } = await openReference(stand.service.urls.uae)
    const owner = await newMerchant(stand.client)
    const stranger = await newMerchant(stand.client)
    const foreigner = await newMerchant(stand.client, 'SA')
    const things = await acquire(stand, owner)
    const { live, test } = owner.keys
    const keys: Record<Eyes, string> = {
      'no key': '',
      'public key': live.public,
      "another merchant's public key": stranger.keys.live.public,
      'other region': live.secret,
      'other mode': test.secret,
      'other merchant': stranger.keys.live.secret,
      'merchant of another region': foreigner.keys.live.secret,
    }
    const before = await readRows(stand.records, owner.id)
    for (const operation of operations) {
      const look = (client: Client, key: string): Promise<Answer> => {
        calls += 1
        return client.call(operation.method, pathOf(operation, things), bodyOf(operation, things), key, storeHeader)
      }
      // What the owner itself cannot do would be refused to everybody.
      const own = operation.method === 'GET' ? (await look(stand.client, live.secret)).status : 200
      if (own !== 200) violations.push(`${operation.method} ${operation.path}: its owner gets ${own}`)
      for (const eyes of allEyes.filter((name) => isShut(operation, name))) {
        const answer = await look(eyes === 'other region' ? ksa : stand.client, keys[eyes])
        const wrong = judge(operation, eyes, answer, things)
        if (wrong !== undefined) violations.push(`${operation.method} ${operation.path} with ${eyes}: ${wrong}`)
      }
    }
    const borrowed = await borrow(stand.client, stranger.keys.live.secret, things)
    calls += borrowed.calls
    violations.push(...borrowed.violations)
    violations.push(...compare(before, await readRows(stand.records, owner.id)))
    violations.push(...(await stand.records.examine()))
    return { counts: { operations: operations.length, calls, 'rows compared': before.size }, violations }
  } finally {
    await ksa.close()
    await stand.close()
  }
}

/** A stranger puts the ids of others into what is its own. */
async function borrow(client: Client, key: string, { dispute, attachment }: Belongings) {
  const call = async (path: string, body: unknown) => client.call('POST', path, body, key, storeHeader)
  const payment = await newPayment(
    { ...client, call: (method, path, body) => client.call(method, path, body, key) },
    340_00,
    'main',
  )
  succeed(await call(`/api/v2/payments/${payment}/captures`, { amount: '340.00', reference_id: 'whole' }))
  const opened = await call('/sandbox/disputes', { payment_id: payment, reason: 'product_issue' })
  const own: string = succeed(opened).body.dispute.id
  const attempts: [string, string, unknown][] = [
    ['evidence', `/api/v1/disputes/${own}/provide-evidence`, { content: 'seen', attachment_ids: [attachment] }],
    [
      'a challenge',
      '/api/v1/disputes/challenge',
      { dispute_id: own, reason: 'merchant_reason_other', description: 'no', attachment_ids: [attachment] },
    ],
    ['an approval', '/api/v1/disputes/approve', { dispute_ids: [own, dispute] }],
  ]
  const violations: string[] = []
  for (const [what, path, body] of attempts) {
    const { status } = await call(path, body)
    if (status !== 400) violations.push(`${what} with another merchant's id was answered with ${status}, not 400`)
  }
  const { status } = succeed(await client.call('GET', `/api/v1/disputes/${own}`, undefined, key)).body.dispute
  if (status !== 'new') violations.push(`what was refused has made the dispute ${status}`)
  // Without the borrowed ids both would have been taken.
  succeed(
    await call('/api/v1/disputes/challenge', { dispute_id: own, reason: 'merchant_reason_other', description: 'no' }),
  )
  succeed(await call(`/api/v1/disputes/${own}/provide-evidence`, { content: 'seen' }))
  return { calls: attempts.length, violations }
}

// Opening a merchant needs no key, a QR code only the session's unguessable id; public keys make and read sessions.
function isShut({ operationId }: Operation, eyes: Eyes): boolean {
  if (operationId === 'createMerchant' || operationId === 'drawQrCode') return false
  return eyes !== 'public key' || (operationId !== 'createSession' && operationId !== 'getSession')
}

function judge(operation: Operation, eyes: Eyes, { status, text }: Answer, things: Belongings): string | undefined {
  const expected = expectedStatus(operation, eyes)
  if (status !== expected) return `answered ${status} and not ${expected}: ${text.slice(0, 150)}`
  const shown = Object.entries(things).find(([, id]) => text.includes(id))
  return shown === undefined ? undefined : `the answer shows the ${shown[0]}`
}

function expectedStatus({ path, operationId }: Operation, eyes: Eyes): number {
  if (eyes === 'no key' || eyes === 'public key') return 401
  if (eyes === "another merchant's public key") {
    // Its own sessions it may make, in its own store of that name.
    if (operationId === 'createSession') return 200
    return operationId === 'getSession' ? 404 : 401
  }
  if (eyes === 'other region' || eyes === 'merchant of another region') return 403
  if (eyes === 'other mode' && /\/disputes|\/dispute-webhooks/.test(path)) return 403
  if (path.includes('{') || operationId === 'openDispute') return 404
  // Ids in a body that are nobody's, and an upload that is none.
  const isRefused = ['approveDisputes', 'challengeDisputes', 'uploadAttachment'].includes(operationId)
  return isRefused ? 400 : 200
}

// What background work changes by itself. The counts follow from the payments, which the doctor compares with them.
const changedByItself = ['deliveries', 'delivery_attempts', 'payment_counts', 'payment_count_changes']

/** The merchant's rows as they are now, each by its text; what background work changes by itself is left out. */
async function readRows(records: Records, merchantId: string): Promise<Map<string, Row>> {
  const tables = await records.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id'
       and table_name not in (${changedByItself.map((name) => `'${name}'`).join(', ')})`,
  )
  const rows = new Map<string, Row>()
  for (const { name } of tables) {
    const found = await records.query(
      `select (to_jsonb(row) - 'failing_since')::text as text, ${isOfTestMode(String(name))} as is_test
       from ${name} as row where merchant_id = '${merchantId}'`,
    )
    for (const { text, is_test } of found) rows.set(`${name} ${text}`, { isTest: is_test === true })
  }
  return rows
}

interface Row {
  readonly isTest: boolean
}

function isOfTestMode(table: string): string {
  if (['sessions', 'payments', 'webhooks'].includes(table)) return 'row.is_test'
  if (!['payment_orders', 'payment_timeline'].includes(table)) return 'false'
  return `(select is_test from payments where merchant_id = row.merchant_id and id = row.payment_id)`
}

function compare(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): string[] {
  const lost = [...before.keys()].filter((row) => !after.has(row)).map((row) => `changed or lost: ${row.slice(0, 200)}`)
  // With its key of the other mode the same merchant may make what is its own there.
  const added = [...after].filter(([row, { isTest }]) => !before.has(row) && !isTest)
  return [...lost, ...added.map(([row]) => `added by strangers: ${row.slice(0, 200)}`)]
}
