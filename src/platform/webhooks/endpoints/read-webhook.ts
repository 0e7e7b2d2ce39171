import type { App } from '../../app/app.ts'
import { isPublicAddress } from '../../base/addresses.ts'
import { type WrongField, wrongValue } from '../../base/refusals.ts'
import { refusalsOf } from '../refusals.ts'
import type { WebhookInput } from '../schemas.ts'
import type { WebhookFamily } from '../webhook.ts'
import { readWebhookAddress, type WebhookAddress } from './address.ts'
import { type WebhookHeader, wrongHeaderFields } from './header.ts'

export interface WebhookRequest {
  readonly address: WebhookAddress
  /** Undefined if the body has no such member. */
  readonly header: WebhookHeader | null | undefined
}

/**
 * Reads a webhook from a body of the right types. Judges the text of the address, the addresses that its host
 * resolves to, and the header. Refuses with the texts of its family.
 */
export async function readWebhook(app: App, family: WebhookFamily, body: WebhookInput): Promise<WebhookRequest> {
  const rules = { httpsOnly: family === 'payment', namedHosts: app.config.webhookHosts }
  const address = readWebhookAddress(body.url ?? '', rules)
  if (address === undefined) throw refusalsOf[family].invalidUrl()
  const header = readHeader(family, body.header)
  if (!(await isReachable(app, address))) throw refusalsOf[family].invalidUrl()
  return { address, header }
}

function readHeader(family: WebhookFamily, given: WebhookInput['header']): WebhookHeader | null | undefined {
  if (given === undefined || given === null) return given
  const [title, value] = [given.title ?? null, given.value ?? null]
  if (title === null && value === null && family === 'payment') return null
  const missing: WrongField[] = []
  if (title === null) missing.push(required('$.header.title'))
  if (value === null) missing.push(required('$.header.value'))
  // Valid values in place of a missing member, so that the other member is judged, too.
  const header = { title: title ?? 'X', value: value ?? 'x' }
  const wrong = [...missing, ...wrongHeaderFields(header)]
  if (wrong.length > 0) throw refusalsOf[family].invalidHeader(wrong)
  return header
}

function required(field: string): WrongField {
  return { ...wrongValue(field, 'is required'), code: 'required' }
}

/** Returns whether every address of the host is public. A sandbox without a working resolver takes every name. */
async function isReachable(app: App, address: WebhookAddress): Promise<boolean> {
  if (address.isNamed) return true
  if (app.config.mode === 'sandbox' && !(await app.resolver.works())) return true
  const found = await app.resolver.addressesOf(address.hostname)
  return found.length > 0 && found.every(isPublicAddress)
}
