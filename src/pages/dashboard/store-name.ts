import type { Store } from '../../platform/merchants/merchant.ts'
import type { Choices } from '../../platform/ui/forms/fields.ts'
import { isolated } from '../../platform/ui/words/lang.ts'

type NamedStore = Pick<Store, 'merchantCode' | 'name'>

/** Returns the store's name, with its code if another store has the same name. */
export function nameOfStore(stores: readonly NamedStore[], merchantCode: string): string {
  const name = stores.find((store) => store.merchantCode === merchantCode)?.name
  if (!name) return merchantCode
  return stores.filter((store) => store.name === name).length > 1 ? `${name} (${merchantCode})` : name
}

/** Returns the choices of a field that selects a store. */
export function storeChoices(stores: readonly NamedStore[]): Choices {
  return stores.map(({ merchantCode }) => [merchantCode, isolated(nameOfStore(stores, merchantCode))] as const)
}
