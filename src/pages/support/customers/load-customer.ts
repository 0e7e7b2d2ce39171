import { listDecisions } from '../../../money/checkout/sessions/decisions.ts'
import { findExposure, type OpenExposure } from '../../../money/collections/customers.ts'
import { listPurchases, type Purchase } from '../../../money/collections/purchases.ts'
import { findAcrossMerchants, type SupportPayment } from '../../../money/payments/search/find-across-merchants.ts'
import { isSearchPartial } from '../../../money/payments/search/searches.ts'
import type { Decision } from '../../../money/risk/judge.ts'
import { findBlocksOf } from '../../../money/risk/service-blocks.ts'
import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import { regions } from '../../../platform/base/markets.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { getMerchant } from '../../../platform/merchants/merchants.ts'
import type { SupportVisit } from '../page.ts'

interface CustomerPurchase extends Purchase {
  readonly merchantName: string
  /** Undefined for a payment without a checkout. */
  readonly decision: Decision | undefined
}

/** An order that was refused before or during the checkout. */
interface RefusedOrder {
  readonly payment: SupportPayment
  readonly decision: Decision | undefined
}

/** The data of a customer. The phone identifies the customer. */
export interface LoadedCustomer {
  /** E.164. */
  readonly phone: string
  readonly purchases: readonly CustomerPurchase[]
  readonly hasMore: boolean
  readonly refused: readonly RefusedOrder[]
  /** Whether the search may still miss refused orders. */
  readonly isRefusedPartial: boolean
  readonly exposure: readonly OpenExposure[]
  readonly isBlocked: boolean
  readonly blockedBy: readonly { readonly id: string; readonly name: string }[]
}

/** Upper limit of the purchases, and of the refused orders. */
const maxOrders = 20

/** Loads a customer's data of both regions and modes, live before test. */
export async function loadCustomer({ app, request }: SupportVisit, phone: string): Promise<LoadedCustomer> {
  const [bought, refused, isRefusedPartial, exposure, blocks] = await Promise.all([
    readPurchases(app, phone, request.id),
    findAcrossMerchants(app, { phone, listedAs: 'rejected' }, maxOrders),
    isSearchPartial(app),
    findExposure(app, phone),
    findBlocksOf(app, phone),
  ])
  const { purchases, hasMore } = bought
  const merchantIds = new Set([...purchases.map(({ actor }) => actor.merchantId), ...blocks.merchantIds])
  const [names, decisions] = await Promise.all([
    namesOf(app, [...merchantIds]),
    decisionsOf(app, [
      ...purchases.map(({ actor, plan }) => ({ ...actor, id: plan.payment.id })),
      ...refused.map(({ merchantId, isTest, id }) => ({ merchantId, isTest, id })),
    ]),
  ])
  return {
    phone,
    purchases: purchases.map((purchase) => ({
      ...purchase,
      merchantName: names.get(purchase.actor.merchantId) ?? '',
      decision: decisions.get(purchase.plan.payment.id),
    })),
    hasMore,
    refused: refused.map((payment) => ({ payment, decision: decisions.get(payment.id) })),
    ...{ isRefusedPartial, exposure, isBlocked: blocks.byService },
    blockedBy: blocks.merchantIds.map((id) => ({ id, name: names.get(id) ?? '' })),
  }
}

// One region and mode after the other, so that it reads only rows that the page shows.
async function readPurchases(app: App, phone: string, requestId: string) {
  const owners = [false, true].flatMap((isTest) => regions.map((region) => ({ region, isTest, phone })))
  const purchases: Purchase[] = []
  let hasMore = false
  for (const owner of owners) {
    const page = await listPurchases(app, owner, { limit: maxOrders - purchases.length, skip: 0, requestId })
    purchases.push(...page.purchases)
    hasMore ||= page.hasMore
  }
  return { purchases, hasMore }
}

async function namesOf(app: App, ids: readonly MerchantId[]): Promise<ReadonlyMap<MerchantId, string>> {
  return new Map(await Promise.all(ids.map(async (id) => [id, (await getMerchant(app, id)).name] as const)))
}

type PaymentKey = MerchantMode & { readonly id: PaymentId }

// One statement per merchant and mode instead of one per payment.
async function decisionsOf(app: App, payments: readonly PaymentKey[]): Promise<ReadonlyMap<PaymentId, Decision>> {
  const groups = Map.groupBy(payments, ({ merchantId, isTest }) => `${merchantId} ${isTest}`)
  const found = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [first] = group
      return first === undefined
        ? []
        : [
            ...(await listDecisions(
              app,
              first,
              group.map(({ id }) => id),
            )),
          ]
    }),
  )
  return new Map(found.flat())
}
