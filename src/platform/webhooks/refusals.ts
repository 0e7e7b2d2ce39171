import { badData, conflict, type DeclaredRefusal, notFound, type WrongField, wrongFields } from '../base/refusals.ts'
import type { WebhookFamily } from './webhook.ts'

interface WebhookRefusals {
  readonly invalidUrl: DeclaredRefusal
  readonly invalidHeader: DeclaredRefusal<[fields: readonly WrongField[]]>
  readonly exists: DeclaredRefusal
  readonly tooMany: DeclaredRefusal
  readonly unknown: DeclaredRefusal
}

const badRequest = badData('bad_request')

/** The refusals of each family. Payment webhooks name the error, dispute webhooks have one text for all. */
export const refusalsOf: Record<WebhookFamily, WebhookRefusals> = {
  payment: {
    invalidUrl: badData('invalid webhook url'),
    invalidHeader: wrongFields,
    exists: badData('webhook already exists'),
    tooMany: badData('max number of webhooks reached'),
    unknown: notFound('no such webhook'),
  },
  dispute: {
    invalidUrl: badRequest,
    invalidHeader: badRequest,
    exists: badRequest,
    tooMany: badRequest,
    unknown: notFound('webhook not found'),
  },
}

export const refusals = {
  deliveryUnderWay: conflict('a notification of the payment is being sent'),
  unknownNotification: notFound('no such notification'),
  unknownReplay: notFound('no such replay'),
  disabledWebhook: conflict('the webhook is disabled'),
  secretMade: conflict('this secret was made already, and is shown once'),
}
