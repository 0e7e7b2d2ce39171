import type { App } from '../app/app.ts'
import type { KeyId, MerchantId } from '../base/ids.ts'
import type { Region } from '../base/market-entries.ts'
import { type Principal, service } from '../base/principal.ts'
import type { Instant } from '../base/times.ts'
import { nullable, text } from '../db/columns.ts'
import type { KeyKind, KeyPermission } from './keys/key.ts'
import type { Store } from './merchant.ts'

/** The actor of a change, as logged with it: a key, the customer, support, or the service itself. */
export interface Actor {
  readonly merchantId: MerchantId
  /** The actor sees and changes things of this mode only. */
  readonly isTest: boolean
  readonly principal: Principal
  readonly requestId: string
  /** Sandbox: how far this merchant's clock is ahead of the system's. */
  readonly clockOffsetMs: number
}

/** A merchant in one mode, test or live. */
export type MerchantMode = Pick<Actor, 'merchantId' | 'isTest'>

/** The merchant and the rights behind a key. */
export interface KeyHolder {
  readonly keyId: KeyId
  readonly kind: KeyKind
  readonly isTest: boolean
  /** Permissions of a secret key; empty for a public key. */
  readonly permissions: readonly KeyPermission[]
  readonly lastFour: string
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly region: Region
  /** Whether checkouts of the merchant may carry a token. */
  readonly takesTokens: boolean
  /** Whether the merchant has risk rules or blocked customers, in any mode. */
  readonly hasRiskRules: boolean
  readonly clockOffsetMs: number
  readonly stores: readonly Store[]
}

/** The actor that asks whether an order may be paid in instalments: a key's holder, or a person. */
export interface Orderer extends Actor, Pick<KeyHolder, 'hasRiskRules'> {}

/** The holder of a key, as the actor of one request. */
export interface Caller extends Actor, KeyHolder {}

/** Returns the caller: the key's holder in the request of this id. */
export function callerFrom(holder: KeyHolder, requestId: string): Caller {
  const principal: Principal = { kind: 'merchant_key', id: holder.keyId, name: `key …${holder.lastFour}` }
  return { ...holder, principal, requestId }
}

/** Returns the merchant's time: the system's clock plus the sandbox's advance. */
export function nowFor(app: App, actor: Pick<Actor, 'clockOffsetMs'>): Instant {
  return app.clock.now() + actor.clockOffsetMs
}

/** Returns the actor for work that falls due by itself. */
export function serviceActor(merchantId: MerchantId, isTest: boolean, clockOffsetMs: number): Actor {
  return { merchantId, isTest, principal: service, requestId: '', clockOffsetMs }
}

/**
 * The columns of an actor and its request, for tables that log changes. Kind and id are null in rows older than
 * these columns.
 */
export const actorColumns = {
  actor: text,
  actor_kind: nullable(text),
  actor_id: nullable(text),
  request_id: text,
}

/** Returns the actor's values for `actorColumns`. */
export function actorColumnsOf({ principal, requestId }: Actor) {
  const { kind, id, name }: Principal = principal
  return { actor: name, actor_kind: kind, actor_id: id, request_id: requestId }
}
