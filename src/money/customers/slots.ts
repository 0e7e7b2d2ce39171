import type { App } from '../../platform/app/app.ts'
import type { Customer } from './customer-payments.ts'

/** How many customers' data one process reads, and how many it erases, at the same time: each takes memory and time. */
const most = { export: 2, erase: 2 }
type Work = keyof typeof most

const running = new WeakMap<App, Record<Work, Set<string>>>()

/**
 * Takes a place for work on all data of a customer. Returns what ends it, or undefined if the customer has one already or
 * all are taken.
 */
export function takeSlot(app: App, work: Work, { phone, isTest }: Customer): (() => void) | undefined {
  const all = running.get(app) ?? { export: new Set(), erase: new Set() }
  running.set(app, all)
  const taken = all[work]
  const key = `${phone} ${isTest}`
  if (taken.has(key) || taken.size >= most[work]) return undefined
  taken.add(key)
  return () => void taken.delete(key)
}
