import { type KeyPermission, permissions } from '../merchants/keys/key.ts'

/** The role of a person at a merchant. */
export type Role = 'admin' | 'operator' | 'developer' | 'analyst'

export const roles: readonly Role[] = ['admin', 'operator', 'developer', 'analyst']

export type Mode = 'test' | 'live'

/** A permission at the dashboard. `see_…` opens pages; all others send forms. */
export type Permission =
  | 'see_figures'
  | 'see_payments'
  | 'move_money'
  | 'make_links'
  | 'see_disputes'
  | 'act_on_disputes'
  | 'see_settlements'
  | 'see_webhooks'
  /** The sent bodies, which contain amounts. */
  | 'see_deliveries'
  | 'change_webhooks'
  | 'see_keys'
  | 'change_keys'
  | 'see_developers'
  | 'act_as_developer'
  | 'see_team'
  | 'change_team'
  | 'see_settings'
  | 'change_settings'
  /** The payout's beneficiary. */
  | 'change_beneficiary'
  | 'see_activity'
  | 'export'

const reading = ['see_figures', 'see_payments', 'see_disputes', 'see_settlements', 'see_activity', 'export'] as const
const moving = ['move_money', 'make_links', 'act_on_disputes'] as const
const connecting = ['see_webhooks', 'change_webhooks', 'see_keys', 'change_keys'] as const
const developing = ['see_developers', 'act_as_developer'] as const
const settings = ['see_settings', 'change_settings'] as const

const all: readonly Permission[] = [
  ...[...reading, ...moving, ...connecting, ...developing, ...settings],
  ...(['see_deliveries', 'see_team', 'change_team', 'change_beneficiary'] as const),
]
const operating: readonly Permission[] = [...reading, ...moving, ...developing, 'see_webhooks', 'see_deliveries']
const analysing: readonly Permission[] = [
  ...reading,
  'see_webhooks',
  'see_deliveries',
  'see_developers',
  'see_settings',
]

/** The permissions of roles (docs/contract/people.md#people). A developer sees no money of live mode. */
const granted: Readonly<Record<Role, Readonly<Record<Mode, ReadonlySet<Permission>>>>> = {
  admin: inBoth(all),
  operator: inBoth(operating),
  developer: {
    // A store has no mode: a changed store changes live orders.
    test: new Set([...reading, ...moving, ...connecting, ...developing, 'see_settings', 'see_deliveries']),
    live: new Set(connecting),
  },
  analyst: inBoth(analysing),
}

function inBoth(of: readonly Permission[]): Readonly<Record<Mode, ReadonlySet<Permission>>> {
  const set = new Set(of)
  return { test: set, live: set }
}

/** Whether the role has the permission in this mode. */
export function hasPermission(role: Role, mode: Mode, permission: Permission): boolean {
  return granted[role][mode].has(permission)
}

/** The permission that a person needs at the dashboard to issue a key with a permission. */
const neededFor: Readonly<Record<KeyPermission, Permission>> = {
  read: 'see_payments',
  checkout: 'make_links',
  capture: 'move_money',
  refund: 'move_money',
  disputes: 'act_on_disputes',
  webhooks: 'change_webhooks',
  settlements: 'see_settlements',
}

/**
 * Returns the permissions that a person of this role may give to a secret key of this mode: only those of the role
 * itself (docs/contract/people.md#issuing-keys).
 */
export function issuablePermissions(role: Role, mode: Mode): readonly KeyPermission[] {
  if (!hasPermission(role, mode, 'change_keys')) return []
  return permissions.filter((permission) => hasPermission(role, mode, neededFor[permission]))
}
