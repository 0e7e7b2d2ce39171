import { optional, text } from '../../../platform/http/schemas.ts'
import { type Static, Type } from '../../../platform/http/type.ts'
import { NewMerchant } from '../../../rehearsal/sandbox/merchants.ts'
import { type OrderState, orderStateNames } from '../beside/order-states.ts'

const maxMerchants = 20
const maxPayments = 1_000

/** An amount or an order number may look like a whole number. */
function written(maxLength: number) {
  return Type.Unsafe<string | number>({ type: ['string', 'integer'], maxLength })
}

const SeedPayment = Type.Object({
  order: optional(written(255)),
  state: Type.Unsafe<OrderState>({ type: 'string', enum: orderStateNames }),
  store: optional(text()),
  age: optional(text(32)),
  amount: optional(written(14)),
  captured: optional(written(14)),
  refunded: optional(written(14)),
  card: optional(written(32)),
  buyer: optional(Type.Object({ name: optional(text()), email: optional(text()), phone: optional(text()) })),
})

/** What a seed file has: merchants as `POST /sandbox/merchants` takes them, with their payments. */
export const SeedFile = Type.Object({
  merchants: Type.Array(
    Type.Object({
      ...NewMerchant.properties,
      payments: optional(Type.Array(SeedPayment, { maxItems: maxPayments })),
    }),
    { minItems: 1, maxItems: maxMerchants },
  ),
})

export type Seed = Static<typeof SeedFile>
export type SeedMerchant = Seed['merchants'][number]
export type SeedPayment = Static<typeof SeedPayment>

/** What a sandbox has without a seed file. */
export const usualSeed: Seed = {
  merchants: [{ name: 'Throw-away', region: 'uae', stores: [{ merchant_code: 'AE', country: 'AE' }] }],
}
