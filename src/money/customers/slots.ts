import type { App } from '../../platform/app/app.ts'
import type { Customer } from './customer-payments.ts'

/** How many customers' data one process reads at the same time: each may take much memory and time. */
const most = 2

const running = new WeakMap<App, Set<string>>()

/**
 * Takes a place for work on all data of a customer. Returns what ends it, or undefined if the customer has one already or
 * all are taken.
 */
export function takeSlot(app: App, { phone, isTest }: Customer): (() => void) | undefined {
  const taken = running.get(app) ?? new Set()
  running.set(app, taken)
  const key = `${phone} ${isTest}`
  if (taken.has(key) || taken.size >= most) return undefined
  taken.add(key)
  return () => void taken.delete(key)
}
