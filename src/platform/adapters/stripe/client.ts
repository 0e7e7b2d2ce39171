import type Stripe from 'stripe'
import { second } from '../../base/times.ts'
import { assertNoTransaction } from '../../db/db.ts'
import type { Log } from '../log.ts'

export interface StripeOptions {
  readonly secretKey: string
  /** Stripe's scheme, host and port. */
  readonly apiUrl: string
  readonly log: Pick<Log, 'warn'>
  /** The time without an answer after which a request is given up. */
  readonly silenceMs?: number
}

/** Stripe gave no answer, so it is unknown whether money moved. The error has nothing of the request. */
export class NoStripeAnswer extends Error {
  override readonly name = 'NoStripeAnswer'
}

/** A final refusal of Stripe: no money moved, and the same request never will move any. */
export interface StripeRefusal {
  readonly code: string | undefined
  readonly decline_code: string | undefined
  readonly advice_code: string | undefined
  readonly network_advice_code: string | undefined
  readonly network_decline_code: string | undefined
  readonly brand: string | undefined
  /** Whether the card's bank refused it, and not Stripe. */
  readonly isByBank: boolean
}

export type StripeAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly isReplayed: boolean }
  | { readonly kind: 'refused'; readonly refusal: StripeRefusal }

/** The version of Stripe's API that this code is written for. */
export const stripeVersion = '2026-10-28.endive'

type Ask<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>

export interface StripeClient {
  /** Sends a request once. Throws NoStripeAnswer if the outcome is unknown. */
  ask<T extends object>(ask: Ask<T>, idempotencyKey?: string): Promise<StripeAnswer<T>>
  /** Sends a reading request, which Stripe must not refuse. */
  read<T extends object>(ask: Ask<T>): Promise<T>
}

const usualSilenceMs = 55 * second

export function openStripeClient({ secretKey, apiUrl, log, silenceMs = usualSilenceMs }: StripeOptions): StripeClient {
  // The library is large: it is loaded with the first use.
  let opened: Promise<Stripe> | undefined
  const open = async (): Promise<Stripe> => {
    const { default: StripeLibrary } = await import('stripe')
    const { hostname, port, protocol } = new URL(apiUrl)
    return new StripeLibrary(secretKey, {
      apiVersion: stripeVersion,
      host: hostname,
      port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 0,
      timeout: silenceMs,
      telemetry: false,
    })
  }
  const client: StripeClient = {
    async ask(ask, idempotencyKey) {
      assertNoTransaction('a request to Stripe')
      opened ??= open()
      const stripe = await opened
      try {
        const value = await ask(stripe, idempotencyKey === undefined ? {} : { idempotencyKey })
        return { kind: 'answered', value, isReplayed: isReplayed(value) }
      } catch (error) {
        if (!(error instanceof stripe.errors.StripeError)) throw error
        const { rawType, statusCode, code, requestId } = error
        if (!isRefusal(error)) throw new NoStripeAnswer(`Stripe: ${statusCode ?? 'no answer'} ${code ?? rawType ?? ''}`)
        const refusal = refusalOf(error)
        // Codes only: Stripe's texts may repeat the request.
        if (!refusal.isByBank) log.warn({ status: statusCode, code, stripe_request_id: requestId }, 'refused by Stripe')
        return { kind: 'refused', refusal }
      }
    },
    async read(ask) {
      const answer = await client.ask(ask)
      if (answer.kind === 'answered') return answer.value
      throw new NoStripeAnswer(`Stripe: ${answer.refusal.code ?? 'refused'}`)
    },
  }
  return client
}

type StripeFailure = InstanceType<typeof Stripe.errors.StripeError>

// Stripe replays the answer of an earlier request with the same key. It may be out of date.
function isReplayed(value: object): boolean {
  const { lastResponse } = value as Partial<Stripe.Response<object>>
  return lastResponse?.headers['idempotent-replayed'] === 'true'
}

/**
 * Returns whether the failure means that no money moved and none will. A revoked key, a rate limit, a request that
 * meets itself, other parameters under the same key and Stripe's own errors say nothing about an earlier request
 * with the same key.
 */
function isRefusal({ rawType, statusCode, code }: StripeFailure): boolean {
  if (rawType === 'card_error') return statusCode === 402
  if (code === 'rate_limit' || code === 'lock_timeout') return false
  return rawType === 'invalid_request_error' && (statusCode === 400 || statusCode === 404)
}

function refusalOf(error: StripeFailure): StripeRefusal {
  const { code, decline_code, advice_code, network_advice_code, network_decline_code } = error
  const brand = error.payment_method?.card?.brand
  const isByBank = error.rawType === 'card_error'
  return { code, decline_code, advice_code, network_advice_code, network_decline_code, brand, isByBank }
}
