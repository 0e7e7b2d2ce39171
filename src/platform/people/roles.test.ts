import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyPermission } from '../merchants/keys/key.ts'
import { hasPermission, issuablePermissions, type Mode, type Permission, type Role, roles } from './roles.ts'

// The roles with the permission, in test mode and in live mode: a, o, d and n for admin, operator, developer and
// analyst. A missing permission does not compile.
const table: Readonly<Record<Permission, readonly [test: string, live: string]>> = {
  see_figures: ['aodn', 'ao n'],
  see_payments: ['aodn', 'ao n'],
  move_money: ['aod ', 'ao  '],
  make_links: ['aod ', 'ao  '],
  see_disputes: ['aodn', 'ao n'],
  act_on_disputes: ['aod ', 'ao  '],
  see_settlements: ['aodn', 'ao n'],
  see_webhooks: ['aodn', 'aodn'],
  see_deliveries: ['aodn', 'ao n'],
  change_webhooks: ['a d ', 'a d '],
  see_keys: ['a d ', 'a d '],
  change_keys: ['a d ', 'a d '],
  see_developers: ['aodn', 'ao n'],
  act_as_developer: ['aod ', 'ao  '],
  see_team: ['a   ', 'a   '],
  change_team: ['a   ', 'a   '],
  see_settings: ['a dn', 'a  n'],
  change_settings: ['a   ', 'a   '],
  change_beneficiary: ['a   ', 'a   '],
  see_activity: ['aodn', 'ao n'],
  export: ['aodn', 'ao n'],
}

const letters: Readonly<Record<Role, string>> = { admin: 'a', operator: 'o', developer: 'd', analyst: 'n' }

for (const [permission, [inTest, inLive]] of Object.entries(table) as [Permission, readonly [string, string]][]) {
  test(`only the roles of the table may ${permission}`, () => {
    const may = (mode: Mode): string =>
      roles.map((role) => (hasPermission(role, mode, permission) ? letters[role] : ' ')).join('')
    assert.deepEqual([may('test'), may('live')], [inTest, inLive])
  })
}

test('an admin may do all, a developer sees no money of live mode, an analyst only reads and exports', () => {
  for (const [permission, [inTest, inLive]] of Object.entries(table)) {
    assert.ok(inTest.includes('a') && inLive.includes('a'), permission)
    assert.ok(!inLive.includes('d') || /_(webhooks|keys)$/.test(permission), permission)
    assert.ok(!(inTest + inLive).includes('n') || /^(see_\w+|export)$/.test(permission), permission)
  }
})

// The roles that may issue a secret key with the permission, in test mode and in live mode.
const issuers: Readonly<Record<KeyPermission, readonly [test: string, live: string]>> = {
  read: ['a d ', 'a   '],
  checkout: ['a d ', 'a   '],
  capture: ['a d ', 'a   '],
  refund: ['a d ', 'a   '],
  disputes: ['a d ', 'a   '],
  webhooks: ['a d ', 'a d '],
  settlements: ['a d ', 'a   '],
}

for (const [permission, expected] of Object.entries(issuers) as [KeyPermission, readonly [string, string]][]) {
  test(`only the roles of the table may issue a key with the permission ${permission}`, () => {
    const may = (mode: Mode): string =>
      roles.map((role) => (issuablePermissions(role, mode).includes(permission) ? letters[role] : ' ')).join('')
    assert.deepEqual([may('test'), may('live')], expected)
  })
}
