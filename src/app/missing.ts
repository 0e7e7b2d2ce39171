import { isIP } from 'node:net'
import type { Log } from '../adapters/log.ts'
import { isPublicAddress } from '../base/addresses.ts'
import type { Config } from './config.ts'

type Missing = 'public address' | 'card processor' | 'message gateway'

/** What a service in production has not been given and live payments need. A sandbox needs neither. */
export function listMissing({
  mode,
  stripe,
  messages,
  regions,
  baseUrls,
}: Pick<Config, 'mode' | 'stripe' | 'messages' | 'regions' | 'baseUrls'>): readonly Missing[] {
  if (mode === 'sandbox') return []
  const missing: Missing[] = []
  if (regions.some((region) => !mayBeReached(baseUrls[region]))) missing.push('public address')
  if (stripe === undefined) missing.push('card processor')
  if (messages === undefined) missing.push('message gateway')
  return missing
}

/** A name may be anybody's; an address says itself whose it is. */
function mayBeReached(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? host !== 'localhost' : isPublicAddress(host)
}

const consequences: Record<Missing, string> = {
  'public address':
    'links and payment pages lead to an address of this machine: set BASE_URL and KSA_BASE_URL to what customers reach',
  'card processor': 'no card processor is connected: set CARD_PROCESSOR, or live payments cannot be paid',
  'message gateway':
    'no message gateway is connected: set MESSAGE_URL, or customers of live payments get no codes and links',
}

/** Warns the operator, a line for each. */
export function warnOfMissing(config: Config, log: Log): void {
  for (const missing of listMissing(config)) log.warn({ missing }, consequences[missing])
}
