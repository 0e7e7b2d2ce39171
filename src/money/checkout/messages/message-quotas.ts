import { allMerchants, type MerchantId } from '../../../platform/base/ids.ts'
import { day, hour, minute } from '../../../platform/base/times.ts'
import type { CardHolder } from '../../charges/saved-cards.ts'

/** A quota: at most `most` messages or tries within any period of this length. */
export interface Quota {
  /** The merchant; the nil UUID: all merchants. */
  readonly merchantId: MerchantId
  readonly counted: string
  readonly most: number
  readonly windowMs: number
}

/** The quotas of text messages: codes and links together. */
const messageRules = {
  /** To one phone for one merchant. */
  toPhone: { most: 10, windowMs: hour },
  /** To one phone for all merchants: a merchant alone cannot use up what the others' customers need. */
  toPhoneOfAll: { most: 30, windowMs: hour },
  /** Codes requested from one address, for all merchants. A mobile network shows many customers under one address. */
  fromAddress: { most: 100, windowMs: hour },
  /** For one merchant; how many is a setting. */
  ofMerchantMs: minute,
} as const

export interface CountedMessage {
  /** Null for a customer who signs in to all purchases. */
  readonly merchantId: MerchantId | null
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
  /** The customer's address; undefined for a message that the merchant requests. */
  readonly address: string | undefined
}

/**
 * Returns the quotas of a message in the order of locking. The order is always the same, so that no two messages
 * deadlock, and the merchant's quota, which all its messages share, is last. Test keys have their own quotas, because
 * their messages are not sent.
 */
export function quotasOf(message: CountedMessage, perMinute: number): readonly Quota[] {
  const { isTest, phone, address } = message
  const mode = modeOf(isTest)
  // A sign-in counts as one more merchant, with a name of its own.
  const merchantId = message.merchantId ?? allMerchants
  const own = message.merchantId === null ? signInOf(mode) : mode
  const ofAddress = { merchantId: allMerchants, counted: `address ${mode} ${address}`, ...messageRules.fromAddress }
  return [
    { merchantId, counted: sentTo(own, phone), ...messageRules.toPhone },
    { merchantId: allMerchants, counted: sentTo(mode, phone), ...messageRules.toPhoneOfAll },
    ...(address === undefined ? [] : [ofAddress]),
    { merchantId, counted: `merchant ${own}`, most: perMinute, windowMs: messageRules.ofMerchantMs },
  ]
}

/**
 * Returns the quota of wrong codes for a phone (E.164), over all sessions of all merchants and the account
 * together; undefined in test mode, whose published code protects nothing (docs/contract/payment-page.md#codes).
 */
export function codeTriesOf({ isTest, phone }: { isTest: boolean; phone: string }): Quota | undefined {
  return isTest ? undefined : { merchantId: allMerchants, counted: triesFor('live', phone), most: 25, windowMs: day }
}

/** Returns the quota of wrong security codes of the card that is saved for a phone at a merchant. */
export function cardCodeTriesOf({ merchantId, isTest, phone }: CardHolder): Quota {
  return { merchantId, counted: `card-code ${modeOf(isTest)} ${phone}`, most: 5, windowMs: day }
}

// Version 0.1.0, which may run beside this one, counts under the same name.
function triesFor(mode: string, phone: string): string {
  return `sign-in tries ${mode} ${phone}`
}

/** Returns the names of all quotas of a phone, of one merchant or of all, in these modes. */
export function countedForPhone(phone: string, areTest: readonly boolean[] = [true, false]): readonly string[] {
  return areTest.flatMap((isTest) => {
    const mode = modeOf(isTest)
    return [sentTo(mode, phone), sentTo(signInOf(mode), phone), triesFor(mode, phone)]
  })
}

function modeOf(isTest: boolean): string {
  return isTest ? 'test' : 'live'
}

function signInOf(mode: string): string {
  return `sign-in ${mode}`
}

function sentTo(own: string, phone: string): string {
  return `phone ${own} ${phone}`
}
