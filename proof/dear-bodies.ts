import type { Operation } from '../testkit/conform.ts'
import { placesOf, replacedAt } from '../testkit/json-places.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { bodyOf, type Fixtures } from './fixtures.ts'

/** A body that is as slow to process as possible within the size limit of the service. */
export interface DearBody {
  readonly name: string
  readonly body: string
}

const bodyLimit = 1_048_576
// The rest of the limit is for the members around the enlarged one.
const room = bodyLimit - 8_192

/**
 * Returns good bodies with each value in turn made as large as possible. For orders and items it adds bodies with
 * everything wrong within their bounds.
 */
export function dearBodies(operation: Operation, fixtures: Fixtures): DearBody[] {
  const good = bodyOf(operation, fixtures)
  if (typeof good !== 'object' || good === null) return []
  const full = { ...good, ...fullMembers[operation.operationId] }
  const large = placesOf(full)
    .slice(1)
    .flatMap((place) =>
      Object.entries(fillings).map(([name, filling]) => {
        return { name: `${place.join('.')} ${name}`, body: replacedAt(full, place, filling()) }
      }),
    )
  return [...crowdedBodies(operation.operationId), ...large]
}

const item = { title: 'T', quantity: 1, unit_price: '5', category: 'C' }
const fullMembers: Readonly<Record<string, object>> = {
  createSession: checkoutBody('main', 'AED', '340.00', { order: { reference_id: '1', items: [item] } }),
  capturePayment: { items: [item] },
  refundPayment: { items: [item] },
}

// Repeated until nothing more fits.
const fillings: Readonly<Record<string, () => string>> = {
  'of empty objects': () => `[${repeated('{}', room)}]`,
  'of wrong members': () => `[${repeated('{"amount":"x","unit_price":"x","quantity":0}', room)}]`,
  'of nulls': () => `[${repeated('null', room)}]`,
  'of digits': () => `"${'9'.repeat(room)}"`,
  'of zeros': () => `"${'0'.repeat(room)}1"`,
  'of escapes': () => `"${'\\u0000'.repeat(room / 8)}"`,
  'of half characters': () => `"${'\\ud83d'.repeat(room / 8)}"`,
  'of levels': () => '['.repeat(room / 4) + ']'.repeat(room / 4),
  'of names': () => `{${Array.from({ length: room / 16 }, (_, index) => `"k${index}":""`).join()}}`,
  'of one name': () => `{${repeated('"a":""', room)}}`,
  'of a web address': () => `"https://${'ü.'.repeat(room / 4)}example/"`,
}

function repeated(part: string, bytes: number): string {
  return Array(Math.floor(bytes / (part.length + 1)))
    .fill(part)
    .join()
}

/** Returns bodies within every bound, with everything wrong in them: each part must be checked before the refusal. */
function crowdedBodies(operationId: string): DearBody[] {
  const wrong = { unit_price: 'x', discount_amount: 'y' }
  const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
  const items = many(1_000, wrong)
  if (operationId === 'capturePayment' || operationId === 'refundPayment') {
    return [
      { name: 'crowded and wrong', body: JSON.stringify({ amount: '1.00', items }) },
      { name: 'crowded and right', body: JSON.stringify({ amount: '0.01', items: many(1_000, {}) }) },
    ]
  }
  if (operationId !== 'createSession') return []
  const strict = { ...item, ...wrong }
  const history = (one: object) =>
    many(100, { purchased_at: '2025-01-01', amount: '1', status: 'new', items: many(50, one) })
  const checkout = (orderItems: object[], order_history: object[]) =>
    JSON.stringify(
      checkoutBody('main', 'AED', '340.00', { order: { reference_id: '1', items: orderItems }, order_history }),
    )
  return [
    { name: 'crowded and wrong', body: checkout(many(1_000, strict), history(strict)) },
    { name: 'crowded and right', body: checkout(many(1_000, item), history(item)) },
  ]
}
