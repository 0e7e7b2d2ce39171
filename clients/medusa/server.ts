import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../testkit/listen.ts'
import type { ClientStore } from '../judge.ts'
import { nodeEnvironment } from '../node/environment.ts'
import type { Checkout, World } from '../world.ts'

const staff = { email: 'staff@shop.test', password: 'only-for-this-run' }
const startLimitMs = 120_000

/** The body of Medusa's answers. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
export type Body = any

export interface MedusaAnswer {
  readonly status: number
  readonly body: Body
}

/** A running Medusa server with a region in AED, a product of 170.00 and the provider. */
export interface MedusaStore extends ClientStore {
  readonly regionId: string
  readonly variantId: string
  /** Calls Medusa's store API as the customer's browser, or its admin API as staff. */
  call(method: string, path: string, body?: object): Promise<MedusaAnswer>
  /** Stops the server, and so closes its connections to the database. */
  stop(): Promise<void>
}

/** Makes a database, and starts a Medusa server on it with the keys of a new merchant. */
export async function startMedusa(
  world: World,
  folder: string,
  database: pg.PoolConfig,
  checkout: Checkout,
): Promise<MedusaStore> {
  const merchant = await world.newMerchant(checkout)
  const env = {
    ...nodeEnvironment(world, folder),
    DATABASE_URL: await makeDatabase(database, checkout),
    TABBY_API: 'https://api.tabby.ai/api/v2',
    TABBY_TOKEN: merchant.publicKey,
    TABBY_TOKEN_SECRET: merchant.secretKey,
    WEB_ENDPOINT: 'http://shop.test',
    MEDUSA_DISABLE_TELEMETRY: 'true',
  }
  const program = join(folder, 'node_modules/@medusajs/medusa/cli.js')
  await runMedusa(world, [program, 'migrations', 'run'], env)
  await runMedusa(world, [program, 'user', '-e', staff.email, '-p', staff.password], env)
  const port = await freePort()
  const server = world.start(process.execPath, [program, 'start', '-p', String(port)], env)
  await withLimit(server, server.waitForLine(/Server is ready/))
  const call = await signIn(`http://127.0.0.1:${port}`)
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await withLimit(server, server.waitForEnd())
  }
  return { merchant, call, stop, ...(await fillStore(call)) }
}

async function makeDatabase(connection: pg.PoolConfig, checkout: Checkout): Promise<string> {
  const name = `medusa_${checkout}`
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const { user, password, host, port } = connection
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}:${password}@localhost/${name}?${query}`
}

async function runMedusa(world: World, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const started = world.start(process.execPath, args, env)
  const code = await withLimit(started, started.waitForEnd())
  if (code !== 0) throw new Error(`medusa ${args[1]} ended with ${code}:\n${started.lines.slice(-20).join('\n')}`)
}

async function withLimit<T>(started: { kill(signal: NodeJS.Signals): void }, work: Promise<T>): Promise<T> {
  const limit = setTimeout(() => started.kill('SIGKILL'), startLimitMs)
  return await work.finally(() => clearTimeout(limit))
}

async function signIn(url: string): Promise<MedusaStore['call']> {
  let cookie = ''
  const call: MedusaStore['call'] = async (method, path, body) => {
    const isStaff = path.startsWith('/admin')
    const headers = { 'content-type': 'application/json', ...(isStaff && { cookie }) }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const limit = AbortSignal.timeout(startLimitMs)
    const response = await fetch(url + path, { method, headers, signal: limit, ...sent })
    if (isStaff) cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  must(await call('POST', '/admin/auth', staff))
  return call
}

/** Returns the body. Throws unless the call worked: only for calls that do not reach the provider. */
export function must({ status, body }: MedusaAnswer): Body {
  if (status >= 300) throw new Error(`Medusa answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function fillStore(call: MedusaStore['call']): Promise<Pick<MedusaStore, 'regionId' | 'variantId'>> {
  must(await call('POST', '/admin/store', { currencies: ['usd', 'aed'] }))
  const { region } = must(
    await call('POST', '/admin/regions', {
      name: 'Emirates',
      currency_code: 'aed',
      tax_rate: 0,
      payment_providers: ['Tabby'],
      fulfillment_providers: ['manual'],
      countries: ['ae'],
    }),
  )
  const { product } = must(
    await call('POST', '/admin/products', {
      title: 'Linen shirt',
      status: 'published',
      options: [{ title: 'Size' }],
      variants: [
        {
          title: 'S',
          manage_inventory: false,
          options: [{ value: 'S' }],
          prices: [{ currency_code: 'aed', amount: 17_000 }],
        },
      ],
    }),
  )
  must(
    await call('POST', '/admin/shipping-options', {
      name: 'Courier',
      region_id: region.id,
      provider_id: 'manual',
      data: { id: 'manual-fulfillment' },
      price_type: 'flat_rate',
      amount: 0,
    }),
  )
  return { regionId: region.id, variantId: product.variants[0].id }
}
