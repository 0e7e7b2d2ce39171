import { type Country, countries, regionOf } from '../../../platform/base/countries.ts'
import { type MerchantId, newOrderedId, nilId, parseId } from '../../../platform/base/ids.ts'
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
 * Makes a merchant, once however often its form is sent; sent again for another merchant it makes none, and says which there is. Its keys are for its own people, who issue them at the dashboard: nobody is shown any
 * here.
 */
export async function submitMerchant(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, address } = visit
  const name = (fields['name'] ?? '').trim()
  const merchantCode = (fields['merchant_code'] ?? '').trim()
  const country = parseCountry(fields['country'])
  if (!isText(name)) return { ...(await merchantsPage(visit, { problem: 'name', fields })), status: 422 }
  if (!isText(merchantCode)) return { ...(await merchantsPage(visit, { problem: 'code', fields })), status: 422 }
  if (country === undefined) return { ...(await merchantsPage(visit, { problem: 'country', fields })), status: 422 }
  const stores: NewStore[] = [{ merchantCode, country, checkout: 'strict' }]
  const merchantId = parseNewId(fields['merchant'] ?? '') ?? newOrderedId()
  const goTo = address(`merchants/${merchantId}`, { done: 'made' })
  try {
    const made = { merchantId, name, region: regionOf[country], stores }
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

// The id of nothing stands for all merchants.
function parseNewId(text: string): MerchantId | undefined {
  const id = parseId(text)
  return id === nilId ? undefined : id
}

// Whether it is the merchant that the form asks for; other stores may have come since.
async function isMade(
  { app }: SupportVisit,
  merchantId: MerchantId,
  name: string,
  wanted: readonly NewStore[],
): Promise<boolean> {
  const { name: madeName } = await getMerchant(app, merchantId)
  const stores = await listStores(app, merchantId)
  const isThere = ({ merchantCode, country }: NewStore): boolean =>
    stores.some((store) => store.merchantCode === merchantCode && store.country === country)
  return madeName === name && wanted.every(isThere)
}

export function parseCountry(text: string | undefined): Country | undefined {
  return countries.find((country) => country === text)
}

/** One line that names something. */
export function isText(text: string): boolean {
  return text !== '' && text.length <= 255 && isOneLine(text)
}
