import { type MerchantId, newOrderedId, nilId, parseId } from '../../../platform/base/ids.ts'
import { type Country, countries, regionOf } from '../../../platform/base/markets.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { isOneLine } from '../../../platform/base/texts.ts'
import { getMerchant } from '../../../platform/merchants/merchants.ts'
import { openMerchant } from '../../../platform/merchants/open-merchant.ts'
import { refusals } from '../../../platform/merchants/refusals.ts'
import { listStores, type NewStore } from '../../../platform/merchants/stores/stores.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { merchantsPage } from './view-merchants.ts'

/**
 * Creates a merchant. The form carries the id, so a second press creates no second merchant.
 * Answers 409 with the existing merchant if the same form is sent with other data.
 * Creates no keys: the merchant's people issue them in the dashboard.
 */
export async function submitMerchant(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, address } = visit
  const name = (fields['name'] ?? '').trim()
  const merchantCode = (fields['merchant_code'] ?? '').trim()
  const country = parseCountry(fields['country'])
  if (!isName(name)) return { ...(await merchantsPage(visit, { problem: 'name', fields })), status: 422 }
  if (!isName(merchantCode)) return { ...(await merchantsPage(visit, { problem: 'code', fields })), status: 422 }
  if (country === undefined) return { ...(await merchantsPage(visit, { problem: 'country', fields })), status: 422 }
  const stores: NewStore[] = [{ merchantCode, country, checkout: 'strict' }]
  const merchantId = parseNewId(fields['merchant'] ?? '') ?? newOrderedId()
  const goTo = address(`merchants/${merchantId}`, { done: 'made' })
  try {
    const made = { merchantId, name, region: regionOf(country), stores }
    const details = { name, merchant_code: merchantCode, country }
    await openMerchant(app, made, (tx) =>
      recordDone(visit, { what: 'make_merchant', onKind: 'merchant', onId: merchantId, details }, { merchantId }, tx),
    )
  } catch (error) {
    if (!(error instanceof Refusal && error.message === refusals.merchantThere.text)) throw error
    if (await isMade(visit, merchantId, name, stores)) return { goTo }
    const made = await getMerchant(app, merchantId)
    return { ...(await merchantsPage(visit, { made, fields: { ...fields, merchant: '' } })), status: 409 }
  }
  return { goTo }
}

// The nil id stands for all merchants.
function parseNewId(text: string): MerchantId | undefined {
  const id = parseId(text)
  return id === nilId ? undefined : id
}

// Whether the existing merchant is the requested one. It may have more stores by now.
async function isMade(
  { app }: SupportVisit,
  merchantId: MerchantId,
  name: string,
  requested: readonly NewStore[],
): Promise<boolean> {
  const { name: madeName } = await getMerchant(app, merchantId)
  const stores = await listStores(app, merchantId)
  const isThere = ({ merchantCode, country }: NewStore): boolean =>
    stores.some((store) => store.merchantCode === merchantCode && store.country === country)
  return madeName === name && requested.every(isThere)
}

export function parseCountry(text: string | undefined): Country | undefined {
  return countries.find((country) => country === text)
}

/** Whether the text is a name: one line, 1 to 255 characters. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= 255 && isOneLine(text)
}
