import type { App } from '../../../platform/app/app.ts'
import { allMerchants, type MerchantId } from '../../../platform/base/ids.ts'
import { day, hour, minute } from '../../../platform/base/times.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'

/** A quota: at most `most` messages or tries within any period of this length. */
export interface Quota {
  /** The merchant; the nil UUID: all merchants. */
  readonly merchantId: MerchantId
  readonly counted: string
  readonly most: number
  readonly windowMs: number
}

/** Returns the name under which a phone (E.164) is counted: a keyed hash, so that no phone is kept for it. */
export function phoneKeyOf({ secrets }: Pick<App, 'secrets'>, phone: string): string {
  return secrets.hashesOf(phone)[0]
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
export function quotasOf(message: CountedMessage, phoneKey: string, perMinute: number): readonly Quota[] {
  const { isTest, address } = message
  const mode = modeOf(isTest)
  // A sign-in counts as one more merchant, with a name of its own.
  const merchantId = message.merchantId ?? allMerchants
  const own = message.merchantId === null ? signInOf(mode) : mode
  const ofAddress = { merchantId: allMerchants, counted: `address ${mode} ${address}`, ...messageRules.fromAddress }
  return [
    { merchantId, counted: sentTo(own, phoneKey), ...messageRules.toPhone },
    { merchantId: allMerchants, counted: sentTo(mode, phoneKey), ...messageRules.toPhoneOfAll },
    ...(address === undefined ? [] : [ofAddress]),
    { merchantId, counted: `merchant ${own}`, most: perMinute, windowMs: messageRules.ofMerchantMs },
  ]
}

/**
 * Returns the quota of wrong codes for a phone (E.164), over all sessions of all merchants and the account
 * together; undefined in test mode, whose published code protects nothing (docs/contract/payment-page.md#codes).
 */
export function codeTriesOf(isTest: boolean, phoneKey: string): Quota | undefined {
  return isTest ? undefined : { merchantId: allMerchants, counted: triesFor('live', phoneKey), most: 25, windowMs: day }
}

/** Returns the quota of wrong security codes of the card that is saved for a phone at a merchant. */
export function cardCodeTriesOf({ merchantId, isTest }: MerchantMode, phoneKey: string): Quota {
  return { merchantId, counted: `card-code ${modeOf(isTest)} ${phoneKey}`, most: 5, windowMs: day }
}

function triesFor(mode: string, phoneKey: string): string {
  return `sign-in tries ${mode} ${phoneKey}`
}

/** Returns the names of all quotas of a phone, of one merchant or of all, in these modes. */
export function countedForPhone(phoneKey: string, areTest: readonly boolean[] = [true, false]): readonly string[] {
  return areTest.flatMap((isTest) => {
    const mode = modeOf(isTest)
    return [sentTo(mode, phoneKey), sentTo(signInOf(mode), phoneKey), triesFor(mode, phoneKey)]
  })
}

function modeOf(isTest: boolean): string {
  return isTest ? 'test' : 'live'
}

function signInOf(mode: string): string {
  return `sign-in ${mode}`
}

function sentTo(own: string, phoneKey: string): string {
  return `phone ${own} ${phoneKey}`
}
