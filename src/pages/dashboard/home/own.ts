import type { Store } from '../../../platform/merchants/merchant.ts'
import type { OwnWebhook } from '../webhooks/own-webhooks.ts'

/** What several parts of the first page are made from, read once. */
export interface Own {
  /** The default one first. */
  readonly stores: readonly Store[]
  /** Of the mode. */
  readonly webhooks: readonly OwnWebhook[]
}
