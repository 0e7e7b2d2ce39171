import { isIP } from 'node:net'
import type { Log } from '../adapters/log.ts'
import { isPublicAddress } from '../base/addresses.ts'
import type { Config } from './config.ts'
import { isUnencrypted } from './environment.ts'

/** A setting that is absent, or a variable whose value weakens the service. */
type Missing =
  | 'public address'
  | 'card processor'
  | 'message gateway'
  | 'RATE_LIMITS'
  | 'MESSAGE_URL'
  | 'MAIL_URL'
  | 'ATTACHMENTS_ENDPOINT'
  | 'RISK_URL'

type Settings = Pick<
  Config,
  'mode' | 'stripe' | 'messages' | 'mail' | 'attachmentsBucket' | 'regions' | 'baseUrls' | 'rateLimits' | 'scoring'
>

/**
 * Lists absent settings that live payments need, and variables that weaken production. In a sandbox the list is
 * empty.
 */
export function listMissing(config: Settings): readonly Missing[] {
  const { mode, stripe, messages, mail, attachmentsBucket, regions, baseUrls, rateLimits, scoring } = config
  if (mode === 'sandbox') return []
  const isWeak = (url: string | undefined): boolean => url !== undefined && isUnencrypted(url)
  const judged: readonly (readonly [Missing, boolean])[] = [
    ['public address', regions.some((region) => !mayBeReached(baseUrls[region]))],
    ['card processor', stripe === undefined],
    ['message gateway', messages === undefined],
    ['RATE_LIMITS', !rateLimits],
    ['MESSAGE_URL', isWeak(messages?.url)],
    ['MAIL_URL', isWeak(mail?.url)],
    ['ATTACHMENTS_ENDPOINT', isWeak(attachmentsBucket?.endpoint)],
    ['RISK_URL', isWeak(scoring.endpoint?.url)],
  ]
  return judged.filter(([, isMissing]) => isMissing).map(([missing]) => missing)
}

/**
 * Returns whether customers can reach the address: over TLS, at a host name or a public IP address. Without TLS it
 * is the default of HOST and PORT.
 */
function mayBeReached(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) === 0 ? host !== 'localhost' : isPublicAddress(host))
}

const consequences: Record<Missing, string> = {
  'public address':
    'links and payment pages lead to an address of this machine: set BASE_URL and KSA_BASE_URL to what customers reach',
  'card processor': 'no card processor is connected: set CARD_PROCESSOR, or live payments cannot be paid',
  'message gateway':
    'no message gateway is connected: set MESSAGE_URL, or customers of live payments get no codes and links',
  RATE_LIMITS: 'RATE_LIMITS=off: neither addresses nor keys are limited, unless a gateway before the service does it',
  MESSAGE_URL: "MESSAGE_URL is http: customers' codes can be read on the way to another machine",
  MAIL_URL: 'MAIL_URL is http: links that sign people in can be read on the way to another machine',
  ATTACHMENTS_ENDPOINT: "ATTACHMENTS_ENDPOINT is http: customers' files can be read on the way to another machine",
  RISK_URL: "RISK_URL is http: orders and customers' data can be read on the way to another machine",
}

/** Logs a warning for each missing setting. */
export function warnOfMissing(config: Config, log: Log): void {
  for (const missing of listMissing(config)) log.warn({ missing }, consequences[missing])
}
