import type { RegionAddress } from './banner.ts'

// What the first process and the serving ones send each other. A request goes to all other serving processes, by way of the
// first; every response is a text.

/** The environment variable by which a serving process knows which one it is, 1 and up. Whoever replaces it has the same number. */
export const numberVariable = 'QIST_PROCESS'

export type PeerRequest =
  /** Forget what you believe about this merchant's keys. */
  | { readonly kind: 'forget_keys'; readonly merchantId: string }
  /** What do you count? */
  | { readonly kind: 'metrics' }

export type FromServing =
  /** From now on it responds to requests. */
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'serving'; readonly addresses: readonly RegionAddress[] }
  /** It cannot serve, and ends. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** To all its peers. */
  | { readonly kind: 'request'; readonly id: number; readonly request: PeerRequest }
  | { readonly kind: 'response'; readonly id: number; readonly text: string }

export type ToServing =
  /** Finish what is under way, and end. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'request'; readonly id: number; readonly request: PeerRequest }
  /** Of all peers that responded in time. */
  | { readonly kind: 'responses'; readonly id: number; readonly texts: readonly string[] }
