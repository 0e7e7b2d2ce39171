import { badData, notFound, type Refusal, type WrongField, wrongFields } from '../base/refusals.ts'
import type { WebhookFamily } from './webhook.ts'

interface WebhookRefusals {
  invalidUrl(): Refusal
  invalidHeader(fields: readonly WrongField[]): Refusal
  exists(): Refusal
  tooMany(): Refusal
  unknown(): Refusal
}

const badRequest = (): Refusal => badData('bad_request')

/** What each family says: payment webhooks tell what is wrong, dispute webhooks have one sentence for all of it. */
export const refusalsOf: Record<WebhookFamily, WebhookRefusals> = {
  payment: {
    invalidUrl: () => badData('invalid webhook url'),
    invalidHeader: (fields) => wrongFields(fields),
    exists: () => badData('webhook already exists'),
    tooMany: () => badData('max number of webhooks reached'),
    unknown: () => notFound('no such webhook'),
  },
  dispute: {
    invalidUrl: badRequest,
    invalidHeader: badRequest,
    exists: badRequest,
    tooMany: badRequest,
    unknown: () => notFound('webhook not found'),
  },
}

export const refusals = {
  unknownNotification: (): Refusal => notFound('no such notification'),
}
