import type { MerchantId, StoreId, WebhookId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { WebhookHeader } from './endpoints/header.ts'

export type WebhookFamily = 'payment' | 'dispute'

/**
 * Why a webhook was disabled: its endpoint answered 410, no delivery succeeded for five days, or a person disabled
 * it.
 */
export type DisabledReason = 'gone' | 'given_up' | 'by_hand'

/** The webhooks of one family and mode, of one store or for all stores. Limits and uniqueness hold within the set. */
export interface WebhookSet {
  readonly merchantId: MerchantId
  /** Null: for all stores of the merchant. */
  readonly storeId: StoreId | null
  readonly isTest: boolean
  readonly family: WebhookFamily
}

/** The webhooks of one family and mode that are notified of a store. */
export interface StoreWebhooks extends WebhookSet {
  readonly storeId: StoreId
}

/** The store whose notifications, of both families and modes, a secret signs. */
export interface SigningStore {
  readonly merchantId: MerchantId
  readonly storeId: StoreId
}

/** A registered address for notifications. */
export interface Webhook {
  readonly id: WebhookId
  readonly family: WebhookFamily
  /** Null: for all stores of the merchant. */
  readonly storeId: StoreId | null
  readonly isTest: boolean
  readonly url: string
  readonly normalisedUrl: string
  readonly header: WebhookHeader | null
  readonly createdAt: Instant
  /** Since when every attempt has failed; null if the last one succeeded. */
  readonly failingSince: Instant | null
  readonly disabledAt: Instant | null
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null
}

/** The most webhooks of one set (docs/contract/notifications.md#webhooks). */
export const maxWebhooks = 4
