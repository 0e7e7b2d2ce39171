import { type Client, openClient, succeed } from '../testkit/client.ts'
import { openReceiver } from '../testkit/receiver.ts'
import { type Merchant, newMerchant } from '../testkit/shop.ts'

import { storeHeader } from './fixtures.ts'

/** How a merchant's server answers. */
type Behaviour = 'good' | 'failing' | 'slow' | 'dead'

export interface SoakShop {
  readonly merchant: Merchant
  readonly behaviour: Behaviour
}

/** Merchants' servers of every kind. They do not keep notifications: those of an hour would fill the memory. */
interface Receivers {
  /** The value of the variable WEBHOOK_HOSTS. */
  readonly hosts: string
  readonly arrived: Readonly<Record<Exclude<Behaviour, 'dead'>, number>>
  close(): Promise<void>
}

const slowMs = 1_500

export async function openReceivers(): Promise<Receivers> {
  const open = () => openReceiver({ keeps: false })
  const [good, failing, slow] = [await open(), await open(), await open()]
  const arrived = { good: 0, failing: 0, slow: 0 }
  good.answer = (_, response) => {
    arrived.good += 1
    response.end('ok')
  }
  failing.answer = (_, response) => {
    arrived.failing += 1
    if (arrived.failing % 4 === 0) response.end('ok')
    else if (arrived.failing % 4 === 1) response.destroy()
    else response.writeHead(500).end('no'.repeat(2_000))
  }
  slow.answer = (_, response) => {
    arrived.slow += 1
    setTimeout(() => response.end('ok'), slowMs)
  }
  return {
    // No server listens at port 9.
    hosts: `good.test=127.0.0.1:${good.port},failing.test=127.0.0.1:${failing.port},slow.test=127.0.0.1:${slow.port},dead.test=127.0.0.1:9`,
    arrived,
    async close() {
      await Promise.all([good.close(), failing.close(), slow.close()])
    },
  }
}

// Deliveries to a slow or failing webhook are few at a time. So few merchants have one: otherwise its queue would only
// grow.
const behaviours: readonly Behaviour[] = [...Array<Behaviour>(36).fill('good'), 'failing', 'failing', 'dead', 'slow']

/** Makes the merchants, each with webhooks in live and in test mode. */
export async function openSoakShops(baseUrl: string): Promise<SoakShop[]> {
  const client = openClient(baseUrl, '', 4)
  try {
    const shops: SoakShop[] = []
    for (const behaviour of behaviours) {
      const merchant = await newMerchant(client)
      await register(client, merchant, behaviour)
      shops.push({ merchant, behaviour })
    }
    return shops
  } finally {
    await client.close()
  }
}

async function register(client: Client, { keys }: Merchant, behaviour: Behaviour): Promise<void> {
  const header = { title: 'X-Shop-Auth', value: 'the value of a shop' }
  const [live, test] = [client.as(keys.live.secret, storeHeader), client.as(keys.test.secret, storeHeader)]
  for (const merchant of [live, test]) {
    succeed(await merchant.call('POST', '/api/v1/webhooks', { url: `https://${behaviour}.test/hook`, header }))
  }
  succeed(await live.call('POST', '/api/v1/dispute-webhooks', { url: `https://${behaviour}.test/disputes` }))
}
