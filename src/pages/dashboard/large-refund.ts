import type { App } from '../../platform/app/app.ts'

/**
 * Whether a refund of this amount, in minor units, needs a fresh proof of identity. The limit of KWD has the same
 * number of minor units, because a dinar has ten times as many.
 */
export function isLargeRefund({ config }: Pick<App, 'config'>, amountMinor: bigint): boolean {
  return amountMinor > BigInt(config.refundProofUnits) * 100n
}
