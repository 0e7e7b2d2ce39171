import type { Activity } from '../../../platform/people/activities/activity.ts'
import { hasPermission, type Permission } from '../../../platform/people/roles.ts'
import type { Visit } from '../page.ts'

interface ThingPage {
  readonly path: string
  readonly permission: Permission
  /** Whether the object has a page of its own. Otherwise the page lists it. */
  readonly hasId?: boolean
  /** Whether only a sandbox's test mode has the page. */
  readonly isRehearsal?: boolean
}

/** The page of an object of each kind, below the mode. */
const pages: Readonly<Partial<Record<string, ThingPage>>> = {
  payment: { path: 'payments', permission: 'see_payments', hasId: true },
  payments: { path: 'payments', permission: 'see_payments' },
  link: { path: 'links', permission: 'see_payments', hasId: true },
  dispute: { path: 'disputes', permission: 'see_disputes', hasId: true },
  settlement: { path: 'settlements', permission: 'see_settlements', hasId: true },
  webhook: { path: 'webhooks', permission: 'see_webhooks', hasId: true },
  certificate: { path: 'developers/certificate', permission: 'see_developers', hasId: true, isRehearsal: true },
  fault: { path: 'developers', permission: 'see_developers', isRehearsal: true },
  key: { path: 'keys', permission: 'see_keys' },
  store: { path: 'settings', permission: 'see_settings' },
  invitation: { path: 'team', permission: 'see_team' },
  activity: { path: 'activity', permission: 'see_activity' },
}

/**
 * Returns the address of the page of an object that an activity names, in the mode of the activity. Undefined: there is
 * none, or the visitor may not see it.
 */
export function thingAddress(visit: Visit, { isTest }: Pick<Activity, 'isTest'>, kind: string, id: string) {
  const { session, base } = visit
  const page = Object.hasOwn(pages, kind) ? pages[kind] : undefined
  const mode = isTest === null ? visit.mode : isTest ? 'test' : 'live'
  if (page === undefined || !hasPermission(session.role, mode, page.permission)) return undefined
  if (page.isRehearsal && (mode === 'live' || !visit.app.config.rehearsal || base !== '/dashboard')) return undefined
  if (page.hasId && id === '') return undefined
  return `${base}/${mode}/${page.path}${page.hasId ? `/${id}` : ''}`
}
