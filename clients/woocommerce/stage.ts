import type { Browser, Page } from 'playwright-core'
import { type ClientStore, Loss, type Money, readMoney, type Scene } from '../judge.ts'
import { type CheckoutKind, newCustomer, pay, placeOrder, waitForOrder } from './customer.ts'
import type { Order, WooShop } from './shop.ts'
import { enterKeys } from './staff.ts'

/** A shop with the keys of a merchant, and its owner signed in. */
export interface Stage extends ClientStore {
  readonly shop: WooShop
  readonly browser: Browser
  readonly staff: Page
}

/** The stage whose keys each shop has. */
const current = new WeakMap<WooShop, Stage>()

/**
 * Returns a scene. `play` returns what went wrong, or undefined. `loss`: what the customer or the merchant loses, and how
 * to repeat it. Without a loss an error counts as what went wrong, too. With one it ends the run: a failure of ours would
 * otherwise pass for a known fault of the plug-in.
 */
export function scene(
  action: Scene<Stage>['action'],
  play: (stage: Stage) => Promise<string | undefined>,
  loss = '',
): Scene<Stage> {
  return {
    action,
    async play(stage) {
      if (current.get(stage.shop) !== stage) await enterKeys(stage.staff, stage.shop, stage.merchant)
      current.set(stage.shop, stage)
      const problem = await play(stage).catch((error: Error) => {
        if (loss !== '') throw error
        return error.message.split('\n')[0]
      })
      if (problem !== undefined) throw new Loss(`Seen: ${problem}. ${loss}`.trim())
    },
  }
}

/** The payment of an order as the service has it. */
export function paymentOf({ merchant }: Stage, order: Order): Promise<Money> {
  return readMoney(merchant, order.payment)
}

/** A new customer's order, paid. `comesBack`: whether the customer returns to the shop. */
export async function paidOrder(stage: Stage, kind: CheckoutKind = 'classic', comesBack = true): Promise<Order> {
  const { shop, browser } = stage
  const customer = await newCustomer(browser)
  const order = await placeOrder(stage, kind, customer)
  await pay(shop, customer, comesBack)
  await customer.page.context().close()
  return order
}

/** The same, once the shop shows it as paid. Throws if it does not. */
export async function processingOrder(stage: Stage): Promise<Order> {
  const { id, payment } = await paidOrder(stage)
  const order = await waitForOrder(stage.shop, id, (one) => one?.status === 'processing')
  if (order?.status !== 'processing') throw new Error(`the paid order is ${order?.status ?? 'gone'}`)
  return { ...order, payment }
}
