import type { MerchantId, StoreId, WebhookId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { WebhookHeader } from './endpoints/header.ts'

export type WebhookFamily = 'payment' | 'dispute'

/** Why a webhook was disabled: its endpoint said that it is gone (410), nothing arrived for five days, or somebody did it. */
export type DisabledReason = 'gone' | 'given_up' | 'by_hand'

/** Which webhooks belong together: one store's of one family and mode. Limits and uniqueness hold within the set. */
export interface WebhookSet {
  readonly merchantId: MerchantId
  readonly storeId: StoreId
  readonly isTest: boolean
  readonly family: WebhookFamily
}

/** Whose notifications a secret signs: a store's, of both families and modes. */
export interface SigningStore {
  readonly merchantId: MerchantId
  readonly storeId: StoreId
}

/** Where notifications are delivered. */
export interface Webhook {
  readonly id: WebhookId
  readonly family: WebhookFamily
  readonly storeId: StoreId
  readonly isTest: boolean
  readonly url: string
  readonly normalisedUrl: string
  readonly header: WebhookHeader | null
  readonly createdAt: Instant
  /** Since when every attempt has failed; null while the last one succeeded. */
  readonly failingSince: Instant | null
  readonly disabledAt: Instant | null
  /** Null while it is not disabled. */
  readonly disabledReason: DisabledReason | null
}

/** The most webhooks of one set (docs/contract/notifications.md#webhooks). */
export const maxWebhooks = 4
