import { type Cost, type CostedMovement, costsOf, share, totalOf } from '../testkit/fee-model.ts'
import { type AnsweredSettlement, readSettlement } from '../testkit/settlement-books.ts'
import { dateAt, formatMinorOf, parseMinor } from '../testkit/settlement-model.ts'
import type { Records } from './records.ts'
import type { PlayedLife } from './rounding-life.ts'

/** Returns the errors in a payment's fees and VAT, and the minor units that were gained by splitting it. */
export async function checkRounding(
  played: PlayedLife,
  records: Records,
): Promise<{ readonly wrong: readonly string[]; readonly worth: number }> {
  const { caller, currency, moves, id } = played
  const { body: payment } = await caller.call('GET', `/api/v2/payments/${id}`)
  const day = await readSettlement(caller, dateAt(Date.parse(payment.captures[0].created_at), currency))
  const ids: string[] = [...payment.captures, ...payment.refunds].map((moved) => moved.id)
  const answered = shownCosts(ids, day, currency)
  const wrong = [
    ...compareCosts(played, answered),
    ...checkTotals(moves, answered),
    ...checkDay(day, answered, moves, currency),
    ...(await checkEntries(played, records, totalOf(answered))),
  ]
  const worth = worthOfSplitting(moves, totalOf(answered))
  return { wrong: [...wrong, ...worth.wrong], worth: worth.minor }
}

function shownCosts(ids: readonly string[], { lines }: AnsweredSettlement, currency: PlayedLife['currency']): Cost[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return ids.map((id) => {
    const line = byId.get(id)
    const minor = (name: 'fee' | 'vat'): bigint => parseMinor(String(line?.[name]), currency)
    return { fee: minor('fee'), vat: minor('vat') }
  })
}

function compareCosts({ moves, currency }: PlayedLife, answered: readonly Cost[]): string[] {
  const text = (minor: bigint): string => formatMinorOf(minor, currency)
  if (answered.length !== moves.length) return [`${moves.length} movements, ${answered.length} are shown`]
  const wrong = costsOf(moves).flatMap(({ fee, vat }, index) => {
    const shown = answered[index]
    const { type, amount } = moves[index] ?? { type: '', amount: 0n }
    return shown?.fee === fee && shown.vat === vat
      ? []
      : [
          `movement ${index + 1}, a ${type} of ${text(amount)}: fee ${shown?.fee} and VAT ${shown?.vat}, not ${fee} and ${vat}`,
        ]
  })
  return wrong.slice(0, 3)
}

/** Checks that no more is returned than was charged, and that VAT is rounded once if its rate never changed. */
function checkTotals(moves: readonly CostedMovement[], answered: readonly Cost[]): string[] {
  const { fee, vat } = totalOf(answered)
  const charged = totalOf(answered.filter((_, index) => moves[index]?.type === 'capture'))
  const [rate, ...others] = new Set(moves.map(({ rates }) => rates.vatPercent))
  return [
    ...(fee < 0n || fee > charged.fee ? [`fees of ${fee} are left of ${charged.fee}`] : []),
    ...(vat < 0n || vat > charged.vat ? [`VAT of ${vat} is left of ${charged.vat}`] : []),
    ...(others.length === 0 && vat !== share(fee, rate ?? 0) ? [`VAT of ${vat} is left on fees of ${fee}`] : []),
  ]
}

/** Checks the store's day, which has this payment only. */
function checkDay(
  day: AnsweredSettlement,
  answered: readonly Cost[],
  moves: readonly CostedMovement[],
  currency: PlayedLife['currency'],
): string[] {
  const { fee, vat } = totalOf(answered)
  const net = movedOf(moves) - fee - vat
  const expected = { fees: fee, vat, net }
  return Object.entries(expected).flatMap(([name, minor]) => {
    const shown = parseMinor(String(day[name]), currency)
    return shown === minor ? [] : [`${name} of the settlement are ${shown} and not ${minor}`]
  })
}

/** Checks the ledger: payout + fees + VAT = captures − refunds. */
async function checkEntries({ id, moves }: PlayedLife, records: Records, { fee, vat }: Cost): Promise<string[]> {
  const rows = await records.query(
    `select account, (-sum(amount_minor))::text as minor from ledger_entries
     where source_id = '${id}' and cause in ('capture', 'refund', 'fee', 'fee_vat') group by 1`,
  )
  const entries = new Map(rows.map((row) => [row['account'], BigInt(String(row['minor']))]))
  const expected = { merchant: movedOf(moves) - fee - vat, fee_income: fee, fee_vat_payable: vat }
  return Object.entries(expected).flatMap(([account, minor]) => {
    const entered = entries.get(account) ?? 0n
    return entered === minor ? [] : [`${account} is ${entered} in the ledger and not ${minor}`]
  })
}

/** Returns captures less refunds. */
function movedOf(moves: readonly CostedMovement[]): bigint {
  return moves.reduce((sum, { type, amount }) => sum + (type === 'capture' ? amount : -amount), 0n)
}

/**
 * Compares the fees with those of one capture and one refund of the same money, if the rates never changed. Splitting
 * refunds gains nothing. Each capture is rounded by itself, by at most half a minor unit. The VAT on that is rounded
 * once more.
 */
function worthOfSplitting(moves: readonly CostedMovement[], { fee, vat }: Cost) {
  const [rates, ...others] = new Set(moves.map((move) => move.rates))
  if (rates === undefined || others.length > 0) return { minor: 0, wrong: [] }
  const captures = moves.filter(({ type }) => type === 'capture')
  const total = (type: CostedMovement['type']): CostedMovement[] => {
    const amount = moves.filter((move) => move.type === type).reduce((sum, move) => sum + move.amount, 0n)
    return amount > 0n ? [{ type, amount, rates }] : []
  }
  const oneRefund = totalOf(costsOf([...captures, ...total('refund')]))
  const whole = totalOf(costsOf([...total('capture'), ...total('refund')]))
  const off = fee > whole.fee ? fee - whole.fee : whole.fee - fee
  const wrong = [
    ...(fee === oneRefund.fee && vat === oneRefund.vat
      ? []
      : [`refunds in parts leave fees of ${fee} and VAT of ${vat}`]),
    ...(2n * off <= BigInt(captures.length + 1) ? [] : [`captures in parts are worth ${off} of fees`]),
  ]
  return { minor: Number(off), wrong }
}
