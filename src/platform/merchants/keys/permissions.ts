/** What a secret key may do (docs/contract/keys-and-regions.md#permissions). */
export const permissions = ['read', 'checkout', 'capture', 'refund', 'disputes', 'webhooks', 'settlements'] as const

export type KeyPermission = (typeof permissions)[number]

/** Returns the permissions in the order of the contract, each once; undefined where a name is none, or there is no name. */
export function readPermissions(names: readonly string[]): readonly KeyPermission[] | undefined {
  const isKnown = names.every((name) => (permissions as readonly string[]).includes(name))
  return isKnown && names.length > 0 ? permissions.filter((permission) => names.includes(permission)) : undefined
}

/** Returns what a stored key may do: null stands for everything. A name of a later version grants nothing here. */
export function permissionsOf(stored: readonly string[] | null): readonly KeyPermission[] {
  return permissions.filter((permission) => stored === null || stored.includes(permission))
}
