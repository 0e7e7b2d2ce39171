import type { Browser, Page } from 'playwright-core'
import type { Action, Finding } from '../client.ts'
import type { ClientMerchant } from '../world.ts'
import { type CheckoutKind, newCustomer, pay, placeOrder, waitForOrder } from './customer.ts'
import type { Order, WooShop } from './shop.ts'

/** A shop whose keys are entered, with its owner signed in. */
export interface Stage {
  readonly shop: WooShop
  readonly browser: Browser
  readonly staff: Page
  readonly merchant: ClientMerchant
}

/** One action, and what it means if it fails. */
export interface Check {
  readonly action: Action
  /** Whose defect a failure is. */
  readonly blame: Exclude<Finding['verdict'], 'works' | 'lenient'>
  /** What the customer or the merchant loses, and how to repeat it. */
  readonly loss: string
  /** Returns what went wrong; undefined if the action works. */
  play(stage: Stage): Promise<string | undefined>
}

/** The payment as the service has it. */
export async function paymentOf({ merchant }: Stage, order: Order) {
  const { body } = await merchant.shop.call('GET', `/api/v2/payments/${order.payment}`)
  const sum = (rows: { amount: string }[]): number => rows.reduce((total, { amount }) => total + Number(amount), 0)
  return {
    status: String(body.status),
    amount: String(body.amount),
    captured: sum(body.captures ?? []),
    refunded: sum(body.refunds ?? []),
  }
}

/** Adds a fault for the next call or notification. */
export async function addFault({ merchant }: Stage, on: object, fault: object, when: object = {}): Promise<void> {
  const added = await merchant.shop.call('POST', '/sandbox/faults', { on, do: fault, when })
  if (added.status !== 200) throw new Error(added.text)
}

/** A new customer's order, paid. `comesBack`: whether the customer returns to the shop. */
export async function paidOrder(stage: Stage, kind: CheckoutKind = 'classic', comesBack = true): Promise<Order> {
  const { shop, browser } = stage
  const customer = await newCustomer(browser)
  const order = await placeOrder(shop, kind, customer)
  await pay(shop, customer, comesBack)
  await customer.page.context().close()
  return order
}

/** The same, once the shop shows it as paid. Throws if it does not. */
export async function processingOrder(stage: Stage): Promise<Order> {
  const { id } = await paidOrder(stage)
  const order = await waitForOrder(stage.shop, id, (one) => one?.status === 'processing')
  if (order?.status !== 'processing') throw new Error(`the paid order is ${order?.status ?? 'gone'}`)
  return order
}
