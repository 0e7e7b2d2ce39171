import type { App } from '../app/app.ts'
import type { KeyId, MerchantId } from '../base/ids.ts'
import { type Principal, service } from '../base/principal.ts'
import type { Region } from '../base/regions.ts'
import type { Instant } from '../base/times.ts'
import type { KeyKind } from './keys/key.ts'
import type { KeyPermission } from './keys/permissions.ts'
import type { Store } from './merchant.ts'

/** Who acts on a merchant's things, for what is written down about it: a key, the customer, support, or the service itself. */
export interface Actor {
  readonly merchantId: MerchantId
  /** Only things of this mode exist for the actor. */
  readonly isTest: boolean
  readonly principal: Principal
  readonly requestId: string
  /** Sandbox: how far this merchant's clock is ahead of the system's. */
  readonly clockOffsetMs: number
}

/** A merchant in one mode: whose things they are. */
export type MerchantMode = Pick<Actor, 'merchantId' | 'isTest'>

/** The holder of a key: what a request may see and do. */
export interface KeyHolder {
  readonly keyId: KeyId
  readonly kind: KeyKind
  readonly isTest: boolean
  /** What a secret key may do; of a public key empty. */
  readonly permissions: readonly KeyPermission[]
  readonly lastFour: string
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly region: Region
  /** Whether its checkouts may carry a token. */
  readonly takesTokens: boolean
  /** Whether risk rules or blocked customers have been set for it, in whichever mode. */
  readonly hasRiskRules: boolean
  readonly clockOffsetMs: number
  readonly stores: readonly Store[]
}

/** Who asks whether an order may be paid in instalments: a key's holder, or a person. */
export interface Orderer extends Actor, Pick<KeyHolder, 'hasRiskRules'> {}

/** A key's holder in one request. */
export interface Caller extends Actor, KeyHolder {}

/** The holder of a key, in the request of this id. */
export function callerFrom(holder: KeyHolder, requestId: string): Caller {
  const principal: Principal = { kind: 'merchant_key', id: holder.keyId, name: `key …${holder.lastFour}` }
  return { ...holder, principal, requestId }
}

/** The merchant's time now: the system's, plus what the sandbox moved it by. */
export function nowFor(app: App, actor: Pick<Actor, 'clockOffsetMs'>): Instant {
  return app.clock.now() + actor.clockOffsetMs
}

/** The service itself, acting on a merchant's things because their time has come. */
export function serviceActor(merchantId: MerchantId, isTest: boolean, clockOffsetMs: number): Actor {
  return { merchantId, isTest, principal: service, requestId: '', clockOffsetMs }
}
