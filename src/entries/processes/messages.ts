import type { RegionAddress } from './banner.ts'

// Messages between the first process and the serving ones. A request goes through the first process to all other
// serving processes; each response is a text.

/** Environment variable with a serving process's number, from 1. Its replacement has the same number. */
export const numberVariable = 'QIST_PROCESS'

export type PeerRequest =
  /** Drops cached keys of this merchant. */
  | { readonly kind: 'forget_keys'; readonly merchantId: string }
  /** Requests the process's metrics. */
  | { readonly kind: 'metrics' }

export type FromServing =
  /** The process answers requests from now on. */
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'serving'; readonly addresses: readonly RegionAddress[] }
  /** The process cannot serve, and ends. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A request to all peers. */
  | { readonly kind: 'request'; readonly id: number; readonly request: PeerRequest }
  | { readonly kind: 'response'; readonly id: number; readonly text: string }

export type ToServing =
  /** Asks the process to finish its work and end. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'request'; readonly id: number; readonly request: PeerRequest }
  /** Responses of all peers that answered in time. */
  | { readonly kind: 'responses'; readonly id: number; readonly texts: readonly string[] }
