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
  /** Undefined when the body does not speak of it. */
  readonly header: WebhookHeader | null | undefined
}

/**
 * Reads a webhook out of a right-typed body and judges it: its address by its text and by what it resolves to, its header by
 * its form. Refuses in the words of its family.
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
  // Stand-ins that nothing is wrong with, so that the other member is judged all the same.
  const header = { title: title ?? 'X', value: value ?? 'x' }
  const wrong = [...missing, ...wrongHeaderFields(header)]
  if (wrong.length > 0) throw refusalsOf[family].invalidHeader(wrong)
  return header
}

function required(field: string): WrongField {
  return { ...wrongValue(field, 'is required'), code: 'required' }
}

/** Whether every address of the host is public. The sandbox asks nothing of names where nothing can be resolved at all. */
async function isReachable(app: App, address: WebhookAddress): Promise<boolean> {
  if (address.isNamed) return true
  if (app.config.mode === 'sandbox' && !(await app.resolver.works())) return true
  const found = await app.resolver.addressesOf(address.hostname)
  return found.length > 0 && found.every(isPublicAddress)
}
