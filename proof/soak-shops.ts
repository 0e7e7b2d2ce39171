import { type Client, openClient } from '../testkit/client.ts'
import { openReceiver, type Receiver } from '../testkit/receiver.ts'
import { type Merchant, newMerchant, succeed } from './shop.ts'

/** How a merchant's server answers. */
export type Manner = 'good' | 'failing' | 'slow' | 'dead'

export interface SoakShop {
  readonly merchant: Merchant
  readonly manner: Manner
}

/** Merchants' servers of every kind. Nobody keeps what arrives: an hour of it would be much. */
export interface Receivers {
  /** For the variable WEBHOOK_HOSTS. */
  readonly hosts: string
  readonly arrived: Readonly<Record<Exclude<Manner, 'dead'>, number>>
  close(): Promise<void>
}

const slowMs = 1_500

export async function openReceivers(): Promise<Receivers> {
  const [good, failing, slow] = [await openReceiver(), await openReceiver(), await openReceiver()]
  const arrived = { good: 0, failing: 0, slow: 0 }
  const count = (receiver: Receiver, manner: keyof typeof arrived): void => {
    arrived[manner] += 1
    receiver.received.length = 0
  }
  good.answer = (_, response) => {
    count(good, 'good')
    response.end('ok')
  }
  failing.answer = (_, response) => {
    count(failing, 'failing')
    if (arrived.failing % 4 === 0) response.end('ok')
    else if (arrived.failing % 4 === 1) response.destroy()
    else response.writeHead(500).end('no'.repeat(2_000))
  }
  slow.answer = (_, response) => {
    count(slow, 'slow')
    setTimeout(() => response.end('ok'), slowMs)
  }
  return {
    // Nobody listens at port 9.
    hosts: `good.test=127.0.0.1:${good.port},failing.test=127.0.0.1:${failing.port},slow.test=127.0.0.1:${slow.port},dead.test=127.0.0.1:9`,
    arrived,
    async close() {
      await Promise.all([good.close(), failing.close(), slow.close()])
    },
  }
}

// Of a webhook that takes long or fails little is sent at a time: its merchants are few, or what waits would only grow.
const manners: readonly Manner[] = [...Array<Manner>(36).fill('good'), 'failing', 'failing', 'dead', 'slow']

/** Makes the merchants, each with webhooks in live and in test mode. */
export async function openSoakShops(baseUrl: string): Promise<SoakShop[]> {
  const client = openClient(baseUrl, '', 4)
  try {
    const shops: SoakShop[] = []
    for (const manner of manners) {
      const merchant = await newMerchant(client)
      await register(client, merchant, manner)
      shops.push({ merchant, manner })
    }
    return shops
  } finally {
    await client.close()
  }
}

async function register(client: Client, { keys }: Merchant, manner: Manner): Promise<void> {
  const header = { title: 'X-Shop-Auth', value: 'the value of a shop' }
  const store = { 'x-merchant-code': 'main' }
  for (const key of [keys.live.secret, keys.test.secret]) {
    const body = { url: `https://${manner}.test/hook`, header }
    succeed(await client.call('POST', '/api/v1/webhooks', body, key, store))
  }
  const disputes = { url: `https://${manner}.test/disputes` }
  succeed(await client.call('POST', '/api/v1/dispute-webhooks', disputes, keys.live.secret, store))
}
