import type { SettlementLine } from '../../../money/settlements/settlement.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedLine = Disclosed<SettlementLine>

/** Returns the lines of a settlement as the visit may see them. The payment's id replaces a hidden order number. */
export function discloseLines(reader: PersonalReader, lines: readonly SettlementLine[]): DisclosedLine[] {
  return lines.map((line) =>
    disclose(reader, line, (one) => ({ ...one, orderReference: one.paymentId, referenceId: hiddenText })),
  )
}
