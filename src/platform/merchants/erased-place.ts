import type { App } from '../app/app.ts'
import type { MerchantId, PaymentId } from '../base/ids.ts'
import type { Replacing } from '../base/replacing.ts'
import type { Tx } from '../db/db.ts'
import type { MerchantMode } from './caller.ts'

/** The erasing of one payment's personal data. */
export interface PaymentErasing extends MerchantMode, Replacing {
  readonly paymentId: PaymentId
  /** The ids of the payment and its disputes. */
  readonly ids: readonly string[]
  /** Returns a body of the API with the members that are the customer's replaced. */
  inBody<T>(body: T): T
  /** The same for the payments in a body that are this customer's: a list has those of others, too. */
  inOwnParts<T>(body: T): T
}

/** A customer to erase, in one mode. */
export interface ErasedContacts {
  /** E.164. */
  readonly phone: string
  readonly isTest: boolean
  /** E-mail addresses, as they were given. */
  readonly emails: readonly string[]
  /** The merchants of the customer. */
  readonly merchantIds: readonly MerchantId[]
  /** Returns the text with the phone replaced, however it is written. */
  phoneIn(text: string): string
}

/**
 * A place with personal data of customers. Each room declares its own (docs/contract/terms.md#erasing). Erasing twice
 * changes nothing more.
 */
export interface ErasedPlace {
  /** Does what cannot be in the transaction that erases a payment, before it. */
  before?(app: App, erasing: PaymentErasing): Promise<void>
  /** Replaces what is kept with one payment, in the transaction that erases it. */
  ofPayment?(tx: Tx, erasing: PaymentErasing): Promise<void>
  /** Removes what is kept of a customer that no purchase needs. */
  ofCustomer?(app: App, customer: ErasedContacts): Promise<void>
}
