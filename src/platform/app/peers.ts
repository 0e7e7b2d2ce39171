import type { MerchantId } from '../base/ids.ts'

/** The other processes that PROCESSES has started. What this one changes may stand in their memory. */
export interface Peers {
  /** Settles when all of them have forgotten what they believe about a merchant's keys; after two seconds they have by themselves. */
  forgetKeysOf(merchantId: MerchantId): Promise<void>
}

/** A process that serves alone, or a command beside the service. */
export const noPeers: Peers = {
  forgetKeysOf: async () => {},
}
