import type { World } from './world.ts'

/** What clients do with the service: the rows of docs/clients.md, in this order. */
export const actions = {
  setUp: 'Takes keys and registers its webhook',
  snippet: 'Shows what the parts cost',
  offer: 'Offers to pay in parts',
  pay: 'The customer pays and comes back',
  notification: 'The customer pays and never comes back: the webhook alone',
  rejection: 'The customer is rejected',
  giveUp: 'The customer cancels on the payment page',
  capture: 'Captures',
  refund: 'Refunds in two parts',
  cancel: 'The shop cancels a paid order',
  lostCapture: 'The answer to a capture is lost',
  lostRefund: 'The answer to a refund is lost, and staff try again',
  unsentRefund: 'A refund does not arrive',
  lostCancel: 'A cancellation does not arrive',
  duplicateNotification: 'A notification arrives twice at the same moment',
  reorderedNotification: 'Notifications arrive in the wrong order',
  lateNotification: 'The notification is late, and clean-up runs while the service fails',
  forgedNotification: 'A forged notification arrives',
  bridge: 'The app learns how the payment ended',
} as const

export type Action = keyof typeof actions

/** How an action ended. `lenient`: it works on a lenient store, and a strict one refuses it. */
export type Verdict = 'works' | 'lenient' | 'fault' | 'ours'

/** What one action showed. */
export interface Finding {
  readonly action: Action
  readonly verdict: Verdict
  /** What the customer or the merchant loses, and how to repeat it. Required unless it works. */
  readonly note?: string
}

/** Where a client was taken from, so that others can take the same one. */
export interface Source {
  readonly name: string
  readonly version: string
  /** A public address, or the package's name with its registry's kind. */
  readonly address: string
  /** SHA-256 of the file or of the folder's files, in hex digits. */
  readonly checksum: string
}

/** The result of one client. */
export interface ClientRun {
  readonly client: Source
  /** What it ran on: WordPress, WooCommerce, PHP and the like, with versions. */
  readonly surroundings: string
  readonly findings: readonly Finding[]
}

/** A published client that this machine may be able to run. */
export interface Client {
  readonly name: string
  /** Runs its actions. Returns what is missing as a text if this machine cannot run it. */
  run(world: World): Promise<ClientRun | string>
}
