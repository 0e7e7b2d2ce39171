import type { SettlementLine } from '../../settlements/settlement.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedLine = Disclosed<SettlementLine>

/** The lines of a settlement as the visit may see them. A hidden order number reads as the payment's id. */
export function discloseLines(reader: PersonalReader, lines: readonly SettlementLine[]): DisclosedLine[] {
  return lines.map((line) =>
    disclose(reader, line, (one) => ({ ...one, orderReference: one.paymentId, referenceId: hiddenText })),
  )
}
