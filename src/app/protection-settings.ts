import { isNetwork } from '../base/addresses.ts'

/** What protects customers' phones and the service's address from strangers. */
export interface ProtectionSettings {
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Country codes of the phones that text messages may go to, without `+`. */
  readonly messageCountries: readonly string[]
  /** How many text messages one merchant's customers may be sent within a minute, where limits are on. */
  readonly messagesPerMinute: number
}

const sixGulfStates = '971,966,965,973,974,968'

/** Their rows in docs/configuration.md. */
export const protectionVariables = [
  {
    name: 'TRUSTED_PROXIES',
    fallback: '–',
    meaning: 'addresses and networks of your proxies (`10.0.0.5,fd00::/8`): their `X-Forwarded-For` says who is asking',
  },
  {
    name: 'MESSAGE_COUNTRIES',
    fallback: `\`${sixGulfStates}\``,
    meaning: 'country codes of phones that text messages may go to',
  },
  {
    name: 'MESSAGES_PER_MINUTE',
    fallback: '`100`',
    meaning: 'text messages to the customers of one merchant within a minute (with `RATE_LIMITS`), 1 to 1000',
  },
] as const

/** Reads them from the environment; `complain` is told of each wrong one, with what is allowed. */
export function readProtection(
  value: (name: string) => string | undefined,
  complain: (name: string, allowed: string) => void,
): ProtectionSettings {
  const listOf = (text: string): string[] => text.split(',').map((part) => part.trim())
  const proxies = value('TRUSTED_PROXIES')
  const trustedProxies = proxies === undefined ? [] : listOf(proxies)
  if (!trustedProxies.every(isNetwork)) {
    complain('TRUSTED_PROXIES', 'IP addresses or networks such as 10.0.0.0/8, with commas between')
  }
  const messageCountries = listOf(value('MESSAGE_COUNTRIES') ?? sixGulfStates).map((code) => code.replace(/^\+/, ''))
  if (!messageCountries.every((code) => /^[1-9]\d{0,3}$/.test(code))) {
    complain('MESSAGE_COUNTRIES', 'country codes of one to four digits, with commas between')
  }
  const perMinute = value('MESSAGES_PER_MINUTE') ?? '100'
  const messagesPerMinute = Number(perMinute)
  if (!/^\d{1,4}$/.test(perMinute) || messagesPerMinute < 1 || messagesPerMinute > 1_000) {
    complain('MESSAGES_PER_MINUTE', 'a whole number, 1 to 1000')
  }
  return { trustedProxies, messageCountries, messagesPerMinute }
}
