import { findPaymentsByReference } from '../../../money/payments/search/order-references.ts'
import { type PaymentId, parseId } from '../../../platform/base/ids.ts'
import { type Instant, minute } from '../../../platform/base/times.ts'
import { choiceField, type FilterField, isWrongFilter } from '../../../platform/ui/back-office/components/filter-bar.ts'
import {
  type DeliveryFilter,
  type DeliveryPlace,
  deliveryFilters,
} from '../../../platform/webhooks/notifications/list-webhook-deliveries.ts'
import type { Visit } from '../page.ts'
import type { StoreTimes } from '../times.ts'

export const pageSize = 50

/** The deliveries that the address asks for. */
export interface ListedDeliveries {
  /** The filter in the address. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly fields: readonly FilterField[]
  readonly isWrong: boolean
  /** The typed order number or payment id. */
  readonly typed: string
  readonly status: DeliveryFilter['status']
  readonly from: Instant | null
  readonly to: Instant | null
  readonly place: DeliveryPlace
  /** The number of the page's first delivery, from 1. */
  readonly first: number
}

/** Whether the visit may see the numbers of orders. A developer sees no payments of live mode. */
export function maySeeOrders(visit: Visit): boolean {
  return visit.mayReadPersonal && (visit.may('see_payments') || visit.may('see_deliveries'))
}

/** Returns the deliveries that the address asks for, with the fields of the filter. */
export function readDeliveryFilter(visit: Visit, times: StoreTimes): ListedDeliveries {
  const { words, query } = visit
  const { texts } = words
  const [typed, status, from, to] = ['q', 'status', 'from', 'to'].map((name) => query(name) ?? '') as [
    ...[string, string, string, string],
  ]
  const start = from === '' ? null : times.parse(from)
  const end = to === '' ? null : times.parse(to)
  const isLate = typeof start === 'number' && typeof end === 'number' && end < start
  const time = (name: string, label: string, value: string, error: string | undefined): FilterField => ({
    ...{ name, label, value, error, type: value === '' || times.parse(value) !== undefined ? 'time' : 'text' },
  })
  const fields = [
    { name: 'q', label: maySeeOrders(visit) ? texts.orderOrPayment : texts.paymentId, value: typed, type: 'text' },
    choiceField(words, {
      ...{ name: 'status', label: texts.webhookStatus, value: status },
      choices: [['', texts.allDeliveries], ...deliveryFilters.map((one) => [one, texts.deliveryFilters[one]] as const)],
    }),
    time('from', texts.happenedFrom, from, start === undefined ? texts.wrongTime : undefined),
    time('to', texts.happenedTo, to, end === undefined ? texts.wrongTime : isLate ? texts.wrongOrder : undefined),
  ] as const satisfies readonly FilterField[]
  return {
    query: { q: typed || undefined, status: status || undefined, from: from || undefined, to: to || undefined },
    fields,
    isWrong: isWrongFilter(fields),
    typed,
    status: deliveryFilters.find((one) => one === status),
    from: start ?? null,
    // A typed minute is of the period until its end.
    to: end == null ? null : end + minute - 1,
    ...readPlace(visit),
  }
}

function readPlace({ query }: Visit): Pick<ListedDeliveries, 'place' | 'first'> {
  const [before, after] = [parseId(query('before') ?? ''), parseId(query('after') ?? '')]
  const at = query('at') ?? ''
  const first = /^[1-9]\d{0,8}$/.test(at) && (before ?? after) !== undefined ? Number(at) : 1
  const direction = before === undefined && after !== undefined ? 'newer' : 'older'
  return { place: { cursor: before ?? after, direction, limit: pageSize }, first }
}

/** Returns the payments of the typed order number or id; undefined if nothing is typed. */
export async function findTypedPayments(visit: Visit, typed: string): Promise<readonly PaymentId[] | undefined> {
  if (typed.trim() === '') return undefined
  const id = parseId(typed.trim())
  const named = maySeeOrders(visit) ? await findPaymentsByReference(visit.app, visit.actor, typed) : []
  return id === undefined ? named : [id, ...named]
}
