import { type Answer, type Caller, type Client, openClient, succeed } from '../testkit/client.ts'
import { type Operation, openReference } from '../testkit/conform.ts'
import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { bodyOf, createFixtures, type Fixtures, pathOf, storeHeader } from './fixtures.ts'
import { newPayment } from './new-payment.ts'
import type { Records } from './records.ts'
import { openTestEnvironment } from './test-environment.ts'

const outsiders = [
  'no key',
  'public key',
  "another merchant's public key",
  'other region',
  'other mode',
  'other merchant',
  'merchant of another region',
] as const
type Outsider = (typeof outsiders)[number]

/** P10: every operation of the reference with every key that must not do: refused, nothing seen, nothing changed. */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p10', { env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  const ksa = openClient(environment.service.urls.ksa, '', 4)
  const violations: string[] = []
  let calls = 0
  try {
    const { operations } = await openReference(environment.service.urls.uae)
    const owner = await newMerchant(environment.client)
    const stranger = await newMerchant(environment.client)
    const foreigner = await newMerchant(environment.client, { country: 'SA' })
    const fixtures = await createFixtures(environment.client, owner)
    const { live, test } = owner.keys
    const keys: Record<Outsider, string> = {
      'no key': '',
      'public key': live.public,
      "another merchant's public key": stranger.keys.live.public,
      'other region': live.secret,
      'other mode': test.secret,
      'other merchant': stranger.keys.live.secret,
      'merchant of another region': foreigner.keys.live.secret,
    }
    const before = await readRows(environment.records, owner.id)
    for (const operation of operations) {
      const look = (client: Client, key: string): Promise<Answer> => {
        calls += 1
        const caller = client.as(key, storeHeader)
        return caller.call(operation.method, pathOf(operation, fixtures), bodyOf(operation, fixtures))
      }
      // What the owner itself cannot do would be refused to everybody.
      const own = operation.method === 'GET' ? (await look(environment.client, live.secret)).status : 200
      if (own !== 200) violations.push(`${operation.method} ${operation.path}: its owner gets ${own}`)
      for (const outsider of outsiders.filter((name) => isShut(operation, name))) {
        const answer = await look(outsider === 'other region' ? ksa : environment.client, keys[outsider])
        const wrong = judge(operation, outsider, answer, fixtures)
        if (wrong !== undefined) violations.push(`${operation.method} ${operation.path} with ${outsider}: ${wrong}`)
      }
    }
    const borrowed = await borrow(environment.client.as(stranger.keys.live.secret, storeHeader), fixtures)
    calls += borrowed.calls
    violations.push(...borrowed.violations)
    violations.push(...compare(before, await readRows(environment.records, owner.id)))
    violations.push(...(await environment.records.checkIntegrity()))
    return { counts: { operations: operations.length, calls, 'rows compared': before.size }, violations }
  } finally {
    await ksa.close()
    await environment.close()
  }
}

/** A stranger puts the ids of others into what is its own. */
async function borrow(stranger: Caller, { dispute, attachment }: Fixtures) {
  const call = (path: string, body: unknown) => stranger.call('POST', path, body)
  const payment = await newPayment(stranger, 340_00, 'main')
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
  const { status } = succeed(await stranger.call('GET', `/api/v1/disputes/${own}`)).body.dispute
  if (status !== 'new') violations.push(`what was refused has made the dispute ${status}`)
  // Without the borrowed ids both would have been taken.
  succeed(
    await call('/api/v1/disputes/challenge', { dispute_id: own, reason: 'merchant_reason_other', description: 'no' }),
  )
  succeed(await call(`/api/v1/disputes/${own}/provide-evidence`, { content: 'seen' }))
  return { calls: attempts.length, violations }
}

// Opening a merchant needs no key, a QR code only the session's unguessable id; public keys make and read sessions.
function isShut({ operationId }: Operation, outsider: Outsider): boolean {
  if (operationId === 'createMerchant' || operationId === 'drawQrCode') return false
  return outsider !== 'public key' || (operationId !== 'createSession' && operationId !== 'getSession')
}

function judge(
  operation: Operation,
  outsider: Outsider,
  { status, text }: Answer,
  fixtures: Fixtures,
): string | undefined {
  const expected = expectedStatus(operation, outsider)
  if (status !== expected) return `answered ${status} and not ${expected}: ${text.slice(0, 150)}`
  const shown = Object.entries(fixtures).find(([, id]) => text.includes(id))
  return shown === undefined ? undefined : `the answer shows the ${shown[0]}`
}

function expectedStatus({ path, operationId }: Operation, outsider: Outsider): number {
  if (outsider === 'no key' || outsider === 'public key') return 401
  if (outsider === "another merchant's public key") {
    // Its own sessions it may make, in its own store of that name.
    if (operationId === 'createSession') return 200
    return operationId === 'getSession' ? 404 : 401
  }
  if (outsider === 'other region' || outsider === 'merchant of another region') return 403
  if (outsider === 'other mode' && /\/disputes|\/dispute-webhooks/.test(path)) return 403
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
  if (['sessions', 'payments', 'webhooks', 'risk_rules', 'risk_blocks'].includes(table)) return 'row.is_test'
  if (!['payment_orders', 'payment_timeline'].includes(table)) return 'false'
  return `(select is_test from payments where merchant_id = row.merchant_id and id = row.payment_id)`
}

function compare(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): string[] {
  const lost = [...before.keys()].filter((row) => !after.has(row)).map((row) => `changed or lost: ${row.slice(0, 200)}`)
  // With its key of the other mode the same merchant may make what is its own there.
  const added = [...after].filter(([row, { isTest }]) => !before.has(row) && !isTest)
  return [...lost, ...added.map(([row]) => `added by strangers: ${row.slice(0, 200)}`)]
}
