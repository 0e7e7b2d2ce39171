import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../testkit/client.ts'
import { succeed } from '../testkit/client.ts'
import { runQist } from '../testkit/command.ts'
import { checkoutBody, type Merchant, newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { walkThrough } from './customer.ts'
import { storeHeader } from './fixtures.ts'
import { newPayment } from './new-payment.ts'
import type { Records } from './records.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

interface Secret {
  readonly what: string
  readonly text: string
}

/** The planted secrets, and the error answers so far. */
interface PlantedSecrets {
  readonly secrets: Secret[]
  readonly errors: string[]
}

const expectedSecrets = 50

// The search must find this text; otherwise it searched nothing.
const marker = `marker ${randomUUID()}`

/**
 * P12: uses keys, header values, signing secrets, card numbers and cookies, and searches for them in all places that
 * must not contain them.
 */
export async function run(context: Context): Promise<Verdict> {
  const env = { LOG_LEVEL: 'trace', WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' }
  const environment = await openTestEnvironment(context, 'p12', { env })
  const dataDir = join(context.folder, 'p12')
  const planted: PlantedSecrets = { secrets: [], errors: [] }
  try {
    for (let number = 1; number <= 5; number += 1) {
      const merchant = await newMerchant(environment.client)
      plantKeys(planted, merchant)
      if (number <= 2) await plantWebhooks(environment, planted, merchant, dataDir)
      await plantCard(context, environment, planted, merchant, number)
      await provoke(environment, planted, merchant)
    }
    for (const text of [`sk_${randomUUID()}`, `sk_test_${randomUUID()}`]) {
      planted.secrets.push({ what: 'a key that nobody holds', text })
      keepError(planted, await environment.client.as(text).call('GET', '/api/v2/payments'))
    }
    if (planted.secrets.length < expectedSecrets) throw new Error(`only ${planted.secrets.length} secrets were planted`)
    const metrics = await environment.client.call('GET', '/metrics')
    // A stopped service has written all of its log.
    await environment.service.stop()
    const places = {
      database: await readDatabase(environment.records),
      'files of the service': readFiles(dataDir),
      log: environment.service.printed().join('\n'),
      'log of the database': readFiles(join(context.folder, 'cluster'), 'postgres/server.log'),
      metrics: succeed(metrics).text,
      'error answers': planted.errors.join('\n'),
    }
    const violations = Object.entries(places).flatMap(([place, text]) => search(planted.secrets, place, text))
    for (const [place, sign] of [
      ['database', marker],
      ['log', 'answered'],
      ['error answers', 'errorType'],
    ] as const) {
      if (!places[place].includes(sign)) violations.push(`the ${place} was not searched: ${sign} is not in it`)
    }
    const searched = Object.values(places).reduce((total, { length }) => total + length, 0)
    const counts = {
      secrets: planted.secrets.length,
      'error answers': planted.errors.length,
      'characters searched': searched,
    }
    return { counts, violations }
  } finally {
    await environment.close()
  }
}

function plantKeys({ secrets }: PlantedSecrets, { keys }: Merchant): void {
  for (const [mode, pair] of Object.entries(keys)) {
    for (const [kind, key] of Object.entries(pair)) {
      // The random part is the secret part of a key.
      secrets.push({ what: `a ${mode} ${kind} key`, text: key.replace(/^.*_/, '') })
    }
  }
}

async function plantWebhooks(
  { client, databaseUrl }: TestEnvironment,
  planted: PlantedSecrets,
  { id, keys }: Merchant,
  dataDir: string,
) {
  const merchant = client.as(keys.live.secret, storeHeader)
  for (const path of ['/api/v1/webhooks', '/api/v1/dispute-webhooks']) {
    for (let number = 1; number <= 4; number += 1) {
      const value = `value ${randomBytes(18).toString('base64url')}`
      planted.secrets.push({ what: 'a header value', text: value })
      const header = { title: 'X-Shop-Auth', value }
      const body = { url: `https://shop.test/${number}`, header }
      keepError(planted, await merchant.call('POST', path, { ...body, url: 'https://localhost/' }))
      succeed(await merchant.call('POST', path, body))
      keepError(planted, await merchant.call('POST', path, body))
    }
  }
  const rotate = ['signing', 'rotate', '--merchant', id, '--store', 'main', '--json']
  const rotated = await runQist(databaseUrl, dataDir, ...rotate)
  if (rotated.code !== 0) throw new Error(rotated.stderr)
  planted.secrets.push({
    what: 'a signing secret',
    text: String(JSON.parse(rotated.stdout).secret).replace('whsec_', ''),
  })
}

async function plantCard(
  context: Context,
  { client }: TestEnvironment,
  planted: PlantedSecrets,
  { keys }: Merchant,
  number: number,
) {
  const merchant = client.as(keys.test.secret)
  const body = checkoutBody('main', 'AED', '340.00', { description: marker })
  const session = succeed(await merchant.call('POST', '/api/v2/checkout', body)).body
  const webUrl: string = session.configuration.available_products.installments[0].web_url
  const { card, cookie, troubles } = await walkThrough(webUrl, context.random(`p12 ${number}`))
  const paid = await merchant.call('GET', `/api/v2/payments/${session.payment.id}`)
  if (paid.body.status !== 'AUTHORIZED') throw new Error(`the customer could not pay: ${paid.body.status}`)
  planted.errors.push(...troubles)
  planted.secrets.push({ what: 'a card number', text: card }, { what: "a browser's cookie", text: cookie })
}

/** Provokes errors with every key, and notifications with the headers. */
async function provoke(
  { client, service }: TestEnvironment,
  planted: PlantedSecrets,
  { keys }: Merchant,
): Promise<void> {
  for (const key of [keys.live.secret, keys.test.secret, keys.live.public, keys.test.public]) {
    for (const [method, path, body] of [
      ['POST', '/api/v2/checkout', '{"broken'],
      ['GET', '/api/v2/payments?limit=x', undefined],
      ['POST', '/api/v2/payments/00000000-0000-4000-8000-000000000000/captures', { amount: '1' }],
      ['GET', '/api/v1/disputes/x', undefined],
      ['GET', '/nowhere', undefined],
    ] as const) {
      keepError(planted, await client.as(key).call(method, path, body))
    }
  }
  const elsewhere = await fetch(`${service.urls.ksa}/api/v2/payments`, {
    headers: { authorization: `Bearer ${keys.live.secret}` },
  })
  planted.errors.push(await elsewhere.text())
  const live = client.as(keys.live.secret)
  const payment = await newPayment(live, 340_00, 'main')
  succeed(await live.call('POST', `/api/v2/payments/${payment}/captures`, { amount: '340.00' }))
  succeed(await live.call('POST', '/sandbox/disputes', { payment_id: payment, reason: 'product_issue' }))
}

function keepError({ errors }: PlantedSecrets, { status, text }: Answer): void {
  if (status < 400 || status >= 500) throw new Error(`answered ${status}, a refusal was wanted: ${text.slice(0, 150)}`)
  errors.push(text)
}

/** Returns every row of every table as text. */
async function readDatabase(records: Records): Promise<string> {
  const tables = await records.query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await records.query(`select row::text as text from ${name} as row`)
    texts.push(...rows.map(({ text }) => String(text)))
  }
  return texts.join('\n')
}

function readFiles(folder: string, pattern = '**/*'): string {
  const files = globSync(pattern, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n')
}

/** Searches for each secret as plain text, in groups of four, in hexadecimal and in base 64. */
function search(secrets: readonly Secret[], place: string, text: string): string[] {
  return secrets.flatMap(({ what, text: secret }) => {
    const bytes = Buffer.from(secret)
    const forms = [
      secret,
      secret.replace(/(.{4})(?=.)/g, '$1 '),
      bytes.toString('hex'),
      bytes.toString('base64url'),
      bytes.toString('base64').replace(/=+$/, ''),
    ]
    return forms.some((form) => text.includes(form)) ? [`${what} is in the ${place}`] : []
  })
}
