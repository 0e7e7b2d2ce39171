import type { App } from '../../platform/app/app.ts'
import type { Charge, ChargeKey } from './charge.ts'
import { chargeFrom, findCharge as find } from './store/charges.ts'

/** The charge as it is now. */
export async function findCharge(app: App, { merchantId, id }: ChargeKey): Promise<Charge | undefined> {
  const [row] = await app.db.run(find, { merchantId, id })
  return row && chargeFrom(row)
}
