import { isNetwork, isTooWide } from '../base/addresses.ts'
import type { Environment, Variable } from './environment.ts'

/** Limits and checks against abuse by strangers. */
export interface ProtectionSettings {
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Country codes of phones that may get text messages, without `+`. */
  readonly messageCountries: readonly string[]
  /** The most text messages to one merchant's customers in a minute, if rate limits are on. */
  readonly messagesPerMinute: number
  /**
   * A refund above this in a back office needs the password or a code again: in whole units of AED and SAR, a tenth
   * of it in KWD.
   */
  readonly refundProofUnits: number
}

const sixGulfStates = '971,966,965,973,974,968'

export const protectionVariables: readonly Variable[] = [
  {
    name: 'TRUSTED_PROXIES',
    fallback: '–',
    meaning:
      'addresses and networks of your proxies (`10.0.0.5,fd00::/8`), whose `X-Forwarded-For` is trusted; no network wider than `/8` (IPv6: `/7`)',
  },
  {
    name: 'MESSAGE_COUNTRIES',
    fallback: `\`${sixGulfStates}\``,
    meaning: 'country codes of phones that text messages may go to',
  },
  {
    name: 'MESSAGES_PER_MINUTE',
    fallback: '`100`',
    meaning:
      'text messages to the customers of one merchant, and codes to sign in to the account, within a minute each (with `RATE_LIMITS`), 1 to 1000',
  },
  {
    name: 'REFUND_PROOF_ABOVE',
    fallback: '`5000`',
    meaning:
      'who refunds more at the dashboard gives password or code again, unless within ten minutes: in AED and SAR, a tenth of it in KWD, 0 to 50000',
  },
]

export function readProtection(env: Environment): ProtectionSettings {
  const trustedProxies = env.value('TRUSTED_PROXIES') === undefined ? [] : env.list('TRUSTED_PROXIES', '')
  if (!trustedProxies.every(isNetwork)) {
    env.complain('TRUSTED_PROXIES', 'IP addresses or networks such as 10.0.0.0/8, with commas between')
  } else if (trustedProxies.some(isTooWide)) {
    env.complain(
      'TRUSTED_PROXIES',
      'your own proxies, in networks of /8 or narrower (IPv6: /7): they name the address of each caller',
    )
  }
  const messageCountries = env.list('MESSAGE_COUNTRIES', sixGulfStates).map((code) => code.replace(/^\+/, ''))
  if (!messageCountries.every((code) => /^[1-9]\d{0,3}$/.test(code))) {
    env.complain('MESSAGE_COUNTRIES', 'country codes of one to four digits, with commas between')
  }
  const messagesPerMinute = env.wholeNumber('MESSAGES_PER_MINUTE', 100, [1, 1_000], 'a whole number, 1 to 1000')
  const refundProofUnits = env.wholeNumber('REFUND_PROOF_ABOVE', 5_000, [0, 50_000], 'a whole number, 0 to 50000')
  return { trustedProxies, messageCountries, messagesPerMinute, refundProofUnits }
}
