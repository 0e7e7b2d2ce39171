import type { App } from '../../platform/app/app.ts'

/**
 * Whether so much, in minor units, goes back that it is asked again who sends it. A tenth in KWD is as many minor units: a dinar has ten
 * times as many.
 */
export function isLargeRefund({ config }: Pick<App, 'config'>, amountMinor: bigint): boolean {
  return amountMinor > BigInt(config.refundProofUnits) * 100n
}
