import { type Answer, type Caller, type Client, openClient, succeed } from '../testkit/client.ts'
import { type Operation, openReference } from '../testkit/conform.ts'
import { newMerchant } from '../testkit/shop.ts'
import { openBackOffices } from './back-office-isolation.ts'
import type { Context, Verdict } from './context.ts'
import { bodyOf, createFixtures, type Fixtures, ofThrowAway, pathOf, storeHeader } from './fixtures.ts'
import { compareRows, readRows } from './merchant-rows.ts'
import { newPayment } from './new-payment.ts'
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

/**
 * P10: calls every operation of the reference with every key without access, and every page and form of the back
 * offices as every visitor without access. All are refused, show nothing and change nothing.
 */
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
    const backOffices = await openBackOffices(environment, stranger.id, foreigner.id)
    const before = await readRows(environment.records, owner.id)
    // A journal names all requests, also refused ones: it is read first.
    const { true: journals = [], false: others = [] } = Object.groupBy(operations, isOfJournal)
    for (const operation of [...journals, ...others]) {
      const attempt = (client: Client, key: string): Promise<Answer> => {
        calls += 1
        const caller = client.as(key, storeHeader)
        return caller.call(operation.method, pathOf(operation, fixtures), bodyOf(operation, fixtures))
      }
      // A request that fails for the owner, too, would prove nothing.
      const isOpen = operation.method === 'GET' && !ofThrowAway.includes(operation.operationId)
      const own = isOpen ? (await attempt(environment.client, live.secret)).status : 200
      if (own !== 200) violations.push(`${operation.method} ${operation.path}: its owner gets ${own}`)
      for (const outsider of outsiders.filter((name) => isShut(operation, name))) {
        const answer = await attempt(outsider === 'other region' ? ksa : environment.client, keys[outsider])
        const wrong = judge(operation, outsider, answer, fixtures)
        if (wrong !== undefined) violations.push(`${operation.method} ${operation.path} with ${outsider}: ${wrong}`)
      }
    }
    const borrowed = await borrow(environment.client.as(stranger.keys.live.secret, storeHeader), fixtures)
    const atBackOffices = await backOffices.run()
    calls += borrowed.calls + atBackOffices.calls
    violations.push(...borrowed.violations, ...atBackOffices.violations)
    violations.push(...compareRows(before, await readRows(environment.records, owner.id)))
    violations.push(...(await environment.records.checkIntegrity()))
    const { routes, rows } = atBackOffices
    const counts = {
      operations: operations.length,
      'pages and forms': routes,
      calls,
      'rows compared': before.size + rows,
    }
    return { counts, violations }
  } finally {
    await ksa.close()
    await environment.close()
  }
}

function isOfJournal({ path }: Operation): 'true' | 'false' {
  return path.startsWith('/sandbox/journal') ? 'true' : 'false'
}

/** A stranger puts ids of another merchant into its own requests. */
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
  // Without the borrowed ids both would be accepted.
  succeed(
    await call('/api/v1/disputes/challenge', { dispute_id: own, reason: 'merchant_reason_other', description: 'no' }),
  )
  succeed(await call(`/api/v1/disputes/${own}/provide-evidence`, { content: 'seen' }))
  return { calls: attempts.length, violations }
}

const ofBothModes: readonly string[] = [
  'getMerchant',
  'resetMerchant',
  'rotateSigning',
  'getStorePlans',
  'putStorePlans',
]

// Some operations are open by design. Making a merchant needs no key, a QR code only the session's unguessable id, and
// figures of snippets only a public key in the query.
// Public keys make and read sessions. Signing secrets, the clock and the plans of a store are shared by both modes.
function isShut({ operationId }: Operation, outsider: Outsider): boolean {
  if (['createMerchant', 'drawQrCode', 'getSnippet'].includes(operationId)) return false
  if (outsider === 'other mode' && ofBothModes.includes(operationId)) return false
  if (['other mode', 'other merchant'].includes(outsider) && ofThrowAway.includes(operationId)) return false
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
    // It may make sessions of its own, in its own store of that name.
    if (operationId === 'createSession') return 200
    return operationId === 'getSession' ? 404 : 401
  }
  if (outsider === 'other region' || outsider === 'merchant of another region') return 403
  if (outsider === 'other mode' && /\/disputes|\/dispute-webhooks/.test(path)) return 403
  // A stranger has a store of that name, too.
  if (path.startsWith('/sandbox/stores/')) return 200
  if (path.includes('{') || operationId === 'openDispute') return 404
  // These operations answer otherwise to unknown ids in a body, or to an empty upload.
  const isRefused = ['approveDisputes', 'challengeDisputes', 'uploadAttachment'].includes(operationId)
  return isRefused ? 400 : 200
}
