import type { RegionAddress } from './banner.ts'

// What the first process and the serving ones tell each other. A question goes to all other serving processes, by way of the
// first; every answer is a text.

/** By this variable a serving process is told which one it is, 1 and up. Whoever replaces it has the same number. */
export const numberVariable = 'QIST_PROCESS'

export type Question =
  /** Forget what you believe about this merchant's keys. */
  | { readonly kind: 'forget_keys'; readonly merchantId: string }
  /** What do you count? */
  | { readonly kind: 'metrics' }

export type FromServing =
  /** From now on it answers questions. */
  | { readonly kind: 'hears' }
  | { readonly kind: 'serves'; readonly addresses: readonly RegionAddress[] }
  /** It cannot serve, and ends. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'asks'; readonly id: number; readonly question: Question }
  | { readonly kind: 'answers'; readonly id: number; readonly text: string }

export type ToServing =
  /** Finish what is under way, and end. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'asked'; readonly id: number; readonly question: Question }
  | { readonly kind: 'answered'; readonly id: number; readonly texts: readonly string[] }
